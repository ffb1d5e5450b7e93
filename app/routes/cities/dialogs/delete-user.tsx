import { pageQuery } from "~/models/address";
import { cityNotFound } from "~/models/cities/city.server";
import { deleteCityUser, readListedUser } from "~/models/cities/city-user.server";
import { failures } from "~/models/failures";
import { personName } from "~/models/person";
import { notFound } from "~/models/refusal";
import { idOf } from "~/platform/api/api.server";
import { NoFields, submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { DeleteDialog } from "~/ui/form-dialog";
import type { Route } from "./+types/delete-user";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  readListedUser(
    viewerOf(context, "city-user.manage"),
    idOf(params.id, cityNotFound()),
    idOf(params.userId, notFound("User")),
  );

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "city-user.manage");
  return submit(request, NoFields, { failure: failures.deleteUser }, async () => {
    const cityId = idOf(params.id, cityNotFound());
    await deleteCityUser(viewer, cityId, idOf(params.userId, notFound("User")));
    return redirectWithSuccess(`/cities/${cityId}${pageQuery(url.search)}`, "User deleted successfully");
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
