/** The two file inputs are in the page once, hidden; buttons and keys press them. */

export const FILES_ID = "open-files-input";
export const FOLDER_ID = "open-folder-input";

export function chooseFiles(): void {
  press(FILES_ID);
}

export function chooseFolder(): void {
  press(FOLDER_ID);
}

function press(id: string): void {
  document.getElementById(id)?.click();
}
