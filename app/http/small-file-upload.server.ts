import { readForm } from "./request-body.server";

export type ReceivedFile = { bytes: Buffer; isTooLarge: boolean };

/** Reads a form with files that are small enough for the memory. The rest of a larger one is read and dropped. */
export const receiveSmallFiles = (request: Request, largestFile: number) =>
  readForm(
    request,
    async ({ stream }): Promise<ReceivedFile> => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      return { bytes: Buffer.concat(chunks), isTooLarge: stream.truncated };
    },
    largestFile,
  );
