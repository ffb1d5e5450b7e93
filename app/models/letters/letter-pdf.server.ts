import { fileURLToPath } from "node:url";
import type { ResourceLimits } from "node:worker_threads";
import { Piscina } from "piscina";
import { env } from "~/platform/env.server";
import { logError } from "~/platform/log.server";
import { readPicture } from "../files/picture-store.server";
import { portalAddressOf } from "../permits/permit-address";
import { Refusal } from "../refusal";
import type { CutOuts } from "./cut-outs.server";
import type { LetterContent } from "./letter";
import type { Drawing } from "./letter-drawing.server";
import { letterQueue } from "./letter-queue.server";

type Program = { filename: string; timeLimit?: number; resourceLimits?: ResourceLimits };

type Options = { permitId: number; cutOuts?: CutOuts; isDraft?: boolean };

const isSource = import.meta.url.endsWith(".ts");

/** In a build, it is next to this file. */
const drawing = fileURLToPath(
  new URL(isSource ? "./letter-drawing.server.ts" : "./letter-drawing.js", import.meta.url),
);

/** A letter with 800 corrections needs an eighth of it. */
const memory: ResourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

export function letterDrawer({ filename, timeLimit = 30_000, resourceLimits = memory }: Program) {
  const pool = new Piscina({
    filename,
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: 5000,
    // The environment has secrets.
    env: {},
    // Without a build, Node.js needs tsx to read it.
    execArgv: isSource ? ["--import", "tsx"] : [],
    resourceLimits,
    // Letters need no faster start.
    atomics: "disabled",
  });
  // The failure of a worker without a letter would end the process.
  pool.on("error", (error) => logError(error, "waiting for letters to draw"));
  const enqueue = letterQueue("letters", 2, 1000);

  return (
    content: LetterContent,
    { permitId, cutOuts = new Map(), isDraft = false }: Options,
  ): Promise<Buffer> =>
    enqueue(async () => {
      const permitAddress = `${env.ORIGIN}${portalAddressOf(permitId)}`;
      const drawing: Drawing = { content, permitAddress, logo: await logoOf(content), cutOuts, isDraft };
      const signal = AbortSignal.timeout(timeLimit);
      const pdf: Uint8Array = await pool.run(drawing, { signal }).catch((error: unknown) => {
        const cause = signal.aborted ? new Error(`No result after ${timeLimit} ms`) : error;
        const reference = logError(cause, `drawing the letter ${content.number}`);
        const message = `The letter could not be drawn. Nothing was released. (reference ${reference})`;
        throw new Refusal(503, message);
      });
      return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length);
    });
}

/** Draws a tagged PDF (PDF/UA-1) in a worker, with the same bytes each time. 503 if it fails or takes more than 30 s. */
export const drawLetter = letterDrawer({ filename: drawing });

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
