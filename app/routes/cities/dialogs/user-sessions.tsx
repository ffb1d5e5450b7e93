import { readListedUser } from "~/models/cities/city-user.server";
import { personName } from "~/models/person";
import type { Viewer } from "~/models/policy";
import { UserSessions } from "~/ui/accounts/user-sessions";
import { loadUserSessions, submitUserSessions } from "../../account/parts/user-sessions.server";
import { cityDialogOf, userIdIn } from "../parts/city-dialog.server";
import type { Route } from "./+types/user-sessions";

async function readUser(viewer: Viewer, cityId: number, userId: number) {
  const user = await readListedUser(viewer, cityId, userId);
  return { id: user.id, name: personName(user) };
}

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, cityId } = cityDialogOf(sent, "session.manage");
  return loadUserSessions(viewer, await readUser(viewer, cityId, userIdIn(sent)));
}

export function action(sent: Route.ActionArgs) {
  const { viewer, cityId, page } = cityDialogOf(sent, "session.manage");
  const read = () => readUser(viewer, cityId, userIdIn(sent));
  return submitUserSessions({ request: sent.request, viewer, page }, read);
}

export default function CityUserSessions({ loaderData }: Route.ComponentProps) {
  return <UserSessions {...loaderData} />;
}
