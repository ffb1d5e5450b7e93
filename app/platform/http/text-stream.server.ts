import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";

/** The first text is read before anything is sent: its errors still have their own status. */
export async function textStream(texts: AsyncGenerator<string>): Promise<ReadableStream<Uint8Array>> {
  const first = await texts.next();
  async function* all() {
    if (!first.done) yield first.value;
    yield* texts;
  }
  return createReadableStreamFromReadable(Readable.from(all()));
}
