import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { testFolder } from "../scripts/test-folder";
import type { Outcome, Task } from "./writer";

/** Processes that create permits, each as one server of an installation does. */
export type Writers = {
  /** Runs a task in each process at the same time. */
  run: (task: Task) => Promise<Outcome[]>;
  stop: () => Promise<void>;
};

export async function startWriters(count: number, url: string): Promise<Writers> {
  const folder = mkdtempSync(join(testFolder, "redline-writers-"));
  const start = () => startWriter({ DATABASE_URL: url, DATA_DIR: folder });
  const processes = await Promise.all(Array.from({ length: count }, start));
  return {
    run: (task) =>
      Promise.all(
        processes.map((child, index) => {
          child.send({ ...task, seed: task.seed + index });
          return replyOf<Outcome>(child);
        }),
      ),
    stop: async () => {
      for (const child of processes) if (child.connected) child.disconnect();
      await Promise.all(processes.map(ended));
      rmSync(folder, { recursive: true });
    },
  };
}

async function startWriter(settings: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["--import", "tsx", "faults/writer.ts"], {
    env: { ...process.env, ...settings, ORIGIN: "http://localhost:3000" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await replyOf(child);
  return child;
}

/** Returns the next message of a process. Throws if it ends instead. */
function replyOf<Reply>(child: ChildProcess): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const onEnd = () => {
      child.off("message", onMessage);
      reject(new Error("A server ended"));
    };
    const onMessage = (reply: unknown) => {
      child.off("exit", onEnd);
      resolve(reply as Reply);
    };
    child.once("message", onMessage).once("exit", onEnd);
  });
}

const ended = async (child: ChildProcess) => {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
};
