/** How long a server has had no request before it gives memory back: first what its start took, later that of busy times. */
const quietTimes = { afterStart: 3000, later: 10 * 60_000 };

/**
 * Has V8 give unused memory back to the system when there has been no request for a while: on its own it keeps what the
 * start and the busiest minute took. That holds others up for 50 to 80 ms, and the next thousand pages take more CPU
 * time, so it happens once after the start, and then after ten quiet minutes. Returns a function to be called with each
 * request. Does nothing if Node.js runs without `--expose-gc`.
 */
export function giveMemoryBackWhenQuiet(collect = globalThis.gc): () => void {
  if (!collect) return () => undefined;
  let quietTime = quietTimes.afterStart;
  let timer: NodeJS.Timeout | undefined;
  const collectAll = () => {
    quietTime = quietTimes.later;
    // Only this kind shrinks the space for young objects.
    collect({ type: "major", execution: "sync", flavor: "last-resort" });
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(collectAll, quietTime).unref();
  };
  wait();
  return wait;
}
