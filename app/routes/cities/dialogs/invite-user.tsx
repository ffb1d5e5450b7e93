import { InviteSchema } from "~/models/cities/city.schema.server";
import { inviteCityUser } from "~/models/cities/city-user.server";
import { failures } from "~/models/failures";
import { submit } from "~/platform/forms/form.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { FormDialog } from "~/ui/form-dialog";
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
    return newPasswordLink.redirectWith(viewer, page, `${user.email} was invited`, secret);
  });
}

export default function InviteUser({ loaderData: { idempotencyKey } }: Route.ComponentProps) {
  const [form, fields] = usePostForm<UserFieldName>("user");
  return (
    <FormDialog
      title="Invite user"
      form={form}
      labels={userFieldLabels}
      failure={failures.createUser}
      idempotencyKey={idempotencyKey}
      submit="Send invitation"
      className={undefined}
    >
      <UserFields fields={fields} />
    </FormDialog>
  );
}
