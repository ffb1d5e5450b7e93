import { mkdir, open, readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { env } from "~/platform/env.server";

const folder = join(env.DATA_DIR, "outbox");

/** Completely, or not at all. The name begins with the email's time. */
export async function writeToOutbox(name: string, content: Buffer): Promise<void> {
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
