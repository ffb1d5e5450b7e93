import { Transform } from "node:stream";

/** The chunks (64 KB each) that all uploads together may process in one round of the event loop. */
export const chunksPerRound = 2;

const waiting: (() => void)[] = [];
let isScheduled = false;

/**
 * Creates a stream that passes on the chunks of an upload unchanged. Parsing and hashing chunks takes time in
 * which no page is sent: when many uploads arrive at once, their chunks wait in line, and so do their senders.
 */
export const pacedUpload = () =>
  new Transform({
    transform(chunk, _encoding, passOn) {
      waiting.push(() => passOn(null, chunk));
      scheduleRound();
    },
  });

function scheduleRound(): void {
  if (isScheduled || waiting.length === 0) return;
  isScheduled = true;
  setImmediate(() => {
    isScheduled = false;
    for (const passOn of waiting.splice(0, chunksPerRound)) passOn();
    scheduleRound();
  });
}
