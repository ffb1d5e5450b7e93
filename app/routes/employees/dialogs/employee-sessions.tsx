import { readEmployee } from "~/models/employees/employee-list.server";
import type { Viewer } from "~/models/policy";
import { UserSessions } from "~/ui/accounts/user-sessions";
import { loadUserSessions, submitUserSessions } from "../../account/parts/user-sessions.server";
import { employeeDialogOf } from "../parts/employee-dialog.server";
import type { Route } from "./+types/employee-sessions";

async function readUser(viewer: Viewer, id: number) {
  const { userId, name } = await readEmployee(viewer, id);
  return { id: userId, name };
}

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = employeeDialogOf(sent);
  return loadUserSessions(viewer, await readUser(viewer, id));
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id, page } = employeeDialogOf(sent);
  return submitUserSessions({ request: sent.request, viewer, page }, () => readUser(viewer, id));
}

export default function EmployeeSessions({ loaderData }: Route.ComponentProps) {
  return <UserSessions {...loaderData} />;
}
