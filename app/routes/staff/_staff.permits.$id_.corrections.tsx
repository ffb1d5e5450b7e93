import { idOf } from "~/api.server";
import { permitNotFound } from "~/models/permits/permit-scope.server";
import { loadCorrectionsPage } from "~/pages/plan-review/corrections-page.server";
import { CorrectionsPage } from "~/ui/plan-review/corrections-page";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_staff.permits.$id_.corrections";

export function loader({ params, url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "permit.browse");
  return loadCorrectionsPage(viewer, idOf(params, permitNotFound(viewer)), url);
}

export default function Corrections({ loaderData }: Route.ComponentProps) {
  return <CorrectionsPage list={loaderData} />;
}
