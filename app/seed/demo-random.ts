export type Random = ReturnType<typeof randomFrom>;

/** Numbers that look random and are the same on every run (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed;

  function fraction(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
  const between = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  const chance = (probability: number) => fraction() < probability;
  const pick = <Value>(list: readonly Value[]) => list[between(0, list.length - 1)] as Value;

  /** One of the values, each as often as its share says; the shares add up to 1. */
  function weighted<Value>(shares: readonly (readonly [value: Value, share: number])[]): Value {
    let left = fraction();
    const [value] = shares.find(([, share]) => {
      left -= share;
      return left < 0;
    }) ?? [shares[0]?.[0]];
    return value as Value;
  }

  return { fraction, between, chance, pick, weighted };
}
