import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

const ticksPerSecond = 100;

/** Returns the CPU time that a process has used, in milliseconds. */
export function cpuTimeOf(processId: number): number {
  const path = `/proc/${processId}/stat`;
  if (!existsSync(path)) return parseTime(listed(processId, "time"));
  // The name of the program, in parentheses, can contain spaces.
  const fields = readFileSync(path, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

/**
 * Returns the CPU time that a process uses while something runs, in milliseconds. Linux counts that of a thread in
 * nanoseconds, which ends with the thread; elsewhere, and if one ends, it is in steps of 10.
 */
async function cpuTimeDuring(processId: number, work: () => Promise<unknown>): Promise<number> {
  const ofProcess = cpuTimeOf(processId);
  const before = threadTimesOf(processId);
  await work();
  const after = threadTimesOf(processId);
  const hasAll = after.size > 0 && [...before.keys()].every((thread) => after.has(thread));
  if (!hasAll) return cpuTimeOf(processId) - ofProcess;
  const used = [...after].map(([thread, time]) => time - (before.get(thread) ?? 0));
  return used.reduce((sum, time) => sum + time, 0);
}

/** The CPU time of each thread in milliseconds; none where the system does not count it. */
function threadTimesOf(processId: number): Map<string, number> {
  const folder = `/proc/${processId}/task`;
  if (!existsSync(`/proc/${processId}/schedstat`)) return new Map();
  const times = readdirSync(folder).map((thread) => [thread, timeOfThread(`${folder}/${thread}`)] as const);
  return new Map(times.filter((entry): entry is [string, number] => entry[1] !== undefined));
}

/** Returns undefined for a thread that has just ended. */
function timeOfThread(folder: string): number | undefined {
  try {
    return Number(readFileSync(`${folder}/schedstat`, "utf8").split(" ")[0]) / 1_000_000;
  } catch {
    return undefined;
  }
}

/** Returns the memory of a process that is in RAM, in bytes. */
export function memoryOf(processId: number): number {
  const path = `/proc/${processId}/status`;
  const kilobytes = existsSync(path)
    ? /VmRSS:\s+(\d+)/.exec(readFileSync(path, "utf8"))?.[1]
    : listed(processId, "rss");
  return Number(kilobytes) * 1024;
}

const listed = (processId: number, column: string): string =>
  spawnSync("ps", ["-o", `${column}=`, "-p", String(processId)], { encoding: "utf8" }).stdout.trim();

/** Parses a time as ps prints it, '1-02:03:04' or '3:04.05', to milliseconds. */
function parseTime(text: string): number {
  const [days, time] = text.includes("-") ? text.split("-") : ["0", text];
  const seconds = (time ?? "").split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return (Number(days) * 86_400 + seconds) * 1000;
}
