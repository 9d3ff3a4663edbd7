import { useEffect, useRef } from "preact/hooks";
import { notify } from "../components/toasts";
import { t } from "../i18n";
import { openFiles } from "../state/open";
import { FILES_ID, FOLDER_ID } from "./inputs";

/** The hidden inputs behind *Open files* and *Open folder*. */
export function FileInputs() {
  const folder = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const input = folder.current;
    if (!input) return;
    // No attribute of the standard's: set as a property.
    input.webkitdirectory = true;
    // Browsers say the same of a dialog that was closed and of an empty folder.
    const nothing = (): void => notify("info", t("open.nothingChosen"), t("open.nothingDetail"));
    input.addEventListener("cancel", nothing);
    return () => input.removeEventListener("cancel", nothing);
  }, []);
  const take = (input: HTMLInputElement): void => {
    const files = [...(input.files ?? [])];
    // The same file can be chosen again.
    input.value = "";
    void openFiles(files);
  };
  return (
    <>
      <input id={FILES_ID} class="hidden-input" data-testid="open-files" type="file" multiple tabIndex={-1} aria-hidden="true" onChange={({ currentTarget }) => take(currentTarget)} />
      <input id={FOLDER_ID} ref={folder} class="hidden-input" data-testid="open-folder" type="file" multiple tabIndex={-1} aria-hidden="true" onChange={({ currentTarget }) => take(currentTarget)} />
    </>
  );
}
