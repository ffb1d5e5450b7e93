import { largestPicture, storePicture } from "~/models/files/picture-store.server";
import { fieldRefusal } from "~/models/refusal";
import { readForm } from "./request-body.server";

type Received = { bytes: Buffer; isTooLarge: boolean };

/** Reads a form with one picture, which is small enough to be held in memory. */
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

/** Re-encodes the picture and returns its path. Refuses a missing (400), large (413) or unreadable (400) one at the field. */
export async function storeReceived([picture]: Received[], field: string): Promise<string> {
  if (!picture) throw fieldRefusal(field, "Choose a picture first");
  if (picture.isTooLarge) throw fieldRefusal(field, "The picture is larger than 1 MB", 413);
  return storePicture(picture.bytes, field);
}
