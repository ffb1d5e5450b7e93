import { maxPictureBytes, storePicture } from "~/models/files/picture-store.server";
import { refusalAtField } from "~/models/refusal";
import { type ReceivedFile, receiveSmallFiles } from "./request-body.server";

export const receivePicture = (request: Request) => receiveSmallFiles(request, maxPictureBytes);

export async function storeReceived([picture]: ReceivedFile[], field: string): Promise<string> {
  if (!picture) throw refusalAtField(field, "Choose a picture first");
  if (picture.isTooLarge) throw refusalAtField(field, "The picture is larger than 1 MB", 413);
  return storePicture(picture.bytes, field);
}
