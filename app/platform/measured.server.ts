import { channel } from "node:diagnostics_channel";

/** What the metrics count, each when it has ended; times are in seconds. */
export type Measured = {
  request: { route: string; method: string; status: string; seconds: number };
  write: { waited: number; seconds: number; outcome: "committed" | "rolled back" };
  databaseRefusal: { reason: "busy" | "away" };
  job: { name: string; seconds: number; isFailed: boolean };
  signIn: { outcome: "succeeded" | "failed" | "refused" };
};

type Kind = keyof Measured;

const channelOf = (kind: Kind) => channel(`redline:${kind}`);

/** Does nothing while metrics are off: a channel without subscribers drops what it gets. */
export const measured = <Of extends Kind>(kind: Of, facts: Measured[Of]): void =>
  channelOf(kind).publish(facts);

/** Returns a function that ends it. */
export function onMeasured<Of extends Kind>(kind: Of, listener: (facts: Measured[Of]) => void): () => void {
  const subscriber = (facts: unknown) => listener(facts as Measured[Of]);
  channelOf(kind).subscribe(subscriber);
  return () => void channelOf(kind).unsubscribe(subscriber);
}

export const secondsBetween = (begun: number, ended = performance.now()): number => (ended - begun) / 1000;

/** Runs work, and notes how long it took, also if it fails. */
export async function timed<Result>(
  work: () => Promise<Result>,
  note: (seconds: number, isFailed: boolean) => void,
): Promise<Result> {
  const begun = performance.now();
  let isFailed = true;
  try {
    const result = await work();
    isFailed = false;
    return result;
  } finally {
    note(secondsBetween(begun), isFailed);
  }
}

type Load = { running: number; waiting: number };

/** The queues of this process, and on PostgreSQL its pools of connections, by name: they are asked when metrics are read. */
export const queueLoads = new Map<string, () => Load>();
export const poolLoads = new Map<string, () => Load & { idle: number }>();
