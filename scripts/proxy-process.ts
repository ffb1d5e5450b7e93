import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { basename } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export type ProxyProcess = { stop: () => Promise<void> };

/** Starts a proxy, and waits until it accepts connections at the port. */
export async function startProxyProcess(
  program: string,
  parameters: string[],
  port: number,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<ProxyProcess> {
  const proxy = spawn(program, parameters, { stdio: ["ignore", "ignore", "pipe"], env: environment });
  let output = "";
  proxy.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  let isRunning = true;
  const ended = once(proxy, "close").then(() => {
    isRunning = false;
  });
  process.once("exit", () => proxy.kill("SIGKILL"));
  while (!(await acceptsConnections(port)) && isRunning) await pause(20);
  if (!isRunning) throw new Error(`${basename(program)} has ended: ${output}`);
  return {
    stop: async () => {
      proxy.kill("SIGTERM");
      await ended;
    },
  };
}

export function acceptsConnections(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
  return promise.finally(() => socket.destroy());
}
