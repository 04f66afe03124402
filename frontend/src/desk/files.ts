// Local files, opened and saved by the browser alone.
import { ENDINGS } from "../front-ends";
import { keep } from "./drafts";

const LARGEST = 1_000_000;

/** Opens a game's file as a draft; the answer is where to edit it. */
export async function openFile(file: File): Promise<string> {
  if (file.size > LARGEST) throw new Error(`${file.name} is too large: rules have at most a million characters.`);
  const text = await read(file);
  if (text.includes("\0")) throw new Error(`${file.name} is no text. Games end in ${ENDINGS.join(", ")}.`);
  const draft = { text, file: file.name, params: {} };
  keep(`file:${file.name}`, draft, draft);
  return `/edit?file=${encodeURIComponent(file.name)}`;
}

function read(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error(`${file.name} cannot be read.`));
    reader.readAsText(file);
  });
}

export function saveText(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
