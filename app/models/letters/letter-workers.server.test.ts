import { EventEmitter } from "node:events";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, test } from "vitest";
import { letterWorkers } from "./letter-workers.server";

const started: Worker[] = [];

/** Waits until the first worker has ended, which it may have already. */
async function endOfFirst(): Promise<void> {
  const [worker] = started;
  if (!worker) throw new Error("No worker was started");
  if (worker.threadId !== -1) await new Promise((resolve) => worker.once("exit", resolve));
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((worker) => worker.terminate()));
});

/** Creates workers that run this code for each job, which they can end with `reply`. */
function workersOf(code: string, { timeLimit = 60_000, idleTime = 60_000 } = {}) {
  const program = `
    const { parentPort, threadId } = require("node:worker_threads");
    const reply = (result) => parentPort.postMessage(result);
    parentPort.on("message", (job) => { ${code} });
  `;
  const start = () => {
    const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };
    const worker = new Worker(program, { eval: true, resourceLimits });
    started.push(worker);
    return worker;
  };
  return letterWorkers<unknown, unknown>({ start, timeLimit, idleTime });
}

test("a job is sent to a worker, which replies; the next job has the same worker", async () => {
  const run = workersOf("reply({ job, threadId })");
  const first = await run("first", []);
  const second = await run("second", []);
  expect([first, second]).toEqual([
    { job: "first", threadId: expect.any(Number) },
    { job: "second", threadId: (first as { threadId: number }).threadId },
  ]);
  expect(started).toHaveLength(1);
});

test("jobs at the same time have a worker each", async () => {
  const run = workersOf("reply(job)");
  expect(await Promise.all([run(1, []), run(2, [])])).toEqual([1, 2]);
  expect(started).toHaveLength(2);
});

test("bytes are transferred, not copied", async () => {
  const run = workersOf("reply(job.byteLength)");
  const bytes = new Uint8Array(1000);
  expect(await run(bytes, [bytes.buffer])).toBe(1000);
  expect(bytes.byteLength).toBe(0);
});

test("an idle worker ends after a while", async () => {
  const run = workersOf("reply(job)", { idleTime: 1 });
  await run(1, []);
  await endOfFirst();
  expect(await run(2, [])).toBe(2);
  expect(started).toHaveLength(2);
});

test("an idle worker that fails does not end the process, and is not given a job", async () => {
  const run = workersOf("if (job === 'fail') throw new Error('Too late'); reply(job);");
  await run(1, []);
  started[0]?.postMessage("fail");
  await endOfFirst();
  expect(await run(2, [])).toBe(2);
  expect(started).toHaveLength(2);
});

test("a worker that ends right after its reply is not given a job", async () => {
  let starts = 0;
  const start = () => {
    starts += 1;
    const worker = new EventEmitter();
    const postMessage = () => {
      worker.emit("message", starts);
      worker.emit("exit", 0);
    };
    return Object.assign(worker, { postMessage, ref() {}, unref() {} }) as unknown as Worker;
  };
  const run = letterWorkers({ start, timeLimit: 60_000, idleTime: 60_000 });
  expect(await run("first", [])).toBe(1);
  expect(await run("second", [])).toBe(2);
});

describe("a job is rejected, and the worker ends, if the worker", () => {
  test.each([
    ["throws", "throw new Error('No ink')", "No ink"],
    ["rejects", "Promise.reject(new Error('No paper'))", "No paper"],
    ["ends", "process.exit(3)", "The worker ended with the exit code 3"],
    [
      "has no memory left",
      "const all = []; for (;;) all.push({ all, text: String(all.length) });",
      /memory limit/,
    ],
  ])("%s", async (_, code, message) => {
    const run = workersOf(`if (job === "bad") { ${code} } else reply(job)`);
    await expect(run("bad", [])).rejects.toThrow(message);
    await endOfFirst();
    expect(await run("good", [])).toBe("good");
  });

  test.each([
    ["hangs", "for (;;);"],
    ["never replies", ""],
  ])("%s", async (_, code) => {
    const run = workersOf(code, { timeLimit: 20 });
    await expect(run("bad", [])).rejects.toThrow("No result after 20 ms");
    await endOfFirst();
  });
});
