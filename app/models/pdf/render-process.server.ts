import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { resultSchemas } from "./pdf-result.server";
import type { PdfTask, ResultOf } from "./pdf-task";

const isSource = import.meta.url.endsWith(".ts");

/** In a build, it is next to this file. */
export const renderProgram = fileURLToPath(
  new URL(isSource ? "./render-child.server.ts" : "./render-child.js", import.meta.url),
);

/** Pages of 64 KB: 1 GB in all. */
const wasmPages = 16_384;

/** A child writes no files, starts no programs, and loads no addons. */
const permissions = ["--permission", "--allow-fs-read=*", "--allow-worker"];

/** To read TypeScript, tsx starts a program and keeps what it has read. */
const argumentsFor = (filename: string): string[] => [
  `--wasm-max-mem-pages=${wasmPages}`,
  ...(filename.endsWith(".ts") ? ["--import", "tsx"] : permissions),
];

/** What a new process may take before its first task, in addition to a limit of that task alone. */
const startTime = 3000;

/** Why a child gave no result. */
export class RenderFailure extends Error {}

type Task = { task: PdfTask; resolve: (result: unknown) => void; reject: (error: Error) => void };
type Limits = {
  filename: string;
  /** In milliseconds, of a task. */
  timeLimit: number;
  processorLimit: number;
  idleTime: number;
  onEnd: (child: RenderProcess) => void;
};

export type RenderProcess = ReturnType<typeof startRenderProcess>;

function forked(filename: string, processorLimit: number): ChildProcess {
  return fork(filename, [String(processorLimit)], {
    execArgv: argumentsFor(filename),
    // The environment has secrets.
    env: {},
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

/** Starts a process that does one task at a time. One that gives no result in time is killed. */
export function startRenderProcess({ filename, timeLimit, processorLimit, idleTime, onEnd }: Limits) {
  const child = forked(filename, processorLimit);
  const kill = () => {
    // A task may wait for its end.
    child.ref();
    child.channel?.ref();
    child.kill("SIGKILL");
  };
  let isNew = true;
  let current: Task | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastFile: string | undefined;

  function settle(): Task | undefined {
    const task = current;
    current = undefined;
    clearTimeout(timer);
    timer = setTimeout(kill, idleTime).unref();
    return task;
  }

  function end(reason: string): void {
    settle()?.reject(new RenderFailure(`The render child ended (${reason})`));
    clearTimeout(timer);
    onEnd(self);
  }

  child.on("message", (answer) => {
    const task = settle();
    if (!task || isLast(answer)) kill();
    const result = task && resultIn(task.task, answer);
    if (result instanceof RenderFailure) task?.reject(result);
    else task?.resolve(result);
  });
  child.on("disconnect", kill);
  child.on("error", ({ message }) => {
    kill();
    // A process that could not be started has no exit.
    if (child.pid === undefined) end(message);
  });
  child.on("exit", (code, signal) => {
    const endNow = () => end(String(signal ?? code));
    // Its last answer may still be on its way.
    if (child.connected) child.once("disconnect", endNow);
    else endNow();
  });
  child.unref();
  child.channel?.unref();

  const self = {
    pid: child.pid,
    isIdle: () => !current && !child.killed && child.connected,
    kill,
    lastFile: () => lastFile,
    /** Throws a `RenderFailure`. */
    run: <Asked extends PdfTask>(task: Asked, ownLimit?: number): Promise<ResultOf<Asked>> =>
      new Promise((resolve, reject) => {
        clearTimeout(timer);
        const limit = ownLimit === undefined ? timeLimit : ownLimit + (isNew ? startTime : 0);
        timer = setTimeout(kill, limit);
        isNew = false;
        lastFile = fileOf(task);
        current = { task, resolve: resolve as Task["resolve"], reject };
        child.send({ task }, (error) => error && kill());
      }),
  };
  return self;
}

/** A child has the files open that it has seen last. */
export const fileOf = (task: PdfTask): string => ("later" in task ? task.later.path : task.path);

const isLast = (answer: unknown): boolean => (answer as { isLast?: unknown } | null)?.isLast === true;

function resultIn({ kind }: PdfTask, answer: unknown): unknown {
  const { result, problem } = (answer ?? {}) as { result?: unknown; problem?: unknown };
  const parsed = resultSchemas[kind].safeParse(result);
  if (parsed.success) return parsed.data;
  return new RenderFailure(typeof problem === "string" ? problem.slice(0, 300) : "An impossible result");
}
