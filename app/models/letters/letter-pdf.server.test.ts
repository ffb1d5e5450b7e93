import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, describe, expect, test, vi } from "vitest";
import { env } from "~/platform/env.server";
import { makeItem, makeLetter, makeLetterDiscipline, makePlace } from "~/testing/letter-samples";
import { allElements, readPdf, wholeText } from "~/testing/pdf-reader";
import { loadedBy, ownFile, sources } from "~/testing/sources";
import { storePicture } from "../files/picture-store.server";
import { Refusal } from "../refusal";
import type { LetterContent } from "./letter";
import { drawLetter, letterDrawer } from "./letter-pdf.server";

afterEach(() => {
  vi.restoreAllMocks();
});

const letter = makeLetter({
  disciplines: [makeLetterDiscipline({ open: [makeItem({ text: "Show the exit. 漢字" })] })],
});

const refusalOf = async (drawn: Promise<Buffer>) => {
  const error = await drawn.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Refusal);
  return error as Refusal;
};

test("a letter is drawn by a worker, with the same bytes each time", async () => {
  const pdf = await drawLetter(letter, { permitId: 7 });
  expect(wholeText(readPdf(pdf).root)).toContain("Show the exit. ��");
  expect(await drawLetter(letter, { permitId: 7 })).toEqual(pdf);
  expect(await drawLetter(letter, { permitId: 7, isDraft: true })).not.toEqual(pdf);
});

test("places lead to the permit in the portal", async () => {
  const item = makeItem({ places: [makePlace({ sheetId: 21 })] });
  const placed = makeLetter({ disciplines: [makeLetterDiscipline({ open: [item] })] });
  const { objects } = readPdf(await drawLetter(placed, { permitId: 7 }));
  expect(objects.join()).toContain(`(${env.ORIGIN}/oakvilles/permits/7/sheets/21?`);
});

test("several letters at once are all drawn", async () => {
  const names = ["Ash", "Birch", "Cedar", "Date", "Elm"];
  const pdfs = await Promise.all(
    names.map((name) => drawLetter({ ...letter, permit: { ...letter.permit, name } }, { permitId: 7 })),
  );
  for (const [index, pdf] of pdfs.entries()) expect(wholeText(readPdf(pdf).root)).toContain(names[index]);
});

describe("the city's logo", () => {
  const logoOf = async (path: string) => {
    const pdf = await drawLetter({ ...letter, city: { name: "Oakville", logo: path } }, { permitId: 7 });
    return allElements(readPdf(pdf).root).find(({ tag }) => tag === "Figure");
  };
  const picture = () => {
    const background = { r: 40, g: 90, b: 60, alpha: 0.5 };
    return sharp({ create: { width: 300, height: 100, channels: 4, background } })
      .png()
      .toBuffer();
  };

  test("is on the first page", async () => {
    const figure = await logoOf(await storePicture(await picture()));
    expect(figure?.dictionary).toContain("/Alt (Logo of the City of Oakville)");
    expect(figure?.dictionary).toContain("/BBox [54 702 162 738]");
  });

  test("is left out if it is missing or broken", async () => {
    expect(await logoOf(`${"0".repeat(32)}.webp`)).toBeUndefined();
    const path = await storePicture(await picture());
    const file = join(env.DATA_DIR, "pictures", path);
    for (const length of [30, 0]) {
      await writeFile(file, (await readFile(file)).subarray(0, length));
      expect(await logoOf(path)).toBeUndefined();
    }
  });
});

/** Draws with a program that has this body for each letter, and no other module. */
async function drawWith(body: string, settings: { timeLimit?: number } = {}) {
  const filename = join(env.DATA_DIR, `${randomUUID()}.mjs`);
  await writeFile(
    filename,
    `import { threadId } from "node:worker_threads";\nexport default async ({ content }) => {\n${body}\n};\n`,
  );
  return letterDrawer({
    filename,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    ...settings,
  });
}

const numberOf = (pdf: Buffer) => pdf.readInt32LE();
const replyThread = "return new Uint8Array(new Int32Array([threadId]).buffer);";

describe("503, with the cause in the log,", () => {
  test.each([
    ["throws", "throw new Error('No ink');", /No ink/],
    ["ends", "process.exit(1);", /code: 1/],
    [
      "has no memory left",
      "const all = []; for (;;) all.push({ all, text: String(all.length) });",
      /memory limit/,
    ],
    ["hangs", "for (;;);", /No result after 500 ms/, 500],
    ["never replies", "await new Promise(() => {});", /No result after 500 ms/, 500],
  ])("if the worker %s, and the next letter is drawn", async (_, code, cause, timeLimit?: number) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const draw = await drawWith(`if (content.coverNote) { ${code} }\n${replyThread}`, { timeLimit });
    const { status, message } = await refusalOf(draw({ ...letter, coverNote: "Bad" }, { permitId: 7 }));
    const [[line], [error]] = log.mock.calls as [[string], [Error]];
    expect(line).toContain("drawing the letter OAK-26-041-PC2");
    const reference = /error (\w+) at/.exec(line)?.[1];
    expect({ status, message }).toEqual({
      status: 503,
      message: `The letter could not be drawn. Nothing was released. (reference ${reference})`,
    });
    expect(String(error)).toMatch(cause);
    if (!timeLimit) expect(numberOf(await draw(letter, { permitId: 7 }))).toBeGreaterThan(0);
  });

  test("if the letter cannot be read", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { status } = await refusalOf(
      drawLetter({ ...letter, files: null } as unknown as LetterContent, { permitId: 7 }),
    );
    expect(status).toBe(503);
    expect(await drawLetter(letter, { permitId: 7 })).toBeInstanceOf(Buffer);
  });
});

test("the next letter has the same worker", async () => {
  const draw = await drawWith(replyThread);
  expect(numberOf(await draw(letter, { permitId: 7 }))).toBe(numberOf(await draw(letter, { permitId: 7 })));
});

test("a worker has no environment", async () => {
  const draw = await drawWith("return new TextEncoder().encode(JSON.stringify(process.env));");
  expect((await draw(letter, { permitId: 7 })).toString()).toBe("{}");
});

test("two letters are drawn at the same time, others wait", async () => {
  // Each counts how many are being drawn, in files of their own.
  const folder = join(env.DATA_DIR, "running");
  await mkdir(folder);
  const draw = await drawWith(`
    const { readdirSync, rmSync, writeFileSync } = await import("node:fs");
    const file = ${JSON.stringify(folder)} + "/" + threadId;
    writeFileSync(file, "");
    await new Promise((resolve) => setTimeout(resolve, 200));
    const running = readdirSync(${JSON.stringify(folder)}).length;
    rmSync(file);
    return new Uint8Array([running]);
  `);
  const running = await Promise.all(
    [1, 2, 3, 4, 5].map(async () => (await draw(letter, { permitId: 7 }))[0]),
  );
  expect(Math.max(...running.map(Number))).toBe(2);
});

/** The files that a file loads, directly or through others, and the packages. */
function allLoadedBy(path: string, known = new Set<string>()): Set<string> {
  const text = sources.find((source) => source.path === `${path}.ts`)?.text ?? "";
  for (const name of loadedBy(text)) {
    const target = ownFile(path, name) ?? name;
    if (known.has(target)) continue;
    known.add(target);
    allLoadedBy(target, known);
  }
  return known;
}

test("the server does not load what draws, and the worker loads neither the settings nor the database", () => {
  const [server, worker] = ["letter-pdf.server", "letter-drawing.server"].map((name) => [
    ...allLoadedBy(`models/letters/${name}`),
  ]);
  expect(server).toContain("models/refusal");
  expect(server?.filter((name) => /^(pdfkit|fontkit)$|letter-(drawing|fonts)/.test(name))).toEqual([]);
  expect(worker).toContain("pdfkit");
  const isOfServer = (name: string) => /\.server$/.test(name) && !name.includes("letters/letter-fonts");
  expect(worker?.filter(isOfServer)).toEqual([]);
});
