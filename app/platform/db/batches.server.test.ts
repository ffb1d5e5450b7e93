import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { observingTurns } from "~/testing/event-loop-turns";
import { batchesOf, inBatches, yieldToEventLoop } from "./batches.server";

const numbers = Array.from({ length: 25 }, (_, index) => index + 1);

const read = async (last: number | undefined, limit: number) =>
  numbers.filter((number) => number > (last ?? 0)).slice(0, limit);

/** Runs a function that can read the number of turns of the event loop since its start. */
async function countTurns(run: (turns: () => number) => Promise<unknown>): Promise<void> {
  let turns = 0;
  const observe = () => {
    turns += 1;
  };
  await observingTurns(observe, () => run(() => turns));
}

test.each([
  ["inBatches", () => inBatches(read, 10)],
  ["batchesOf", () => batchesOf(numbers, 10)],
])("%s yields every row once, and ends a turn of the event loop after each batch", async (_, batches) => {
  await countTurns(async (turns) => {
    const all: number[] = [];
    const turnOf: number[] = [];
    for await (const batch of batches()) {
      turnOf.push(turns());
      all.push(...batch);
    }
    expect(all).toEqual(numbers);
    expect(turnOf).toHaveLength(3);
    expect(new Set(turnOf).size).toBe(3);
  });
});

test("a request is handled while a list is read", async () => {
  const server = createServer((_, response) => response.end("handled"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const request = get({ host: "127.0.0.1", port: (server.address() as AddressInfo).port });
  let isHandled = false;
  request.on("response", (response) => {
    isHandled = true;
    response.resume();
  });
  const many = async (last = 0) => (last < 100_000 ? [last + 1] : []);
  for await (const _ of inBatches(many, 1)) if (isHandled) break;
  server.close();
  expect(isHandled).toBe(true);
});

test("of many loops only one continues in a turn, each in its order", async () => {
  await countTurns(async (turns) => {
    const steps: string[] = [];
    const turnOf: number[] = [];
    const loop = async (name: string) => {
      for (let step = 0; step < 3; step += 1) {
        await yieldToEventLoop();
        steps.push(name);
        turnOf.push(turns());
      }
    };
    await Promise.all(["a", "b", "c"].map(loop));
    expect(steps).toEqual(["a", "b", "c", "a", "b", "c", "a", "b", "c"]);
    expect(new Set(turnOf).size).toBe(9);
  });
});

test("a loop that ends early reads no further batch", async () => {
  let queries = 0;
  const counted = async (last: number | undefined, limit: number) => {
    queries += 1;
    return read(last, limit);
  };
  for await (const _ of inBatches(counted, 10)) break;
  await yieldToEventLoop();
  expect(queries).toBe(1);
});
