import { Agent } from "node:http";
import { startServer, type TestServer } from "../scripts/test-server";
import type { Visitor } from "./address-lists/address";
import { addresses } from "./addresses";
import { type DataValues, readDataValues } from "./data-values";
import { type FilledAddress, fill } from "./filled-address";
import { type Reply, send, signInAsBrowser } from "./request";

export type BenchServer = TestServer & {
  values: DataValues;
  addresses: FilledAddress[];
  cookies: Record<Visitor, string>;
  /** Requests an address over a kept connection. Throws if the status is not the expected one. */
  open: (address: FilledAddress, signal?: AbortSignal) => Promise<Reply>;
};

/** Starts the built app on a data folder, as `npm start` does, and signs in a user of each kind. */
export async function startBenchServer(
  folder: string,
  settings: Record<string, string> = {},
): Promise<BenchServer> {
  const values = readDataValues(folder);
  const server = await startServer(folder, settings);
  const emails = Object.entries(values.emails).filter(([, email]) => email !== null);
  const sessions = emails.map(
    async ([visitor, email]) => [visitor, await signInAsBrowser(server.url, email)] as const,
  );
  const cookies = {
    signedOut: "",
    ...Object.fromEntries(await Promise.all(sessions)),
  } as BenchServer["cookies"];
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });

  async function open({ visitor, path, name, status: expected = 200 }: FilledAddress, signal?: AbortSignal) {
    const reply = await send(`${server.url}${path}`, { agent, cookie: cookies[visitor], signal });
    if (reply.status !== expected) throw new Error(`${name} (${path}): status ${reply.status}`);
    return reply;
  }

  async function stop() {
    agent.destroy();
    await server.stop();
  }

  return { ...server, stop, values, addresses: filledAddresses(values), cookies, open };
}

/** The addresses of the data, without those whose rows or users the data do not have. */
const filledAddresses = (values: DataValues): FilledAddress[] =>
  addresses
    .filter(({ visitor }) => visitor === "signedOut" || values.emails[visitor] !== null)
    .map((address) => fill(address, values))
    .filter((address) => address !== null);
