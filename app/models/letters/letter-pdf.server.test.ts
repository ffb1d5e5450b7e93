import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import sharp from "sharp";
import { afterEach, describe, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { makeItem, makeLetter, makeLetterDiscipline } from "~/testing/letter-samples";
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
  const pdf = await drawLetter(letter);
  expect(wholeText(readPdf(pdf).root)).toContain("Show the exit. ��");
  expect(await drawLetter(letter)).toEqual(pdf);
  expect(await drawLetter(letter, { isDraft: true })).not.toEqual(pdf);
});

test("several letters at once are all drawn", async () => {
  const names = ["Ash", "Birch", "Cedar", "Date", "Elm"];
  const pdfs = await Promise.all(
    names.map((name) => drawLetter({ ...letter, permit: { ...letter.permit, name } })),
  );
  for (const [index, pdf] of pdfs.entries()) expect(wholeText(readPdf(pdf).root)).toContain(names[index]);
});

describe("the city's logo", () => {
  const logoOf = async (path: string) => {
    const pdf = await drawLetter({ ...letter, city: { name: "Oakville", logo: path } });
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

describe("503, with the cause in the log,", () => {
  const drawWith = (code: string, timeLimit = 60_000) => {
    const program = `require("node:worker_threads").parentPort.on("message", () => { ${code} });`;
    const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };
    return letterDrawer({ start: () => new Worker(program, { eval: true, resourceLimits }), timeLimit });
  };

  test.each([
    ["throws", "throw new Error('No ink')", /No ink/],
    ["ends", "process.exit(1)", /exit code 1/],
    [
      "has no memory left",
      "const all = []; for (;;) all.push({ all, text: String(all.length) });",
      /memory limit/,
    ],
    ["hangs", "for (;;);", /No result after 50 ms/, 50],
  ])("if the worker %s", async (_, code, cause, timeLimit?: number) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const draw = drawWith(code, timeLimit);
    const { status, message } = await refusalOf(draw(letter));
    const [[line], [error]] = log.mock.calls as [[string], [Error]];
    expect(line).toContain("drawing the letter OAK-26-041-PC2");
    const reference = /error (\w+) at/.exec(line)?.[1];
    expect({ status, message }).toEqual({
      status: 503,
      message: `The letter could not be drawn. Nothing was released. (reference ${reference})`,
    });
    expect(String(error)).toMatch(cause);
  });

  test("if the letter cannot be read", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { status } = await refusalOf(drawLetter({ ...letter, files: null } as unknown as LetterContent));
    expect(status).toBe(503);
    expect(await drawLetter(letter)).toBeInstanceOf(Buffer);
  });
});

test("two letters are drawn at the same time, others wait", async () => {
  const shared = new SharedArrayBuffer(12);
  const program = `
    const { parentPort, workerData } = require("node:worker_threads");
    const [running, seen, started] = [0, 1, 2];
    const numbers = new Int32Array(workerData);
    parentPort.on("message", () => {
      Atomics.or(numbers, seen, 1 << (Atomics.add(numbers, running, 1) + 1));
      Atomics.add(numbers, started, 1);
      Atomics.notify(numbers, started);
      // The first waits for the second.
      Atomics.wait(numbers, started, 1);
      Atomics.sub(numbers, running, 1);
      parentPort.postMessage(new Uint8Array(1));
    });
  `;
  const start = () => new Worker(program, { eval: true, workerData: shared });
  const draw = letterDrawer({ start, timeLimit: 60_000 });
  expect(await Promise.all([1, 2, 3, 4, 5].map(() => draw(letter)))).toHaveLength(5);
  const [running, seen, started] = new Int32Array(shared);
  expect({ running, seen, started }).toEqual({ running: 0, seen: (1 << 1) | (1 << 2), started: 5 });
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
  const [server, worker] = ["letter-pdf.server", "letter-pdf.worker.server"].map((name) => [
    ...allLoadedBy(`models/letters/${name}`),
  ]);
  expect(server).toContain("models/refusal");
  expect(server?.filter((name) => /^(pdfkit|fontkit)$|letter-pdf-(drawing|fonts)/.test(name))).toEqual([]);
  expect(worker).toContain("pdfkit");
  const isOfServer = (name: string) => /\.server$/.test(name) && !name.includes("letters/letter-pdf-");
  expect(worker?.filter(isOfServer)).toEqual([]);
});
