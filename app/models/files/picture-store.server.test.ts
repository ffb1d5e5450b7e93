import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { env } from "~/env.server";
import { Refusal } from "../refusal";
import { readPicture, storePicture } from "./picture-store.server";

const drawing = (width: number, height: number, background = "#2563eb") =>
  sharp({ create: { width, height, channels: 3, background } });

const refusal = async (bytes: Buffer) => {
  const error = await storePicture(bytes).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Refusal);
  return error as Refusal;
};

test.each(["png", "jpeg", "webp"] as const)("a picture in %s is kept as WebP", async (format) => {
  const path = await storePicture(await drawing(40, 30).toFormat(format).toBuffer());
  expect(path).toMatch(/^[0-9a-f]{32}\.webp$/);
  const { format: kept, width, height } = await sharp((await readPicture(path)) ?? undefined).metadata();
  expect({ kept, width, height }).toEqual({ kept: "webp", width: 40, height: 30 });
});

test("a large picture becomes 320 pixels at its longest side", async () => {
  const path = await storePicture(await drawing(1000, 500).png().toBuffer());
  const { width, height } = await sharp((await readPicture(path)) ?? undefined).metadata();
  expect({ width, height }).toEqual({ width: 320, height: 160 });
});

test("a picture that lies on its side is turned, and what its file told of its maker does not come along", async () => {
  const bytes = await drawing(40, 20)
    .withExif({ IFD0: { Artist: "Somebody", Orientation: "6" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const stored = await readPicture(await storePicture(bytes));
  const { width, height, exif } = await sharp(stored ?? undefined).metadata();
  expect({ width, height, exif }).toEqual({ width: 20, height: 40, exif: undefined });
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';

test.each([
  ["nothing", async () => Buffer.alloc(0)],
  ["text", async () => Buffer.from("not a picture")],
  ["SVG", async () => Buffer.from(svg)],
  ["GIF", () => drawing(4, 4).gif().toBuffer()],
  ["TIFF", () => drawing(4, 4).tiff().toBuffer()],
  [
    "a PNG cut off in the middle",
    async () => (await drawing(300, 300).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 5000),
  ],
  ["a PNG of more than 50 million pixels", () => drawing(8000, 8000).png({ compressionLevel: 9 }).toBuffer()],
])("%s is refused at its field", async (_, bytesOf) => {
  const { status, fields } = await refusal(await bytesOf());
  expect(status).toBe(400);
  expect(fields).toEqual({ picture: ["Only PNG, JPEG and WebP pictures are accepted"] });
});

test("the same picture sent many times at once is stored once, and nothing is left over", async () => {
  const bytes = await drawing(320, 320, "#dc2626").png().toBuffer();
  const paths = await Promise.all(Array.from({ length: 12 }, () => storePicture(bytes)));
  expect(new Set(paths).size).toBe(1);
  expect((await sharp((await readPicture(paths[0] ?? "")) ?? undefined).stats()).channels).toHaveLength(3);
  expect(readdirSync(join(env.DATA_DIR, "pictures")).filter((name) => !name.endsWith(".webp"))).toEqual([]);
});

test.each([
  "../secret.webp",
  "secret.webp",
  "..%2fsecret.webp",
  `${"a".repeat(32)}.webp\n`,
  `${"a".repeat(32)}.webp`,
  "",
])("no picture is looked up as %o", async (path) => {
  writeFileSync(join(env.DATA_DIR, "secret.webp"), "secret");
  expect(await readPicture(path)).toBeNull();
});
