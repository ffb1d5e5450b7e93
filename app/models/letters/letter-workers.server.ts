import type { Transferable, Worker } from "node:worker_threads";

type Settings = {
  start: () => Worker;
  /** The longest time for a job, in milliseconds. */
  timeLimit: number;
  /** How long a worker waits for its next job before it is ended, in milliseconds. */
  idleTime: number;
};

/**
 * Creates a function that gives a job to a worker thread, which replies with one message. Each worker has one job at a time.
 * A worker that fails, ends or exceeds the time limit is ended, and its job is rejected.
 */
export function letterWorkers<Job, Result>({ start, timeLimit, idleTime }: Settings) {
  const idle = new Map<Worker, NodeJS.Timeout>();
  const ended = new WeakSet<Worker>();

  function startWorker(): Worker {
    const worker = start();
    // Without a listener, the failure of an idle worker would end the process.
    worker.on("error", () => {});
    worker.once("exit", () => {
      ended.add(worker);
      forget(worker);
    });
    return worker;
  }

  function forget(worker: Worker): void {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
  }

  function takeWorker(): Worker {
    const [worker] = idle.keys();
    if (!worker) return startWorker();
    forget(worker);
    worker.ref();
    return worker;
  }

  function keep(worker: Worker): void {
    // Its end can be reported before its reply is processed.
    if (ended.has(worker)) return;
    // An idle worker does not keep the process running.
    worker.unref();
    const timer = setTimeout(() => {
      forget(worker);
      void worker.terminate();
    }, idleTime);
    idle.set(worker, timer.unref());
  }

  return async function run(job: Job, transferred: Transferable[]): Promise<Result> {
    const worker = takeWorker();
    try {
      const reply = replyOf<Result>(worker, timeLimit);
      worker.postMessage(job, transferred);
      const result = await reply;
      keep(worker);
      return result;
    } catch (error) {
      // A thread without memory can take long to end; nothing waits for it.
      void worker.terminate();
      throw error;
    }
  };
}

/** Returns a worker's next message. Rejects if it fails, ends or exceeds the time limit. */
function replyOf<Result>(worker: Worker, timeLimit: number): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const timer = setTimeout(() => reject(new Error(`No result after ${timeLimit} ms`)), timeLimit);
  const onExit = (code: number) => reject(new Error(`The worker ended with the exit code ${code}`));
  worker.once("message", resolve).once("error", reject).once("exit", onExit);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off("message", resolve).off("error", reject).off("exit", onExit);
  });
}
