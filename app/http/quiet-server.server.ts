/** How long a server has had no request before it gives memory back. */
const quietTime = 3000;

/** A collection holds others up for 50 to 80 ms, so there is at most one in this time. */
const betweenCollections = 60_000;

/**
 * Has V8 give unused memory back to the system once there has been no request for a while, at the start too: on its
 * own it keeps what the start and the busiest minute took. Returns a function to be called with each request. Does
 * nothing if Node.js runs without `--expose-gc`.
 */
export function giveMemoryBackWhenQuiet(collect = globalThis.gc): () => void {
  if (!collect) return () => undefined;
  let lastCollection = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const collectAll = () => {
    lastCollection = Date.now();
    // Only this kind shrinks the space for young objects.
    collect({ type: "major", execution: "sync", flavor: "last-resort" });
  };
  const wait = () => {
    clearTimeout(timer);
    const timeLeft = lastCollection + betweenCollections - Date.now();
    timer = setTimeout(collectAll, Math.max(quietTime, timeLeft)).unref();
  };
  wait();
  return wait;
}
