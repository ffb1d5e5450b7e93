import { Transform } from "node:stream";
import { letOthersIn } from "~/models/batches.server";

/**
 * Creates a stream that passes on the chunks of an upload unchanged. Parsing and hashing a chunk takes time in
 * which no page is sent: when many uploads arrive at once, their chunks wait for each other, and so do their senders.
 */
export const pacedUpload = () =>
  new Transform({
    transform(chunk, _encoding, passOn) {
      void letOthersIn().then(() => passOn(null, chunk));
    },
  });
