import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const ticksPerSecond = 100;

/** Returns the CPU time that a process has used, in milliseconds. */
export function cpuTimeOf(processId: number): number {
  const path = `/proc/${processId}/stat`;
  if (!existsSync(path)) return parseTime(listed(processId, "time"));
  // The name of the program, in parentheses, can contain spaces.
  const fields = readFileSync(path, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
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
