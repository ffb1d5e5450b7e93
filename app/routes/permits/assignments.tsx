import { permitNotFound } from "~/models/permits/permit-scope.server";
import { idOf } from "~/platform/api/api.server";
import { viewerOf } from "~/platform/http/viewer.server";
import type { Route } from "./+types/assignments";
import { AssignmentEditor } from "./parts/assignment-editor";
import { loadAssignmentEditor, submitAssignments } from "./parts/assignment-editor.server";

export function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "assignment.edit");
  return loadAssignmentEditor(viewer, idOf(params.id, permitNotFound(viewer)), request);
}

export function action({ request, params, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "assignment.edit");
  return submitAssignments(request, viewer, idOf(params.id, permitNotFound(viewer)));
}

export default function Assignments({ loaderData }: Route.ComponentProps) {
  return <AssignmentEditor editor={loaderData} />;
}
