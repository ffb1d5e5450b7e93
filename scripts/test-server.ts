import { spawn } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** The production build, with the options that `npm start` runs it with. */
const serverProgram = [...optionsOfStart(), "build/server/index.js"];
/** A server that ends before is noticed at once. */
const startTimeout = 180_000;
const stopTimeout = 15_000; // longer than the server waits before it closes the last connections

type RunningProgram = {
  processId: number;
  output: () => string;
  stop: () => Promise<void>;
  /** Ends it immediately with SIGKILL, to simulate a power failure. */
  kill: () => Promise<void>;
  isRunning: () => boolean;
};

export type WebServer = RunningProgram & { url: string };

export type TestServer = WebServer & { dataFolder: string };

type Settings = Record<string, string>;

/** Starts the built app on a data folder, with additional settings if passed, and waits until it responds. */
export async function startServer(dataFolder: string, settings: Settings = {}): Promise<TestServer> {
  const program = { program: serverProgram, readyAt: "/login", port: Number(settings.PORT) || undefined };
  const server = await startWebServer(program, (url) => ({
    DEMO: "1",
    // The tests need little space, and their machine may have no more.
    MIN_FREE_MB: "0",
    ORIGIN: url,
    DATA_DIR: dataFolder,
    SESSION_SECRET: randomBytes(32).toString("hex"),
    TIME_ZONE: process.env.JOURNEYS_TIME_ZONE ?? "America/Los_Angeles",
    ...settings,
  }));
  return { dataFolder, ...server };
}

/** A Node.js program, in the present folder by default. It is ready when GET of this path returns 200. */
type Program = { program: string[]; readyAt: string; folder?: string; port?: number };

export async function startWebServer(
  { program, readyAt, folder, port: givenPort }: Program,
  settingsAt: (url: string) => Settings,
): Promise<WebServer> {
  const port = givenPort ?? (await freePort());
  const url = `http://localhost:${port}`;
  const settings = { NODE_ENV: "production", PORT: String(port), ...settingsAt(url) };
  const server = startProgram(program, settings, folder);

  const deadline = Date.now() + startTimeout;
  while (!(await isReady(`${url}${readyAt}`))) {
    if (!server.isRunning() || Date.now() > deadline) {
      await server.stop();
      throw new Error(
        `The server did not start: GET ${url}${readyAt} did not return 200.\n${server.output()}`,
      );
    }
    await pause(50);
  }
  return { url, ...server };
}

function startProgram(program: string[], settings: Settings, folder?: string): RunningProgram {
  const server = spawn(process.execPath, program, {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    // No other settings, because a developer's environment must not affect the tests.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
  });

  let output = "";
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }

  let running = true;
  const ended = new Promise<void>((resolve) => {
    const settle = () => {
      running = false;
      resolve();
    };
    server.once("close", settle).once("error", (error) => {
      output += error.message;
      settle();
    });
  });
  const sendKill = () => server.kill("SIGKILL");
  process.once("exit", sendKill);

  async function end(signal: NodeJS.Signals) {
    server.kill(signal);
    await ended;
    process.off("exit", sendKill);
  }

  async function stop() {
    const deadline = setTimeout(sendKill, stopTimeout);
    await end("SIGTERM");
    clearTimeout(deadline);
  }

  const processId = server.pid ?? 0;
  return { processId, output: () => output, isRunning: () => running, stop, kill: () => end("SIGKILL") };
}

function optionsOfStart(): string[] {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { start: string } };
  return scripts.start.match(/--\S+/g) ?? [];
}

/** `startServer` with a temporary data folder, filled by the server or copied from a template. Stopping deletes it. */
export async function startFreshServer(template?: string, settings?: Settings): Promise<TestServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), "redline-"));
  const remove = () => rm(dataFolder, { recursive: true, force: true });
  try {
    if (template) await cp(template, dataFolder, { recursive: true });
    const server = await startServer(dataFolder, settings);
    return { ...server, stop: () => server.stop().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function isReady(address: string): Promise<boolean> {
  try {
    const response = await fetch(address, { redirect: "manual", signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** Returns a port below the range for outgoing connections, because the browser could use one of that range first. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const isFree = await new Promise<boolean>((resolve, reject) => {
      const probe = createServer().once("error", (error: NodeJS.ErrnoException) =>
        error.code === "EADDRINUSE" ? resolve(false) : reject(error),
      );
      probe.listen(port, () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
