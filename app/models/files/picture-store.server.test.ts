import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { env } from "~/platform/env.server";
import type { PictureCosts } from "~/testing/picture-process";
import { Refusal } from "../refusal";
import { readPicture, storePicture } from "./picture-store.server";

const image = (width: number, height: number, background = "#2563eb") =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false });

const refusalOf = async (bytes: Buffer) => {
  const error = await storePicture(bytes).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Refusal);
  return error as Refusal;
};

test.each(["png", "jpeg", "webp"] as const)("a picture in %s is stored as WebP", async (format) => {
  const path = await storePicture(await image(40, 30).toFormat(format).toBuffer());
  expect(path).toMatch(/^[0-9a-f]{32}\.webp$/);
  const {
    format: storedFormat,
    width,
    height,
  } = await sharp((await readPicture(path)) ?? undefined).metadata();
  expect({ storedFormat, width, height }).toEqual({ storedFormat: "webp", width: 40, height: 30 });
});

test("a large picture is reduced to 320 pixels on its longest side", async () => {
  const path = await storePicture(await image(1000, 500).png().toBuffer());
  const { width, height } = await sharp((await readPicture(path)) ?? undefined).metadata();
  expect({ width, height }).toEqual({ width: 320, height: 160 });
});

test("a picture is rotated by its orientation, and stored without metadata", async () => {
  const bytes = await image(40, 20)
    .withExif({ IFD0: { Artist: "Ann Artist", Orientation: "6" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const stored = await readPicture(await storePicture(bytes));
  const { width, height, exif } = await sharp(stored ?? undefined).metadata();
  expect({ width, height, exif }).toEqual({ width: 20, height: 40, exif: undefined });
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';

test.each([
  ["an empty file", async () => Buffer.alloc(0)],
  ["text", async () => Buffer.from("not a picture")],
  ["SVG", async () => Buffer.from(svg)],
  ["GIF", () => image(4, 4).gif().toBuffer()],
  ["TIFF", () => image(4, 4).tiff().toBuffer()],
])("%s is refused with a field error", async (_, bytesOf) => {
  const { status, fields } = await refusalOf(await bytesOf());
  expect(status).toBe(400);
  expect(fields).toEqual({ picture: ["Only PNG, JPEG and WebP pictures are accepted"] });
});

test("a PNG cut off in the middle is refused as damaged", async () => {
  const whole = await image(300, 300).png({ compressionLevel: 0 }).toBuffer();
  const { status, fields } = await refusalOf(whole.subarray(0, 5000));
  expect([status, fields]).toEqual([400, { picture: [expect.stringContaining("damaged or incomplete")] }]);
});

test("the first frame of an animated picture is stored", async () => {
  const frames = await Promise.all(
    ["#ff0000", "#00ff00"].map((color) => image(20, 10, color).png().toBuffer()),
  );
  const animated = await sharp(frames, { join: { animated: true } })
    .webp({ lossless: true })
    .toBuffer();
  const stored = sharp((await readPicture(await storePicture(animated))) ?? undefined);
  const { pages, width, height } = await stored.metadata();
  expect({ pages, width, height }).toEqual({ pages: undefined, width: 20, height: 10 });
  expect((await stored.stats()).dominant).toMatchObject({ g: 8, b: 8 });
});

describe("the limit of 4096 by 4096 pixels", () => {
  const quickPng = { compressionLevel: 1 };
  const quickWebp = { lossless: true, effort: 0 };
  const progressive = { progressive: true };

  test.each([
    ["PNG", () => image(4096, 4096).png(quickPng)],
    ["WebP", () => image(4096, 4096).webp(quickWebp)],
    ["progressive JPEG", () => image(4096, 4096).jpeg(progressive)],
    [
      "rotated progressive JPEG of other proportions",
      () => image(16_384, 1024).withMetadata({ orientation: 6 }).jpeg(progressive),
    ],
  ])("stores a picture of that size as %s", async (_, picture) => {
    expect(await storePicture(await picture().toBuffer())).toMatch(/webp$/);
  });

  const orJpeg = "Make it smaller, or save it as JPEG, and send that.";
  const smaller = "Make it smaller, and send that.";

  test.each([
    ["PNG", "4097 by 4096", orJpeg, () => image(4097, 4096).png({ ...quickPng, progressive: true })],
    ["WebP", "4096 by 4097", orJpeg, () => image(4096, 4097).webp(quickWebp)],
    ["progressive JPEG", "4097 by 4096", smaller, () => image(4097, 4096).jpeg(progressive)],
    [
      "rotated progressive JPEG of other proportions",
      "16384 by 1025",
      smaller,
      () => image(16_384, 1025).withMetadata({ orientation: 6 }).jpeg(progressive),
    ],
  ])("refuses one more row or column of pixels of a %s", async (_, size, advice, picture) => {
    const { status, fields } = await refusalOf(await picture().toBuffer());
    const message = `This picture has ${size} pixels, and at most 4096 by 4096 can be read. ${advice}`;
    expect({ status, fields }).toEqual({ status: 400, fields: { picture: [message] } });
  });

  test("is of 8192 by 8192 for a JPEG in one scan", async () => {
    expect(await storePicture(await image(8192, 8192).jpeg().toBuffer())).toMatch(/webp$/);
    const { fields } = await refusalOf(await image(8193, 8192).jpeg().toBuffer());
    expect(fields).toEqual({
      picture: [`This picture has 8193 by 8192 pixels, and at most 8192 by 8192 can be read. ${smaller}`],
    });
  });

  test("pictures are stored one at a time; more than twenty waiting ones are refused with 503", async () => {
    const bytes = await image(1024, 1024).jpeg().toBuffer();
    const sent = await Promise.allSettled(Array.from({ length: 40 }, () => storePicture(bytes)));
    const refused = sent.flatMap((result) =>
      result.status === "rejected" ? [result.reason as Refusal] : [],
    );
    // A request can still wait if it arrives after the first picture is stored.
    expect(sent.length - refused.length).toBeGreaterThanOrEqual(21);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, message, headers } of refused) {
      expect(status).toBe(503);
      expect(message).toBe("Many pictures are being stored. Try again in a moment.");
      expect(headers.get("retry-after")).toBe("5");
    }
    expect(await storePicture(bytes)).toMatch(/webp$/);
  });
});

/** Returns the costs of storing a JPEG twelve times at once. */
async function costsOfTwelve(name: string, picture: Sharp): Promise<PictureCosts> {
  const folder = join(env.DATA_DIR, name);
  mkdirSync(folder);
  const file = join(folder, "picture.jpg");
  await picture.toFile(file);
  const output = execFileSync(
    process.execPath,
    ["--import", "tsx", "app/testing/picture-process.ts", file, "12"],
    { env: { ...process.env, DATA_DIR: folder }, encoding: "utf8" },
  );
  return JSON.parse(output);
}

describe("twelve JPEGs at once", () => {
  const allStored = Array(12).fill("stored");
  const progressive = (side: number) => image(side, side).jpeg({ progressive: true });

  test("of 4096 by 4096 pixels, progressive, are all stored with little memory, while pages are read", async () => {
    const { results, peak, doneBeforePages } = await costsOfTwelve("progressive", progressive(4096));
    expect(results).toEqual(allStored);
    expect(peak).toBeLessThan(150);
    expect(doneBeforePages).toBeLessThan(12);
  });

  test("of 7050 by 7050 pixels, progressive, are all refused, with little memory", async () => {
    const { results, peak } = await costsOfTwelve("too-large", progressive(7050));
    expect(new Set(results)).toEqual(new Set([expect.stringContaining("7050 by 7050 pixels")]));
    expect(peak).toBeLessThan(50);
  });

  test("of a phone's 48 megapixels, turned, are all stored with little memory", async () => {
    const phone = image(8064, 6048).withMetadata({ orientation: 6 }).jpeg();
    const { results, peak } = await costsOfTwelve("phone", phone);
    expect(results).toEqual(allStored);
    expect(peak).toBeLessThan(50);
  });
});

test("the same picture sent twice has two paths, which begin with its hash", async () => {
  const bytes = await image(320, 320, "#dc2626").png().toBuffer();
  const paths = await Promise.all([storePicture(bytes), storePicture(bytes)]);
  const hash = createHash("sha256")
    .update((await readPicture(paths[0])) ?? "")
    .digest("hex");
  expect(new Set(paths).size).toBe(2);
  expect(paths.map((path) => path.slice(0, 16))).toEqual([hash.slice(0, 16), hash.slice(0, 16)]);
});

test.each([
  "../secret.webp",
  "secret.webp",
  "..%2fsecret.webp",
  `${"a".repeat(32)}.webp\n`,
  `${"a".repeat(32)}.webp`,
  "",
])("no picture is read for the path %o", async (path) => {
  writeFileSync(join(env.DATA_DIR, "secret.webp"), "secret");
  expect(await readPicture(path)).toBeNull();
});
