import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { responds } from "../db/responds.server";
import { serviceManager } from "../env.server";
import { logError } from "../log.server";
import { repeat } from "./schedule.server";

/** The socket of systemd takes datagrams, which Node.js cannot send: the program is a part of systemd. */
const tell = (message: string) =>
  void promisify(execFile)("systemd-notify", [message]).catch((error) => logError(error, "systemd-notify"));

/**
 * Tells systemd that the server is ready and, twice in each `WatchdogSec`, that it and what it needs respond. Returns a
 * function that tells that the server stops. Does nothing where systemd does not ask.
 */
export function reportToServiceManager(ping: () => Promise<void>, manager = serviceManager): () => void {
  if (!manager.socket) return () => undefined;
  tell("READY=1");
  const watch = async () => {
    if (await responds(ping)) tell("WATCHDOG=1");
  };
  const stopWatching = manager.watchdog > 0 ? repeat(watch, manager.watchdog / 1000 / 2) : undefined;
  return () => {
    stopWatching?.();
    tell("STOPPING=1");
  };
}
