import { mkdir, open, readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { env } from "~/env.server";

const folder = join(env.DATA_DIR, "outbox");

/** Writes a mail under a name that begins with its time: whole, or not at all. */
export async function keepInOutbox(name: string, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const file = await open(`${path}.part`, "w", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
}

/** The mail in the folder, the newest first, at most this many. */
export async function listOutbox(most: number) {
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith(".eml"))
    .sort()
    .reverse()
    .slice(0, most);
  return Promise.all(
    newest.map(async (name) => ({ name, ...readEml(await readFile(join(folder, name), "utf8")) })),
  );
}

/** Address, subject and plain text of a mail as it is written here: in parts, plain or quoted-printable. */
export function readEml(source: string) {
  const [head = "", body = ""] = halves(source.replaceAll("\r\n", "\n"));
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? "";
  const part = body.split(`--${boundary}`).find((each) => each.startsWith("\nContent-Type: text/plain"));
  const [partHead, text] = halves(part?.trimStart() ?? "");
  const isQuoted = partHead.includes("quoted-printable");
  return {
    to: header(head, "To"),
    subject: header(head, "Subject"),
    text: (isQuoted ? unquoted(text) : text).trim(),
  };
}

function halves(text: string): [string, string] {
  const end = text.indexOf("\n\n");
  return end === -1 ? [text, ""] : [text.slice(0, end), text.slice(end + 2)];
}

function header(head: string, name: string): string {
  const line = new RegExp(`^${name}:(.*(?:\n[ \t].*)*)`, "m").exec(head)?.[1] ?? "";
  return line
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/\n[ \t]/g, " ")
    .replace(/=\?utf-8\?q\?([^?]*)\?=/gi, (_, word: string) => unquoted(word.replaceAll("_", " ")))
    .trim();
}

const unquoted = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\n/g, "")
      .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString("utf8");
