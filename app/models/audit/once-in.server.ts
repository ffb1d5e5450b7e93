/** In all: a flood from many addresses must not fill the table of events. */
const maxKeys = 1000;

/** Returns whether a key is new in this period of the clock, in this process; no more than 1,000 keys are. */
export function onceIn(milliseconds: number): (key: string) => boolean {
  const seen = new Set<string>();
  let period = 0;
  return (key) => {
    const present = Math.floor(Date.now() / milliseconds);
    if (present !== period) seen.clear();
    period = present;
    if (seen.has(key) || seen.size >= maxKeys) return false;
    seen.add(key);
    return true;
  };
}
