import type { Random } from "./demo-random";

type Deal = {
  random: Random;
  /** The slots whose shares are dealt together: from group to group the shares are even. */
  group: number;
  /** The slots of a group that get anything. The fewer, the more uneven. */
  winners: number;
  /** The largest part. */
  most: number;
};

/** Yields for each slot its part of a total, a whole number of 0 or more. The parts add up to the total. */
export function* dealt(
  total: number,
  slots: number,
  { random, group, winners, most }: Deal,
): Generator<number> {
  for (let start = 0; start < slots; start += group) {
    const size = Math.min(group, slots - start);
    const parts = Array<number>(size).fill(0);
    const chosen = Array.from({ length: winners }, () => random.between(0, size - 1));
    for (let left = partOf(total, slots, start, start + size); left > 0; left -= 1) {
      let slot = random.pick(chosen);
      while (parts[slot] === most) slot = (slot + 1) % size;
      parts[slot] = (parts[slot] ?? 0) + 1;
    }
    yield* parts;
  }
}

const partOf = (total: number, slots: number, start: number, end: number) =>
  Math.floor((total * end) / slots) - Math.floor((total * start) / slots);

/** Returns the numbers from 0 to `sizes.length - 1`, each as often as its size, in random order. */
export function shuffled(sizes: readonly number[], random: Random): Uint16Array {
  const deck = new Uint16Array(sizes.reduce((sum, size) => sum + size, 0));
  let position = 0;
  for (const [value, size] of sizes.entries()) {
    deck.fill(value, position, position + size);
    position += size;
  }
  for (let last = deck.length - 1; last > 0; last -= 1) {
    const other = random.between(0, last);
    const value = deck[last] as number;
    deck[last] = deck[other] as number;
    deck[other] = value;
  }
  return deck;
}
