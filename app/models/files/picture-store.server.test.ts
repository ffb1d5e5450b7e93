import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { env } from "~/env.server";
import type { PictureCosts } from "~/testing/picture-process";
import { makeCity, makeViewer } from "~/testing/test-rows";
import { updateProfile } from "../accounts/user.server";
import { write } from "../db.server";
import { Refusal } from "../refusal";
import { cities } from "../tables.server";
import { readPicture, storePicture } from "./picture-store.server";
import { sweep } from "./plan-file-store.server";

const drawing = (width: number, height: number, background = "#2563eb") =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false });

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
])("%s is refused at its field", async (_, bytesOf) => {
  const { status, fields } = await refusal(await bytesOf());
  expect(status).toBe(400);
  expect(fields).toEqual({ picture: ["Only PNG, JPEG and WebP pictures are accepted"] });
});

test("of a picture that moves the first frame is kept", async () => {
  const frames = await Promise.all(
    ["#ff0000", "#00ff00"].map((colour) => drawing(20, 10, colour).png().toBuffer()),
  );
  const moving = await sharp(frames, { join: { animated: true } })
    .webp({ lossless: true })
    .toBuffer();
  const stored = sharp((await readPicture(await storePicture(moving))) ?? undefined);
  const { pages, width, height } = await stored.metadata();
  expect({ pages, width, height }).toEqual({ pages: undefined, width: 20, height: 10 });
  expect((await stored.stats()).dominant).toMatchObject({ g: 8, b: 8 });
});

describe("a picture of 4096 by 4096 pixels", () => {
  const quickWebp = { lossless: true, effort: 0 };
  const tooLarge = { picture: ["This picture is too large: at most 4096 by 4096 pixels."] };

  test.each([
    ["in PNG", () => drawing(4096, 4096).png()],
    ["in WebP", () => drawing(4096, 4096).webp(quickWebp)],
    ["in JPEG", () => drawing(4096, 4096).jpeg()],
    [
      "with other sides that lies on one",
      () => drawing(16_384, 1024).withMetadata({ orientation: 6 }).jpeg(),
    ],
  ])("%s is stored", async (_, picture) => {
    expect(await storePicture(await picture().toBuffer())).toMatch(/webp$/);
  });

  test.each([
    ["in PNG", () => drawing(4097, 4096).png({ progressive: true })],
    ["in WebP", () => drawing(4096, 4097).webp(quickWebp)],
    ["in JPEG", () => drawing(4097, 4096).jpeg()],
    [
      "with other sides that lies on one",
      () => drawing(16_384, 1025).withMetadata({ orientation: 6 }).jpeg(),
    ],
  ])("and a line more %s is refused at its field", async (_, picture) => {
    const { status, fields } = await refusal(await picture().toBuffer());
    expect({ status, fields }).toEqual({ status: 400, fields: tooLarge });
  });

  test("waits while another is drawn; beyond twenty it is told to come back", async () => {
    const bytes = await drawing(4096, 4096).jpeg().toBuffer();
    const sent = await Promise.allSettled(Array.from({ length: 40 }, () => storePicture(bytes)));
    const refused = sent.flatMap((each) => (each.status === "rejected" ? [each.reason as Refusal] : []));
    // Whoever comes after the first is done finds a place again.
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

/** What twelve at once of a progressive JPEG, which is decoded as a whole, cost a process of its own. */
async function costsOfTwelve(side: number): Promise<PictureCosts> {
  const folder = join(env.DATA_DIR, `process-${side}`);
  mkdirSync(folder);
  const file = join(folder, "picture.jpg");
  await drawing(side, side).jpeg({ progressive: true }).toFile(file);
  const output = execFileSync(
    process.execPath,
    ["--import", "tsx", "app/testing/picture-process.ts", file, "12"],
    { env: { ...process.env, DATA_DIR: folder }, encoding: "utf8" },
  );
  return JSON.parse(output);
}

describe("of twelve progressive JPEGs at once", () => {
  test("those of 4096 by 4096 are all stored in little memory, while pages are read", async () => {
    const { outcomes, peak, doneBeforePages } = await costsOfTwelve(4096);
    expect(outcomes).toEqual(Array(12).fill("stored"));
    expect(peak).toBeLessThan(150);
    expect(doneBeforePages).toBeLessThan(12);
  });

  test("those of 7050 by 7050 are all refused, and take none", async () => {
    const { outcomes, peak } = await costsOfTwelve(7050);
    expect(outcomes).toEqual(Array(12).fill("This picture is too large: at most 4096 by 4096 pixels."));
    expect(peak).toBeLessThan(50);
  });
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

describe("the sweep", () => {
  const folder = join(env.DATA_DIR, "pictures");
  const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
  const age = (name: string) => utimesSync(join(folder, name), longAgo, longAgo);
  let made = 0;

  /** A picture like no other, which has been there for more than a day. */
  async function oldPicture() {
    made += 1;
    const path = await storePicture(
      await drawing(10 + made, 10)
        .png()
        .toBuffer(),
    );
    age(path);
    return path;
  }

  test("removes what was replaced a day ago, and spares what a person or a city shows", async () => {
    const viewer = await makeViewer("admin");
    const city = await makeCity();
    const [first, second, logo] = [await oldPicture(), await oldPicture(), await oldPicture()];
    await updateProfile(viewer, { profileImagePath: first });
    await write(async (tx) => {
      await tx.update(cities).set({ logoPath: logo }).where(eq(cities.id, city.id));
    });
    await sweep();
    expect(await readPicture(first)).not.toBeNull();
    expect(await readPicture(second)).toBeNull();
    expect(await readPicture(logo)).not.toBeNull();

    await updateProfile(viewer, { profileImagePath: null });
    await sweep();
    expect(await readPicture(first)).toBeNull();
    expect(await readPicture(logo)).not.toBeNull();
  });

  test("spares what was drawn within a day, also when it had been there before", async () => {
    const bytes = await drawing(9, 9).png().toBuffer();
    const path = await storePicture(bytes);
    age(path);
    await storePicture(bytes);
    await sweep();
    expect(await readPicture(path)).not.toBeNull();
  });

  test("removes what broke off a day ago, and says how many went", async () => {
    await sweep();
    const [broken, underWay] = ["0d4c9a0e-broken", "0d4c9a0e-under-way"];
    for (const name of [broken, underWay]) writeFileSync(join(folder, name), "half");
    age(broken);
    expect(await sweep()).toBe(1);
    expect(readdirSync(folder)).not.toContain(broken);
    expect(readdirSync(folder)).toContain(underWay);
  });
});
