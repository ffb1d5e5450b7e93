import { InviteSchema } from "~/models/cities/city.schema.server";
import { inviteCityUser } from "~/models/cities/city-user.server";
import { failures } from "~/models/failures";
import { sentOrNot } from "~/models/mail/mail.server";
import { submit } from "~/platform/forms/form.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { FormDialog } from "~/ui/form-dialog";
import { passOnLinkHint, useMailWords } from "~/ui/no-mail-server";
import { usePostForm } from "~/ui/post-form";
import { newPasswordLink } from "../../account/parts/one-time-secret.server";
import { cityDialogOf } from "../parts/city-dialog.server";
import { type UserFieldName, UserFields, userFieldLabels } from "../parts/user-fields";
import type { Route } from "./+types/invite-user";

export function loader(sent: Route.LoaderArgs) {
  cityDialogOf(sent, "city-user.manage");
  return { idempotencyKey: newIdempotencyKey() };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, cityId, page } = cityDialogOf(sent, "city-user.manage");
  return submit(sent.request, InviteSchema, { failure: failures.createUser }, async (fields) => {
    const { user, link } = await inviteCityUser(viewer, cityId, fields);
    const secret = { email: user.email, link };
    const description = sentOrNot(
      `An account for ${user.email} was created`,
      `${user.email} was invited by email`,
    );
    return newPasswordLink.redirectWith(viewer, page, description, secret);
  });
}

export default function InviteUser({ loaderData: { idempotencyKey } }: Route.ComponentProps) {
  const [form, fields] = usePostForm<UserFieldName>("user");
  const words = useMailWords({
    sent: {
      submit: "Send invitation",
      consequence: "The user gets an email with a link to set a password.",
    },
    notSent: { submit: "Create invitation", consequence: passOnLinkHint },
  });
  return (
    <FormDialog
      title="Invite user"
      form={form}
      labels={userFieldLabels}
      failure={failures.createUser}
      idempotencyKey={idempotencyKey}
      submit={words.submit}
      className={undefined}
    >
      <p className="mb-3">{words.consequence}</p>
      <UserFields fields={fields} />
    </FormDialog>
  );
}
