import { answer, refuseOtherMethods } from "~/form.server";
import { receivePicture, storeReceived } from "~/http/picture-upload.server";
import { NoFields } from "~/models/permits/permit.form.server";

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
