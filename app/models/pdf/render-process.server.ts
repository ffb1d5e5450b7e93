import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { resultSchemas } from "./pdf-result.schema.server";
import type { PdfTask, ResultOf } from "./pdf-task";

const isSource = import.meta.url.endsWith(".ts");

/** In a build, it is next to this file. */
export const renderProgram = fileURLToPath(
  new URL(isSource ? "./render-child.server.ts" : "./render-child.js", import.meta.url),
);

/** Pages of 64 KB: 1 GB in all. */
const wasmPages = 16_384;

/** Why a child gave no result. */
export class RenderFailure extends Error {}

type Task = { task: PdfTask; resolve: (result: unknown) => void; reject: (error: Error) => void };
type Limits = {
  filename: string;
  timeLimit: number;
  idleTime: number;
  onEnd: (child: RenderProcess) => void;
};

export type RenderProcess = ReturnType<typeof startRenderProcess>;

/** Starts a process that does one task at a time. One that gives no result in time is killed. */
export function startRenderProcess({ filename, timeLimit, idleTime, onEnd }: Limits) {
  const child: ChildProcess = fork(filename, {
    execArgv: [`--wasm-max-mem-pages=${wasmPages}`, ...(isSource ? ["--import", "tsx"] : [])],
    // The environment has secrets.
    env: {},
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const kill = () => void child.kill("SIGKILL");
  let current: Task | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  function settle(): Task | undefined {
    const task = current;
    current = undefined;
    clearTimeout(timer);
    timer = setTimeout(kill, idleTime).unref();
    return task;
  }

  child.on("message", (answer) => {
    const task = settle();
    const result = task && resultIn(task.task, answer);
    if (result instanceof RenderFailure) task?.reject(result);
    else task?.resolve(result);
  });
  child.on("error", kill);
  child.on("exit", (code, signal) => {
    isOver = true;
    settle()?.reject(new RenderFailure(`The render child ended (${signal ?? code})`));
    clearTimeout(timer);
    onEnd(self);
  });
  child.unref();
  child.channel?.unref();

  const self = {
    pid: child.pid,
    isIdle: () => !current && !isOver && child.connected,
    kill,
    /** Throws a `RenderFailure`. */
    run: <Asked extends PdfTask>(task: Asked): Promise<ResultOf<Asked>> =>
      new Promise((resolve, reject) => {
        clearTimeout(timer);
        timer = setTimeout(kill, timeLimit);
        current = { task, resolve: resolve as Task["resolve"], reject };
        child.send({ task }, (error) => error && kill());
      }),
  };
  return self;
}

function resultIn({ kind }: PdfTask, answer: unknown): unknown {
  const { result, problem } = (answer ?? {}) as { result?: unknown; problem?: unknown };
  const parsed = resultSchemas[kind].safeParse(result);
  if (parsed.success) return parsed.data;
  return new RenderFailure(typeof problem === "string" ? problem.slice(0, 300) : "An impossible result");
}
