import { viewerOf } from "~/platform/http/viewer.server";
import type { Route } from "./+types/plan-check-guide";
import { helpPages, planCheckGuide } from "./parts/help-documents.server";
import { HelpPage } from "./parts/help-page";

/** The page is only read. */
export const handle = { scripts: false };

export function loader({ context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "help.read");
  return { document: planCheckGuide(viewer), pages: helpPages(viewer) };
}

export default function PlanCheckGuide({ loaderData }: Route.ComponentProps) {
  return <HelpPage {...loaderData} />;
}
