import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "~/platform/env.server";
import { writeWhole } from "~/platform/whole-file.server";

const folder = join(env.DATA_DIR, "outbox");

/** Completely, or not at all. The name begins with the email's time. */
export const writeToOutbox = (name: string, content: Buffer): Promise<void> =>
  writeWhole(join(folder, name), content);

export async function listOutbox(maximum: number) {
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith(".eml"))
    .sort()
    .reverse()
    .slice(0, maximum);
  return Promise.all(
    newest.map(async (name) => ({ name, ...(await parseEmail(await readFile(join(folder, name)))) })),
  );
}

async function parseEmail(source: Buffer) {
  const { default: PostalMime } = await import("postal-mime");
  const { to = [], subject = "", text = "" } = await PostalMime.parse(source);
  return { to: to.map(({ address }) => address).join(", "), subject, text: text.trim() };
}
