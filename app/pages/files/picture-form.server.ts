import { NoFields, processForm } from "~/form.server";
import { receivePicture, storeReceived } from "~/http/picture-upload.server";

type PictureEntry<Sent> = {
  field?: string;
  failure?: string;
  /** The path is null when the picture is removed. */
  command: (sent: Sent, path: string | null) => Promise<Response>;
};

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
