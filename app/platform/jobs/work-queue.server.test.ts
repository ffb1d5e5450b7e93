import { expect, test, vi } from "vitest";
import { Refusal } from "~/models/refusal";
import { workQueue } from "./work-queue.server";

const busy = () => new Refusal(503, "Try again in a moment.", { retryAfter: 5 });

/** Creates tasks that run until the test ends them. */
function controlledTasks() {
  const started: string[] = [];
  const ends = new Map<string, { resolve: (name: string) => void; reject: (error: Error) => void }>();
  const task = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve, reject) => ends.set(name, { resolve, reject }));
  };
  return {
    started,
    task,
    end: (name: string) => ends.get(name)?.resolve(name),
    fail: (name: string, error: Error) => ends.get(name)?.reject(error),
  };
}

test("a limited number of tasks run at the same time, the others in the order of their requests", async () => {
  const { started, task, end } = controlledTasks();
  const enqueue = workQueue({ name: "tasks", concurrency: 2, waiting: 2, refusal: busy });
  const done = ["a", "b", "c", "d"].map((name) => enqueue(task(name)));
  expect(started).toEqual(["a", "b"]);
  end("b");
  expect(await done[1]).toBe("b");
  expect(started).toEqual(["a", "b", "c"]);
  end("a");
  end("c");
  await done[2];
  expect(started).toEqual(["a", "b", "c", "d"]);
  end("d");
  expect(await Promise.all(done)).toEqual(["a", "b", "c", "d"]);
});

test("a task is refused while the queue is full, and accepted again later", async () => {
  const { started, task, end } = controlledTasks();
  const enqueue = workQueue({ name: "tasks", concurrency: 1, waiting: 1, refusal: busy });
  const first = enqueue(task("first"));
  const second = enqueue(task("second"));
  await expect(enqueue(task("third"))).rejects.toMatchObject({ status: 503, details: { retryAfter: 5 } });
  end("first");
  await first;
  const fourth = enqueue(task("fourth"));
  end("second");
  await second;
  end("fourth");
  await fourth;
  expect(started).toEqual(["first", "second", "fourth"]);
});

test("a request that was cancelled takes no place in the queue, and its task does not begin", async () => {
  const { started, task, end } = controlledTasks();
  const enqueue = workQueue({ name: "tasks", concurrency: 1, waiting: 1, refusal: busy });
  const running = enqueue(task("running"));
  const cancelled = new AbortController();
  const gone = enqueue(task("gone"), cancelled.signal);
  cancelled.abort();
  const waiting = enqueue(task("waiting"));
  end("running");
  await running;
  await expect(gone).rejects.toMatchObject({ status: 503, message: "The request was cancelled" });
  end("waiting");
  expect(await waiting).toBe("waiting");
  expect(started).toEqual(["running", "waiting"]);
});

test("a failed task also frees its slot", async () => {
  const { task, end, fail } = controlledTasks();
  const enqueue = workQueue({ name: "tasks", concurrency: 1, waiting: 1, refusal: busy });
  const failing = enqueue(task("failing"));
  const next = enqueue(task("next"));
  fail("failing", new Error("No"));
  await expect(failing).rejects.toThrow("No");
  end("next");
  expect(await next).toBe("next");
});

test("one owner has a limited number of tasks, without those whose request was cancelled", async () => {
  const { started, task, end } = controlledTasks();
  const enqueue = workQueue({ name: "tasks", concurrency: 2, waiting: 2, perOwner: 2, refusal: busy });
  const cancelled = new AbortController();
  const first = enqueue(task("first"), undefined, 1);
  const second = enqueue(task("second"), cancelled.signal, 1);
  await expect(enqueue(task("third"), undefined, 1)).rejects.toMatchObject({ status: 503 });
  const other = enqueue(task("other"), undefined, 2);
  cancelled.abort();
  const fourth = enqueue(task("fourth"), undefined, 1);
  for (const name of ["first", "second"]) end(name);
  await Promise.all([first, second]);
  await vi.waitFor(() => expect(started).toEqual(["first", "second", "other", "fourth"]));
  const fifth = enqueue(task("fifth"), undefined, 1);
  for (const name of ["other", "fourth"]) end(name);
  await Promise.all([other, fourth]);
  end("fifth");
  expect(await fifth).toBe("fifth");
});
