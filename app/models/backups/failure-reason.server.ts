import { relative, sep } from "node:path";

export const isBelow = (path: string, folder: string): boolean =>
  relative(folder, path).split(sep)[0] !== "..";

/** Says in one line which file cannot be read. */
export const unreadable = ({ path, code, message }: NodeJS.ErrnoException): Error =>
  new Error(path && code ? `${path} cannot be read (${code})` : message);

const reads = ["open", "read", "scandir", "stat"];

/** Says in one line why a backup or restore could not write into its target, or read what it copies. */
export function failureReason(error: NodeJS.ErrnoException, target: string): string {
  const { code = "", message, path, syscall = "" } = error;
  if (["ENOSPC", "EDQUOT", "SQLITE_FULL"].includes(code)) return `The disk of ${target} is full`;
  if (!/^E[A-Z]+$/.test(code)) return message;
  if (path && reads.includes(syscall) && !isBelow(path, target)) return unreadable(error).message;
  // systemd makes all but some folders read-only.
  const advice = code === "EROFS" ? ": the service needs it in ReadWritePaths" : "";
  return `${target} cannot be written (${code})${advice}`;
}
