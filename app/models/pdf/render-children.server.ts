import { totalmem } from "node:os";
import { env } from "~/platform/env.server";
import { queueLoads } from "~/platform/measured.server";
import { Refusal } from "../refusal";
import type { PdfTask, ResultOf } from "./pdf-task";
import {
  fileOf,
  RenderFailure,
  type RenderProcess,
  renderProgram,
  startRenderProcess,
} from "./render-process.server";

const second = 1000;
const gigabyte = 1024 ** 3;

/** Whoever asked has gone. */
export class AbandonedTask extends RenderFailure {
  constructor() {
    super("Nobody waits for it any more");
  }
}

/** Tasks of an `owner`, a user who waits, come before those of jobs, which come by their priority: 1 before 2. */
export type Order = ({ owner: number } | { priority: number }) & {
  signal?: AbortSignal;
  /** In milliseconds, if it is less than that of all tasks. */
  timeLimit?: number;
};

type Waiting = {
  task: PdfTask;
  priority: number;
  owner?: number;
  begin: (child: () => RenderProcess) => void;
  giveUp: (error: RenderFailure) => void;
};

/** Users come before all jobs. */
const priorityOf = (order: Order): number => ("owner" in order ? 0 : order.priority);

/** `RENDER_CHILDREN`, or what the memory of the machine has room for. */
const defaultCount = () => env.RENDER_CHILDREN ?? (totalmem() < 6 * gigabyte ? 1 : 2);

/** Processes that read and draw PDF files. One that gives no result within the limits is killed, and another one started. */
export function renderChildren({
  filename = renderProgram,
  count = defaultCount(),
  timeLimit = 60 * second,
  processorLimit = 20 * second,
  // While somebody looks at a page, it stays open.
  idleTime = 300 * second,
  maxWaiting = 2000,
} = {}) {
  let waiting: Waiting[] = [];
  const children = new Set<RenderProcess>();
  queueLoads.set("render children", () => ({
    running: [...children].filter((child) => !child.isIdle()).length,
    waiting: waiting.length,
  }));

  /** Other tasks of the same user go behind those of all others, so that each user has one in turn. */
  function takeNext(): Waiting {
    const next = waiting.reduce((before, task) => (task.priority < before.priority ? task : before));
    const rest = waiting.filter((task) => task !== next);
    const isOfOwner = (task: Waiting) => next.owner !== undefined && task.owner === next.owner;
    waiting = [...rest.filter((task) => !isOfOwner(task)), ...rest.filter(isOfOwner)];
    return next;
  }

  function startWaiting(): void {
    while (waiting.length > 0) {
      const idle = [...children].filter((one) => one.isIdle());
      if (idle.length === 0 && children.size >= count) return;
      const next = takeNext();
      const child = idle.find((one) => one.lastFile() === fileOf(next.task)) ?? idle[0];
      next.begin(() => child ?? startChild());
    }
  }

  function startChild(): RenderProcess {
    const onEnd = (child: RenderProcess) => {
      children.delete(child);
      startWaiting();
    };
    try {
      const child = startRenderProcess({ filename, timeLimit, processorLimit, idleTime, onEnd });
      children.add(child);
      return child;
    } catch (error) {
      throw new RenderFailure(String(error));
    }
  }

  /** Throws a `RenderFailure`, or 503 if too many tasks wait. A task whose signal is aborted is not begun. */
  async function run<Task extends PdfTask>(task: Task, order: Order): Promise<ResultOf<Task>> {
    if (order.signal?.aborted) throw new AbandonedTask();
    if (waiting.length >= maxWaiting) {
      throw new Refusal(503, "Many sheets are being drawn. Try again in a moment.", { retryAfter: 30 });
    }
    return new Promise<ResultOf<Task>>((resolve, reject) => {
      // The child has its task at once: until then, it would be taken for idle.
      const runIn = async (child: () => RenderProcess) => child().run(task, order.timeLimit);
      const entry: Waiting = {
        task,
        priority: priorityOf(order),
        owner: "owner" in order ? order.owner : undefined,
        begin: (child) => {
          order.signal?.removeEventListener("abort", abandon);
          resolve(runIn(child));
        },
        giveUp: (error) => {
          waiting = waiting.filter((one) => one !== entry);
          reject(error);
        },
      };
      const abandon = () => entry.giveUp(new AbandonedTask());
      order.signal?.addEventListener("abort", abandon);
      waiting.push(entry);
      startWaiting();
    }).finally(startWaiting);
  }

  const stop = () => {
    for (const task of waiting) task.giveUp(new RenderFailure("The server ends"));
    for (const child of children) child.kill();
  };

  return { run, stop, pids: () => [...children].flatMap(({ pid }) => pid ?? []) };
}

const shared = renderChildren();

export const { run: renderPdf, stop: stopRenderChildren } = shared;
