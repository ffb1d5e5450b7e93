import { fileURLToPath } from "node:url";
import type { ResourceLimits } from "node:worker_threads";
import { Piscina } from "piscina";
import { logError } from "~/log.server";
import { readPicture } from "../files/picture-store.server";
import { Refusal } from "../refusal";
import { workQueue } from "../work-queue.server";
import type { LetterContent } from "./letter";
import type { Drawing } from "./letter-drawing.server";

type Options = {
  /** Whether the letter is not released yet, which is then written on each page. */
  isDraft?: boolean;
};

type Program = {
  /** The file whose function draws. */
  filename: string;
  /** The longest time for a letter, in milliseconds. */
  timeLimit?: number;
  resourceLimits?: ResourceLimits;
};

const isSource = import.meta.url.endsWith(".ts");

/** What draws letters. In a build, it is next to this file. */
const drawing = fileURLToPath(
  new URL(isSource ? "./letter-drawing.server.ts" : "./letter-drawing.js", import.meta.url),
);

/** A letter with 800 corrections needs an eighth of it. */
const memory: ResourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

/** A queue for letters to be drawn. A full one refuses with 503. */
export const letterQueue = (concurrency: number, waiting: number) =>
  workQueue({
    ...{ concurrency, waiting },
    refusal: () =>
      new Refusal(503, "Many letters are being drawn. Try again in a moment.", undefined, { retryAfter: 30 }),
  });

/** Creates `drawLetter` for a program that draws. Two letters are drawn at the same time, others wait. */
export function letterDrawer({ filename, timeLimit = 30_000, resourceLimits = memory }: Program) {
  const pool = new Piscina({
    filename,
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: 5000,
    // The environment has secrets.
    env: {},
    // Node.js cannot read our TypeScript: without a build, tsx does.
    execArgv: isSource ? ["--import", "tsx"] : [],
    resourceLimits,
    // An idle thread that waits for its next letter does nothing else: letters need no faster start.
    atomics: "disabled",
  });
  // The failure of a worker without a letter would end the process.
  pool.on("error", (error) => logError(error, "waiting for letters to draw"));
  const enqueue = letterQueue(2, 1000);

  return (content: LetterContent, { isDraft = false }: Options = {}): Promise<Buffer> =>
    enqueue(async () => {
      const drawing: Drawing = { content, logo: await logoOf(content), isDraft };
      const signal = AbortSignal.timeout(timeLimit);
      const pdf: Uint8Array = await pool.run(drawing, { signal }).catch((error: unknown) => {
        const cause = signal.aborted ? new Error(`No result after ${timeLimit} ms`) : error;
        const reference = logError(cause, `drawing the letter ${content.number}`);
        throw new Refusal(
          503,
          `The letter could not be drawn. Nothing was released. (reference ${reference})`,
        );
      });
      return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length);
    });
}

/**
 * Returns the PDF of a letter, which is tagged (PDF/UA-1). The same letter has the same bytes. Works in a worker thread, two
 * letters at the same time. Throws 503 if drawing fails or takes more than 30 s.
 */
export const drawLetter = letterDrawer({ filename: drawing });

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
