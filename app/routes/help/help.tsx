import { viewerOf } from "~/platform/http/viewer.server";
import { SignedIn } from "~/ui/page-frame";
import type { Route } from "./+types/help";
import { helpDocument, helpPages } from "./parts/help-documents.server";
import { HelpPage } from "./parts/help-page";

/** The page is only read. */
export const handle = { scripts: false };

export function loader({ params, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "help.read");
  return { document: helpDocument(viewer, params.page), pages: helpPages(viewer, params.page) };
}

export default function Help({ loaderData }: Route.ComponentProps) {
  return (
    <SignedIn>
      <HelpPage {...loaderData} />
    </SignedIn>
  );
}
