import { answer, refuseOtherMethods } from "~/form.server";
import { readForm } from "~/http/request-body.server";
import { largestPicture, storePicture } from "~/models/files/picture-store.server";
import { NoFields } from "~/models/permits/permit.form.server";
import { fieldRefusal } from "~/models/refusal";

type Options = {
  /** The name of the file's field. */
  field?: string;
  /** The specification's words for a failure that nothing more precise is known of. */
  failure?: string;
};

/** The HTML door for a form with one picture, which `save` is told the path of; null when it is removed. */
export async function submitPicture(
  request: Request,
  save: (path: string | null) => Promise<Response>,
  { field = "picture", failure }: Options = {},
) {
  refuseOtherMethods(request);
  const { form, received } = await receivePicture(request);
  const isRemoval = form.get("remove") === "yes";
  const store = async () => {
    if (isRemoval) return save(null);
    return save(await storeReceived(received, field));
  };
  return answer(request, new FormData(), NoFields, store, { failure });
}

type Received = { bytes: Buffer; isTooLarge: boolean };

/** A form with one picture, which is held whole: it is small. */
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

/** Draws the picture anew and answers its path; refuses at the field none, a large one or none that can be read. */
export async function storeReceived([picture]: Received[], field: string): Promise<string> {
  if (!picture) throw fieldRefusal(field, "Choose a picture first");
  if (picture.isTooLarge) throw fieldRefusal(field, "The picture is larger than 1 MB", 413);
  return storePicture(picture.bytes, field);
}
