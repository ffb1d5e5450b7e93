import { readListedUser, turnOffCityUserTwoFactor } from "~/models/cities/city-user.server";
import { failures } from "~/models/failures";
import { personName } from "~/models/person";
import { NoFields, submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { TwoFactorOffDialog } from "~/ui/accounts/two-factor-off";
import { cityDialogOf, userIdIn } from "../parts/city-dialog.server";
import type { Route } from "./+types/user-two-factor";

export function loader(sent: Route.LoaderArgs) {
  const { viewer, cityId } = cityDialogOf(sent, "city-user.manage");
  return readListedUser(viewer, cityId, userIdIn(sent));
}

export function action(sent: Route.ActionArgs) {
  const { viewer, cityId, page } = cityDialogOf(sent, "city-user.manage");
  return submit(sent.request, NoFields, { failure: failures.updateUser }, async () => {
    const user = await turnOffCityUserTwoFactor(viewer, cityId, userIdIn(sent));
    return redirectWithSuccess(page, `Two-factor sign-in of ${personName(user)} is off`);
  });
}

export default function TurnOffUserTwoFactor({ loaderData }: Route.ComponentProps) {
  return <TwoFactorOffDialog name={personName(loaderData)} failure={failures.updateUser} />;
}
