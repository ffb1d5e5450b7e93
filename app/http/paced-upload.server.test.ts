import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { pacedUpload } from "./paced-upload.server";

const chunksOf = (name: string, length: number) =>
  Array.from({ length }, (_, index) => Buffer.from(`${name}${index} `));

/** Counts the passed chunks in each round of the event loop until `work` ends. */
async function chunksByRound(work: (count: () => void) => Promise<unknown>): Promise<number[]> {
  const rounds: number[] = [];
  let isDone = false;
  let passed = 0;
  const countRound = () => {
    rounds.push(passed);
    passed = 0;
    if (!isDone) setImmediate(countRound);
  };
  setImmediate(countRound);
  await work(() => passed++).finally(() => {
    isDone = true;
  });
  return rounds;
}

test("many uploads at once pass on one chunk in each round of the event loop", async () => {
  const uploads = Array.from({ length: 10 }, (_, index) => chunksOf(`upload ${index}: `, 20));
  const rounds = await chunksByRound((count) =>
    Promise.all(
      uploads.map((chunks) =>
        buffer(
          Readable.from(chunks)
            .pipe(pacedUpload())
            .on("data", () => count()),
        ),
      ),
    ),
  );
  expect(Math.max(...rounds)).toBe(1);
});

test("an upload arrives unchanged and in order", async () => {
  const chunks = chunksOf("chunk ", 50);
  expect(await buffer(Readable.from(chunks).pipe(pacedUpload()))).toEqual(Buffer.concat(chunks));
});

test("an upload that ends in the middle does not hold up the others", async () => {
  const broken = Readable.from(chunksOf("broken ", 5)).pipe(pacedUpload());
  broken.destroy();
  const chunks = chunksOf("whole ", 5);
  expect(await buffer(Readable.from(chunks).pipe(pacedUpload()))).toEqual(Buffer.concat(chunks));
});
