import { createRequire } from "node:module";
import { setImmediate as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { LetterContent } from "./letter";
import type { Drawing } from "./letter-pdf-drawing.server";
import type { FontFiles } from "./letter-pdf-fonts.server";

const { resolve } = createRequire(import.meta.url);

export const fontFiles: FontFiles = {
  regular: resolve("@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf"),
  bold: resolve("@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf"),
  symbols: resolve("@expo-google-fonts/noto-sans-symbols/400Regular/NotoSansSymbols_400Regular.ttf"),
  moreSymbols: resolve("@expo-google-fonts/noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf"),
  math: resolve("@expo-google-fonts/noto-sans-math/400Regular/NotoSansMath_400Regular.ttf"),
};

const isSource = (url: string): boolean => url.endsWith(".ts");

/** The program that draws letters. In a build, it is next to this one. */
export const letterProgram = new URL(
  isSource(import.meta.url) ? "./letter-pdf.worker.server.ts" : "./letter-pdf.worker.js",
  import.meta.url,
);

/** Node.js cannot read our TypeScript: without a build, tsx does. */
const startOfSource = ({ href }: URL): string =>
  `import("tsx/esm/api").then(({ register }) => { register(); return import(${JSON.stringify(href)}); });`;

/**
 * Starts a worker that draws letters. It does not get the environment, which has secrets. A letter with 800 corrections
 * needs an eighth of its memory.
 */
export function startLetterProgram(program: URL): Worker {
  const isOfSource = isSource(program.href);
  return new Worker(isOfSource ? startOfSource(program) : program, {
    eval: isOfSource,
    name: "letter",
    workerData: fontFiles,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
  });
}

/** Returns a letter as JSON: first without its disciplines, then each of them. Requests are handled in between. */
export async function partsOf({ disciplines, ...letter }: LetterContent): Promise<Drawing["content"]> {
  const parts: Drawing["content"] = [];
  for (const part of [letter, ...disciplines]) {
    parts.push(new TextEncoder().encode(JSON.stringify(part)));
    await pause();
  }
  return parts;
}
