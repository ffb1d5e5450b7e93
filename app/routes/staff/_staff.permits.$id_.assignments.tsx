import { idOf } from "~/api.server";
import { permitNotFound } from "~/models/permits/permit-scope.server";
import { loadAssignmentEditor, submitAssignments } from "~/pages/plan-review/assignment-editor.server";
import { AssignmentEditor } from "~/ui/plan-review/assignment-editor";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_staff.permits.$id_.assignments";

export function loader({ params, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "assignment.edit");
  return loadAssignmentEditor(viewer, idOf(params, permitNotFound(viewer)));
}

export function action({ request, params, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "assignment.edit");
  return submitAssignments(request, viewer, idOf(params, permitNotFound(viewer)));
}

export default function Assignments({ loaderData }: Route.ComponentProps) {
  return <AssignmentEditor editor={loaderData} />;
}
