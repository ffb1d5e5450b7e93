import { newLinkForCityUser, readListedUser } from "~/models/cities/city-user.server";
import { failures } from "~/models/failures";
import { sentOrNot } from "~/models/mail/mail.server";
import { personName } from "~/models/person";
import { NoFields, submit } from "~/platform/forms/form.server";
import { PasswordLinkText, passwordLinkTitle, useLinkButton } from "~/ui/accounts/password-link";
import { ConfirmDialog } from "~/ui/form-dialog";
import { newPasswordLink } from "../../account/parts/one-time-secret.server";
import { cityDialogOf, userIdIn } from "../parts/city-dialog.server";
import type { Route } from "./+types/reset-user-password";

export function loader(sent: Route.LoaderArgs) {
  const { viewer, cityId } = cityDialogOf(sent, "city-user.manage");
  return readListedUser(viewer, cityId, userIdIn(sent));
}

export function action(sent: Route.ActionArgs) {
  const { viewer, cityId, page } = cityDialogOf(sent, "city-user.manage");
  return submit(sent.request, NoFields, { failure: failures.generateResetLink }, async () => {
    const { user, link } = await newLinkForCityUser(viewer, cityId, userIdIn(sent));
    const description = sentOrNot("A new link was created", "A new link was created and emailed");
    const secret = { email: user.email, link };
    return newPasswordLink.redirectWith(viewer, page, description, secret);
  });
}

export default function ResetUserPassword({ loaderData: user }: Route.ComponentProps) {
  return (
    <ConfirmDialog title={passwordLinkTitle(user)} failure={failures.generateResetLink} {...useLinkButton()}>
      <p>
        <PasswordLinkText {...user} name={personName(user)} />
      </p>
    </ConfirmDialog>
  );
}
