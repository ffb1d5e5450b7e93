import { pipeline, type Readable, Transform } from "node:stream";
import { Refusal } from "~/models/refusal";
import { env } from "../env.server";

/** All files of one request together; one of the largest must fit. */
export const maxMegabytesAtOnce = Math.max(env.MAX_UPLOAD_MB, 250);
export const maxBytesAtOnce = maxMegabytesAtOnce * 1024 * 1024;

export const tooMuchAtOnce = (names: string[] = []): Refusal => {
  const limits = `at most ${maxMegabytesAtOnce} MB at once, and ${env.MAX_UPLOAD_MB} MB each`;
  const list = names.length === 0 ? "" : `: ${names.join(", ")}`;
  return new Refusal(413, `Send these files in smaller groups (${limits})${list}.`);
};

type Upload = Readable & { truncated: boolean };

/** Counts the files of one request. Each passes through a stream, which drops what exceeds `maxBytes` in all. */
export function fileLimiter(maxBytes: number) {
  let bytes = 0;
  return (file: Upload) => {
    let ownBytes = 0;
    let isOver = false;
    const upload = Object.assign(
      new Transform({
        transform(chunk: Buffer, _encoding, passOn) {
          bytes += chunk.length;
          ownBytes += chunk.length;
          isOver ||= bytes > maxBytes;
          passOn(null, isOver ? undefined : chunk);
        },
        flush(end) {
          // A file that is too large is refused for that, and takes no room.
          if (file.truncated) bytes -= ownBytes;
          isOver &&= !file.truncated;
          upload.truncated = file.truncated || isOver;
          end();
        },
      }),
      { truncated: false },
    );
    // Whoever reads the file gets its error.
    pipeline(file, upload, () => undefined);
    return { upload, isOver: () => isOver };
  };
}
