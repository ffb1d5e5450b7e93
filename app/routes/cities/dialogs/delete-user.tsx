import { deleteCityUser, readListedUser } from "~/models/cities/city-user.server";
import { failures } from "~/models/failures";
import { personName } from "~/models/person";
import { NoFields, submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { DeleteDialog } from "~/ui/form-dialog";
import { cityDialogOf, userIdIn } from "../parts/city-dialog.server";
import type { Route } from "./+types/delete-user";

export function loader(sent: Route.LoaderArgs) {
  const { viewer, cityId } = cityDialogOf(sent, "city-user.manage");
  return readListedUser(viewer, cityId, userIdIn(sent));
}

export function action(sent: Route.ActionArgs) {
  const { viewer, cityId, page } = cityDialogOf(sent, "city-user.manage");
  return submit(sent.request, NoFields, { failure: failures.deleteUser }, async () => {
    await deleteCityUser(viewer, cityId, userIdIn(sent));
    return redirectWithSuccess(page, "User deleted successfully");
  });
}

export default function DeleteUser({ loaderData: user }: Route.ComponentProps) {
  const name = personName(user);
  return (
    <DeleteDialog title="Delete user" failure={failures.deleteUser}>
      <p>
        <strong className="break-words">{name === user.email ? name : `${name} (${user.email})`}</strong> will
        be signed out and can no longer sign in. The user's comments and files are kept.
      </p>
    </DeleteDialog>
  );
}
