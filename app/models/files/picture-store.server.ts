import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { env } from "~/env.server";
import { fieldRefusal } from "../refusal";

export const largestPicture = 1024 * 1024;

const folder = join(env.DATA_DIR, "pictures");
const formats = new Set(["png", "jpeg", "webp"]);
const longestSide = 320;

/**
 * Stores a picture anew as WebP, at most 320 pixels wide and high, and answers its path. Whatever else
 * the file held does not come along; anything but PNG, JPEG and WebP is refused at the given field.
 */
export async function storePicture(bytes: Buffer, field = "picture"): Promise<string> {
  const drawn = await drawAnew(bytes).catch(() => null);
  if (!drawn) throw fieldRefusal(field, "Only PNG, JPEG and WebP pictures are accepted");
  const path = `${createHash("sha256").update(drawn).digest("hex").slice(0, 32)}.webp`;
  const incoming = join(folder, randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(incoming, drawn, { flush: true });
  await rename(incoming, join(folder, path));
  return path;
}

async function drawAnew(bytes: Buffer): Promise<Buffer | null> {
  const image = sharp(bytes, { limitInputPixels: 50_000_000 });
  const { format } = await image.metadata();
  if (!formats.has(format ?? "")) return null;
  const bounds = {
    width: longestSide,
    height: longestSide,
    fit: "inside",
    withoutEnlargement: true,
  } as const;
  return image.rotate().resize(bounds).webp().toBuffer();
}

/** A stored picture, or null; nothing but the names that are given here is looked up. */
export async function readPicture(path: string): Promise<Buffer | null> {
  if (!/^[0-9a-f]{32}\.webp$/.test(path)) return null;
  return readFile(join(folder, path)).catch(() => null);
}
