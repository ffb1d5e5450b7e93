import { totalmem } from "node:os";
import { env } from "~/platform/env.server";
import { queueLoads } from "~/platform/measured.server";
import { Refusal } from "../refusal";
import type { PdfTask, ResultOf } from "./pdf-task";
import {
  RenderFailure,
  type RenderProcess,
  renderProgram,
  startRenderProcess,
} from "./render-process.server";

const second = 1000;
const gigabyte = 1024 ** 3;

/** Whoever asked has gone. */
export class AbandonedTask extends RenderFailure {}

/** Tasks of an `owner`, a user who waits, come before those of jobs, which come by their priority: 1 before 2. */
export type Order = { owner: number; signal?: AbortSignal } | { priority: number; signal?: AbortSignal };

type Waiting = { rank: number; owner?: number; begin: (child: RenderProcess) => void };

/** `RENDER_CHILDREN`, or what the memory of the machine has room for. */
const defaultCount = () => env.RENDER_CHILDREN ?? (totalmem() < 6 * gigabyte ? 1 : 2);

/** Processes that read and draw PDF files. One that gives no result within the limits is killed, and another one started. */
export function renderChildren({
  filename = renderProgram,
  count = defaultCount(),
  timeLimit = 60 * second,
  idleTime = 30 * second,
  maxWaiting = 2000,
} = {}) {
  const waiting: Waiting[] = [];
  const children = new Set<RenderProcess>();
  queueLoads.set("render children", () => ({
    running: [...children].filter((child) => !child.isIdle()).length,
    waiting: waiting.length,
  }));

  /** Of a user with many tasks, one has its turn after one of each other user. */
  const rankOf = (order: Order): number =>
    "owner" in order
      ? waiting.filter((task) => task.owner === order.owner).length
      : maxWaiting + order.priority;

  function startWaiting(): void {
    while (waiting.length > 0) {
      const child = [...children].find((one) => one.isIdle()) ?? (children.size < count && startChild());
      if (!child) return;
      const first = waiting.reduce((before, task) => (task.rank < before.rank ? task : before));
      waiting.splice(waiting.indexOf(first), 1);
      first.begin(child);
    }
  }

  function startChild(): RenderProcess {
    const onEnd = (child: RenderProcess) => {
      children.delete(child);
      startWaiting();
    };
    const child = startRenderProcess({ filename, timeLimit, idleTime, onEnd });
    children.add(child);
    return child;
  }

  /** Throws a `RenderFailure`, or 503 if too many tasks wait. A task whose signal is aborted is not begun. */
  async function run<Task extends PdfTask>(task: Task, order: Order): Promise<ResultOf<Task>> {
    if (waiting.length >= maxWaiting) {
      throw new Refusal(503, "Many sheets are being drawn. Try again in a moment.", { retryAfter: 30 });
    }
    return new Promise((resolve, reject) => {
      const added: Waiting = {
        rank: rankOf(order),
        owner: "owner" in order ? order.owner : undefined,
        begin: (child) => void child.run(task).then(resolve, reject).finally(startWaiting),
      };
      waiting.push(added);
      order.signal?.addEventListener("abort", () => {
        const at = waiting.indexOf(added);
        if (at < 0) return;
        waiting.splice(at, 1);
        reject(new AbandonedTask("Nobody waits for it any more"));
      });
      startWaiting();
    });
  }

  const stop = () => {
    for (const child of children) child.kill();
  };

  return { run, stop, pids: () => [...children].flatMap(({ pid }) => pid ?? []) };
}

const shared = renderChildren();

export const { run: renderPdf, stop: stopRenderChildren } = shared;
