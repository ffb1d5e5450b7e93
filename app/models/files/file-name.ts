import { cleanLine, visibleText } from "../clean-text";

const maxLength = 255;

/** The folders of a full path, or of one that leads upward, which only a program sends. */
const folders = /^(?:[a-z]:|\.{1,2})?[/\\](?:.*[/\\])?/i;

/** Returns a name of visible characters, without a path, in NFC, of at most 255 characters, with its extension. */
export function cleanFileName(name: string): string {
  const text = visibleText(cleanLine(name)).replace(folders, "").replace(/[/\\]/g, "_").trim();
  const extension = /\.[^.]{1,10}$/.exec(text)?.[0] ?? "";
  const base = text.slice(0, text.length - extension.length);
  if (!cleanLine(base.replaceAll(".", ""))) return `file${extension || ".pdf"}`;
  // The cut must not leave the first half of a surrogate pair.
  return base.slice(0, maxLength - extension.length).replace(/[\ud800-\udbff]$/, "") + extension;
}
