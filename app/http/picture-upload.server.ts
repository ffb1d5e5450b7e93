import { largestPicture, storePicture } from "~/models/files/picture-store.server";
import { fieldRefusal } from "~/models/refusal";
import { readForm } from "./request-body.server";

type Received = { bytes: Buffer; isTooLarge: boolean };

/** Reads a form with one picture, which is small enough for the memory. */
export const receivePicture = (request: Request) =>
  readForm(
    request,
    async ({ stream }): Promise<Received> => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      return { bytes: Buffer.concat(chunks), isTooLarge: stream.truncated };
    },
    largestPicture,
  );

/** Re-encodes the picture and returns its path. Throws 400 for a missing or unreadable picture and 413 for a large one. */
export async function storeReceived([picture]: Received[], field: string): Promise<string> {
  if (!picture) throw fieldRefusal(field, "Choose a picture first");
  if (picture.isTooLarge) throw fieldRefusal(field, "The picture is larger than 1 MB", 413);
  return storePicture(picture.bytes, field);
}
