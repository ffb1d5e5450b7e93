import { maxPictureBytes, storePicture } from "~/models/files/picture-store.server";
import { refusalAtField } from "~/models/refusal";
import { NoFields, processForm } from "../forms/form.server";
import { type ReceivedFile, receiveSmallFiles } from "./request-body.server";

export const receivePicture = (request: Request) => receiveSmallFiles(request, maxPictureBytes);

export async function storeReceived([picture]: ReceivedFile[], field: string): Promise<string> {
  if (!picture) throw refusalAtField(field, "Choose a picture first");
  if (picture.isTooLarge) throw refusalAtField(field, "The picture is larger than 1 MB", 413);
  return storePicture(picture.bytes, field);
}

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
    return processForm(sent.request, new FormData(), NoFields, { failure }, save);
  };
}
