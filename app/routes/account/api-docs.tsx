import { documentEndpoints } from "~/api/api-docs.server";
import { SignedIn } from "~/ui/page-frame";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api-docs";
import { ApiDocsPage } from "./parts/api-docs-page";

/** The page is only read, and its data would double it. */
export const handle = { scripts: false };

export function loader({ context }: Route.LoaderArgs) {
  viewerOf(context, "api.read");
  return { docs: documentEndpoints() };
}

export default function ApiDocs({ loaderData: { docs } }: Route.ComponentProps) {
  return (
    <SignedIn>
      <ApiDocsPage docs={docs} />
    </SignedIn>
  );
}
