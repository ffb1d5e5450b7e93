import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { signIn } from "../bench/request";
import type { Cluster } from "../scripts/cluster-servers";

/** What was acknowledged to a client: the permit's name, which no other one has, and its number. */
export type Acknowledged = { name: string; id: number; number: string };

export type Load = {
  acknowledged: Acknowledged[];
  /** The responses by status; a lost connection has none and counts as 0. */
  statuses: Map<number, number>;
  /** Waits until clients have this many more permits. Throws if one never got its own. */
  untilMore: (permits: number) => Promise<void>;
  /** Stops after each client has its last permit. Throws if one never got it. */
  stop: () => Promise<void>;
};

const clients = 12;
const maxWait = 60_000;
/** The part of the writes that all others wait for. */
const partForAll = 0.05;

export const permitOf = (name: string, cityId: number) => ({
  cityId,
  permitCreationYear: 2026,
  cityPermitNumber: name.slice(-12),
  status: "in_process",
  reviewCycle: "PC1",
  creationDate: "2026-11-01",
  dueDate: "2026-12-11",
  projectName: name,
  projectAddress: "1420 Harbor Street",
  projectType: "residential",
  projectDescription: "24 units over podium",
  requiredDisciplines: ["Structural", "Fire"],
});

/** The statuses after which a client sends its request again; 0 is a connection that was lost. */
export type Refusals = number[];

const usualRefusals: Refusals = [0, 503];

/** Throws if a response is neither a success nor a refusal for now, which says when to try again if it is 503. */
export async function checkStatus(what: string, response: Response | undefined, refusals: Refusals) {
  const status = response?.status ?? 0;
  if ((status === 0 || status >= 400) && !refusals.includes(status))
    throw new Error(`${what}: ${status} ${await response?.text()}`);
  if (status === 503 && !response?.headers.has("retry-after"))
    throw new Error(`${what}: 503 without Retry-After`);
}

/**
 * Creates permits in several cities all the time, and rarely changes what belongs to all. A client that was refused sends
 * the same request to another server.
 */
export async function startLoad(
  cluster: Cluster,
  random: () => number,
  refusals = usualRefusals,
): Promise<Load> {
  const cookie = await signIn(cluster.url, "admin@demo.test");
  const acknowledged: Acknowledged[] = [];
  const statuses = new Map<number, number>();
  let isStopping = false;

  async function send(method: "POST" | "PUT", path: string, body: object): Promise<Response | undefined> {
    const server = cluster.servers[Math.floor(random() * cluster.servers.length)];
    try {
      return await fetch(`${server?.url}/api/${path}`, {
        method,
        headers: { cookie, "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(30_000),
      });
    } catch {
      return undefined;
    }
  }

  async function createOne(cityId: number): Promise<void> {
    const name = `Permit ${randomUUID()}`;
    const body = { ...permitOf(name, cityId), formKey: randomUUID() };
    const end = performance.now() + maxWait;
    while (performance.now() < end) {
      const response = await send("POST", "permits", body);
      const status = response?.status ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await checkStatus("A permit was refused", response, refusals);
      const text = await response?.text().catch(() => undefined);
      if (status === 201 && text) {
        const { id, urban37PermitNumber } = JSON.parse(text);
        acknowledged.push({ name, id, number: urban37PermitNumber });
        return;
      }
      await pause(50 + random() * 200);
    }
    throw new Error(`${name} was not created for ${maxWait / 1000} s`);
  }

  /** Changes a row of all cities, for which the writes of each city wait. */
  async function changeForAll(): Promise<void> {
    const response = await send("PUT", "standard-comments/1", { text: `Show the exits ${randomUUID()}` });
    await checkStatus("A change was refused", response, refusals);
  }

  async function work(): Promise<void> {
    while (!isStopping) {
      if (random() < partForAll) await changeForAll();
      await createOne(1 + Math.floor(random() * 5));
    }
  }
  const working = Promise.all(Array.from({ length: clients }, work));
  // stop() throws it.
  working.catch(() => undefined);

  return {
    acknowledged,
    statuses,
    untilMore: async (permits) => {
      const end = acknowledged.length + permits;
      while (acknowledged.length < end) await Promise.race([pause(20), working]);
    },
    stop: async () => {
      isStopping = true;
      await working;
    },
  };
}
