import { setTimeout as pause } from "node:timers/promises";
import type { BenchServer } from "./bench-server";
import type { FilledAddress } from "./filled-address";

export type Sample = { address: FilledAddress; milliseconds: number };

/**
 * Requests the addresses in turn at a steady rate, until `isDone`, and returns how long each took. A request is
 * sent at its time whether earlier ones have ended or not, and its time counts from then.
 */
export async function runSteadily(
  server: BenchServer,
  addresses: FilledAddress[],
  perSecond: number,
  isDone: (seconds: number) => boolean,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  const pending: Promise<void>[] = [];
  const start = performance.now();
  for (let index = 0; !isDone((performance.now() - start) / 1000); index += 1) {
    const due = start + (index * 1000) / perSecond;
    await pause(Math.max(0, due - performance.now()));
    const address = addresses[index % addresses.length] as FilledAddress;
    pending.push(
      server.open(address).then(() => {
        samples.push({ address, milliseconds: performance.now() - due });
      }),
    );
  }
  await Promise.all(pending);
  return samples;
}

export const timesOf = (samples: Sample[]): number[] => samples.map(({ milliseconds }) => milliseconds);

/** Returns the addresses with these names. Throws for one that the data do not have. */
export const named = (server: BenchServer, names: string[]): FilledAddress[] =>
  names.map((name) => {
    const address = server.addresses.find((candidate) => candidate.name === name);
    if (!address) throw new Error(`The data have nothing for ${name}`);
    return address;
  });
