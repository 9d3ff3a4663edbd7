import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { notify } from "../components/toasts";
import { t } from "../i18n";
import { readDrop } from "../state/drop";
import { openInputs } from "../state/open";
import { messageOf } from "../state/query";

/** Takes files that are dropped anywhere on the page. */
export function DropZone() {
  const over = useSignal(false);
  useEffect(() => {
    let depth = 0;
    const enter = (event: DragEvent): void => {
      event.preventDefault();
      depth += 1;
      over.value = hasFiles(event);
    };
    const leave = (): void => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) over.value = false;
    };
    const drag = (event: DragEvent): void => event.preventDefault();
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      depth = 0;
      over.value = false;
      if (event.dataTransfer) void take(event.dataTransfer);
    };
    document.addEventListener("dragenter", enter);
    document.addEventListener("dragleave", leave);
    document.addEventListener("dragover", drag);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragenter", enter);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("dragover", drag);
      document.removeEventListener("drop", drop);
    };
  }, []);
  return over.value ? <div class="drop-zone">{t("drop.here")}</div> : null;
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") === true;
}

async function take(transfer: DataTransfer): Promise<void> {
  try {
    const { inputs, folderRefused } = await readDrop(transfer);
    if (folderRefused) notify("warning", t("drop.folderRefused"));
    else if (inputs.length === 0) notify("warning", t("drop.empty"), t("open.nothingDetail"));
    await openInputs(inputs);
  } catch (failure) {
    notify("error", t("drop.failed"), messageOf(failure));
  }
}
