export type Random = ReturnType<typeof randomFrom>;

/** Returns a seeded random generator (mulberry32): the same seed gives the same numbers. */
export function randomFrom(seed: number) {
  let state = seed;

  function fraction(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from `minimum` to `maximum`. */
  const between = (minimum: number, maximum: number) =>
    minimum + Math.floor(fraction() * (maximum - minimum + 1));
  const chance = (probability: number) => fraction() < probability;
  const pick = <Value>(list: readonly Value[]) => list[between(0, list.length - 1)] as Value;

  /** Returns one of the values, each with the probability of its share; the shares add up to 1. */
  function weighted<Value>(shares: readonly (readonly [value: Value, share: number])[]): Value {
    let remaining = fraction();
    const [value] = shares.find(([, share]) => {
      remaining -= share;
      return remaining < 0;
    }) ?? [shares[0]?.[0]];
    return value as Value;
  }

  return { fraction, between, chance, pick, weighted };
}

/** Returns the item at a position. After the end of the list, it starts again at the first item. */
export const itemAt = <Value>(list: readonly Value[], position: number): Value =>
  list[position % list.length] as Value;
