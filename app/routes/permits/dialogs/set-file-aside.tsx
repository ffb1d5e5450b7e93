import { failures } from "~/models/failures";
import { setFileAside } from "~/models/permits/plan-file.server";
import { allow } from "~/models/policy";
import { NoFields, submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { ConfirmDialog } from "~/ui/form-dialog";
import { permitDialogOf, planFileOf } from "../parts/permit-dialog.server";
import type { Route } from "./+types/set-file-aside";

/** The same dialog takes a file back, at another address. */
const isTakingBack = ({ pathname }: URL) => /\/take-back\/?$/i.test(pathname);

const failureAt = (url: URL) => (isTakingBack(url) ? failures.takeFileBack : failures.setFileAside);

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = permitDialogOf(sent);
  const { fileName } = await planFileOf(viewer, id, sent.params.fileId);
  allow(viewer, "plan-file.set-aside");
  return { fileName, takesBack: isTakingBack(sent.url), failure: failureAt(sent.url) };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id, page } = permitDialogOf(sent);
  const takesBack = isTakingBack(sent.url);
  return submit(sent.request, NoFields, { failure: failureAt(sent.url) }, async () => {
    const file = await planFileOf(viewer, id, sent.params.fileId);
    await setFileAside(viewer, file.id, !takesBack);
    return redirectWithSuccess(`${page}#plan-files`, takesBack ? "File taken back" : "File set aside");
  });
}

export default function SetFileAside({ loaderData: { fileName, takesBack, failure } }: Route.ComponentProps) {
  const act = takesBack ? "Take back" : "Set aside";
  return (
    <ConfirmDialog title={`${act} file`} failure={failure} submit={act}>
      <p>
        {takesBack ? "Later letters can list " : "No later letter will list "}
        <strong className="break-words">{fileName}</strong>
        {takesBack ? " again." : ". It stays here and in the letters that list it. You can take it back."}
      </p>
    </ConfirmDialog>
  );
}
