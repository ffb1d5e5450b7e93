import { boundTo } from "~/api/identity-provider.server";
import { CityUserSchema } from "~/models/cities/city.schema.server";
import { readListedUser, updateCityUser } from "~/models/cities/city-user.server";
import { failures } from "~/models/failures";
import { pick } from "~/models/shown-fields";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { ReleaseAccountField } from "~/ui/accounts/release-account-field";
import { EditConflict } from "~/ui/edit-conflict";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { cityDialogOf, userIdIn } from "../parts/city-dialog.server";
import { type UserFieldName, UserFields, userFieldLabels } from "../parts/user-fields";
import type { Route } from "./+types/edit-user";

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, cityId } = cityDialogOf(sent, "city-user.manage");
  const user = await readListedUser(viewer, cityId, userIdIn(sent));
  return {
    values: pick(user, "email", "firstName", "lastName"),
    updatedAt: user.updatedAt,
    boundTo: boundTo(user),
  };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, cityId, page } = cityDialogOf(sent, "city-user.manage");
  const failure = failures.updateUser;
  return submit(sent.request, CityUserSchema, { failure }, async ({ updatedAt, ...changes }) => {
    await updateCityUser(viewer, cityId, userIdIn(sent), changes, updatedAt);
    return redirectWithSuccess(page, "User updated successfully");
  });
}

export default function EditUser({ loaderData: { values, updatedAt, boundTo } }: Route.ComponentProps) {
  const [form, fields] = usePostForm<UserFieldName>("user", { values });
  return (
    <FormDialog
      title="Edit user"
      form={form}
      labels={userFieldLabels}
      failure={failures.updateUser}
      version={updatedAt}
      submit="Save changes"
      className={undefined}
    >
      <EditConflict />
      <UserFields fields={fields} />
      <ReleaseAccountField field={fields.releaseAccount} boundTo={boundTo} />
    </FormDialog>
  );
}
