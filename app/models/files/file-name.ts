import { cleanLine } from "../clean-text";

export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const text = cleanLine(last);
  const extension = /\.[^.]{1,10}$/.exec(text)?.[0] ?? "";
  if (text.length <= 255) return text || "unnamed";
  // The cut must not leave the first half of a surrogate pair.
  return text.slice(0, 255 - extension.length).replace(/[\ud800-\udbff]$/, "") + extension;
}
