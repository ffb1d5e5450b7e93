import type { Worker } from "node:worker_threads";
import { logError } from "~/log.server";
import { readPicture } from "../files/picture-store.server";
import { Refusal } from "../refusal";
import type { LetterContent } from "./letter";
import type { Drawing } from "./letter-pdf-drawing.server";
import { letterProgram, partsOf, startLetterProgram } from "./letter-program.server";
import { letterQueue } from "./letter-queue.server";
import { letterWorkers } from "./letter-workers.server";

type Options = {
  /** Whether the letter is not released yet, which is then written on each page. */
  isDraft?: boolean;
};

type Program = {
  start: () => Worker;
  /** The longest time for a letter, in milliseconds. */
  timeLimit: number;
};

/** Creates `drawLetter` for a program that draws. Two letters are drawn at the same time, others wait. */
export function letterDrawer({ start, timeLimit }: Program) {
  const run = letterWorkers<Drawing, Uint8Array<ArrayBuffer>>({ start, timeLimit, idleTime: 5000 });
  const enqueue = letterQueue({ concurrency: 2, waiting: 1000 });

  return (content: LetterContent, { isDraft = false }: Options = {}): Promise<Buffer> =>
    enqueue(async () => {
      const [parts, logo] = await Promise.all([partsOf(content), logoOf(content)]);
      const drawing = { content: parts, logo, isDraft };
      const transferred = parts.map(({ buffer }) => buffer);
      const pdf = await run(drawing, transferred).catch((error: unknown) => {
        const reference = logError(error, `drawing the letter ${content.number}`);
        throw new Refusal(
          503,
          `The letter could not be drawn. Nothing was released. (reference ${reference})`,
        );
      });
      return Buffer.from(pdf.buffer);
    });
}

/**
 * Returns the PDF of a letter, which is tagged (PDF/UA-1). The same letter has the same bytes. Works in a worker thread, two
 * letters at the same time. Throws 503 if drawing fails or takes more than 30 s.
 */
export const drawLetter = letterDrawer({ start: () => startLetterProgram(letterProgram), timeLimit: 30_000 });

/** Returns the city's logo as PNG; null if it has none, or its picture is missing or broken. */
async function logoOf({ city }: LetterContent): Promise<Drawing["logo"]> {
  const picture = city.logo && (await readPicture(city.logo));
  if (!picture) return null;
  const { default: sharp } = await import("sharp");
  try {
    const { data, info } = await sharp(picture)
      .flatten({ background: "white" })
      .png()
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch {
    return null;
  }
}
