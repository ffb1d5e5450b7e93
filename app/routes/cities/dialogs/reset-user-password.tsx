import { pageQuery } from "~/models/address";
import { cityNotFound } from "~/models/cities/city.server";
import { newLinkForCityUser, readListedUser } from "~/models/cities/city-user.server";
import { failures } from "~/models/failures";
import { sentOrNot } from "~/models/mail/mail.server";
import { personName } from "~/models/person";
import { notFound } from "~/models/refusal";
import { idOf } from "~/platform/api/api.server";
import { NoFields, submit } from "~/platform/forms/form.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { PasswordLinkText, passwordLinkTitle } from "~/ui/accounts/password-link";
import { ConfirmDialog } from "~/ui/form-dialog";
import { newPasswordLink } from "../../account/parts/one-time-secret.server";
import type { Route } from "./+types/reset-user-password";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  readListedUser(
    viewerOf(context, "city-user.manage"),
    idOf(params.id, cityNotFound()),
    idOf(params.userId, notFound("User")),
  );

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "city-user.manage");
  return submit(request, NoFields, { failure: failures.generateResetLink }, async () => {
    const cityId = idOf(params.id, cityNotFound());
    const { user, link } = await newLinkForCityUser(viewer, cityId, idOf(params.userId, notFound("User")));
    const description = sentOrNot("A new link was created", "A new link was created and emailed");
    const secret = { email: user.email, link };
    const page = `/cities/${cityId}${pageQuery(url.search)}`;
    return newPasswordLink.redirectWith(viewer, page, description, secret);
  });
}

export default function ResetUserPassword({ loaderData: user }: Route.ComponentProps) {
  return (
    <ConfirmDialog
      title={passwordLinkTitle(user)}
      failure={failures.generateResetLink}
      submit="Send link"
      busyLabel="Sending..."
    >
      <p>
        <PasswordLinkText {...user} name={personName(user)} />
      </p>
    </ConfirmDialog>
  );
}
