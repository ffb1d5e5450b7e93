import { maxPictureMegabytes } from "~/models/files/picture";
import { storePicture } from "~/models/files/picture-store.server";
import { refusalAtField } from "~/models/refusal";
import { refusalOfUpload } from "../disk.server";
import { NoFields, processForm } from "../forms/form.server";
import { type ReceivedFile, receiveSmallFile } from "./request-body.server";

export const receivePicture = (request: Request) =>
  receiveSmallFile(request, maxPictureMegabytes * 1024 * 1024);

export async function storeReceived(picture: ReceivedFile | undefined, field: string): Promise<string> {
  if (!picture) throw refusalAtField(field, "Choose a picture first");
  if (picture.isTooLarge)
    throw refusalAtField(field, `The picture is larger than ${maxPictureMegabytes} MB`, 413);
  const refusal = await refusalOfUpload();
  if (refusal) throw refusal;
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
    const { form, file } = await receivePicture(sent.request);
    const isRemoval = form.get("remove") === "yes";
    const save = async () => command(sent, isRemoval ? null : await storeReceived(file, field));
    return processForm(sent.request, new FormData(), NoFields, { failure }, save);
  };
}
