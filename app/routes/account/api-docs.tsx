import { documentEndpoints } from "~/api/api-docs.server";
import { notFound } from "~/models/refusal";
import { viewerOf } from "~/platform/http/viewer.server";
import { SignedIn } from "~/ui/page-frame";
import type { Route } from "./+types/api-docs";
import { ApiDocsPage, NounDocsPage } from "./parts/api-docs-page";

/** The page is only read, and its data would double it. */
export const handle = { scripts: false };

export function loader({ context, url }: Route.LoaderArgs) {
  viewerOf(context, "api.read");
  const docs = documentEndpoints();
  const noun = url.searchParams.get("noun");
  if (noun === null) return { docs };
  const ofNoun = docs.find((row) => row.noun === noun);
  if (!ofNoun) throw notFound("Endpoint");
  return { ofNoun };
}

export default function ApiDocs({ loaderData: { docs, ofNoun } }: Route.ComponentProps) {
  return <SignedIn>{ofNoun ? <NounDocsPage {...ofNoun} /> : <ApiDocsPage docs={docs} />}</SignedIn>;
}
