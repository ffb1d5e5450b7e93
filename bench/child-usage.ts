import { readdirSync, readFileSync } from "node:fs";
import { cpuTimeOf } from "./process-usage";

/** Linux only: the processes that a process has started. */
function childrenOf(processId: number): number[] {
  const tasks = `/proc/${processId}/task`;
  return readdirSync(tasks).flatMap((task) =>
    (readOf(`${tasks}/${task}/children`) ?? "").split(" ").filter(Boolean).map(Number),
  );
}

/** A process may end while it is read. */
function readOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

const ticksPerSecond = 100;

/** The CPU time of a process and all that it has started, in milliseconds, also of those that have ended. */
export function cpuTimeWithChildren(processId: number): number {
  const fields = readOf(`/proc/${processId}/stat`)?.split(") ").at(-1)?.split(" ") ?? [];
  const ended = ((Number(fields[13]) + Number(fields[14])) * 1000) / ticksPerSecond;
  return childrenOf(processId).reduce((sum, child) => sum + cpuTimeOf(child), cpuTimeOf(processId) + ended);
}

/** Watches the most memory that each child has had in RAM. `stop` returns the largest, in bytes. */
export function watchChildren(processId: number): () => number {
  let most = 0;
  const look = () => {
    for (const child of childrenOf(processId)) {
      const [, kilobytes = "0"] = /VmHWM:\s+(\d+)/.exec(readOf(`/proc/${child}/status`) ?? "") ?? [];
      most = Math.max(most, Number(kilobytes) * 1024);
    }
  };
  const timer = setInterval(look, 100);
  return () => {
    clearInterval(timer);
    look();
    return most;
  };
}
