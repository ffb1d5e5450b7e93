import { processForm } from "~/form.server";
import { receivePicture, storeReceived } from "~/http/picture-upload.server";
import { NoFields } from "~/models/permits/permit.form.server";

type PictureEntry<Sent> = {
  /** The name of the file field. */
  field?: string;
  /** The message for an unexpected failure. */
  failure?: string;
  /** Stores the picture's path, or null when the picture is removed, and returns the redirect. */
  command: (sent: Sent, path: string | null) => Promise<Response>;
};

/** Returns an entry of a form table for a form with one picture. */
export function pictureForm<Sent extends { request: Request }>({
  field = "picture",
  failure,
  command,
}: PictureEntry<Sent>) {
  return async (sent: Sent) => {
    const { form, received } = await receivePicture(sent.request);
    const isRemoval = form.get("remove") === "yes";
    const save = async () => command(sent, isRemoval ? null : await storeReceived(received, field));
    return processForm(sent.request, new FormData(), NoFields, save, { failure });
  };
}
