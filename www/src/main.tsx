import { render } from "preact";
import { signal } from "@preact/signals";
import { compileModule, startWorker } from "./embedded";
import "./style.css";

const answer = signal("…");

function App() {
  return <p>Stepscope {answer.value}</p>;
}

const root = document.getElementById("app");
if (root) render(<App />, root);
document.documentElement.dataset["state"] = "idle";

const worker = startWorker();
worker.onmessage = (event: MessageEvent<string>) => {
  answer.value = event.data;
};
void compileModule().then((module) => worker.postMessage(module));
