import { viewerOf } from "~/platform/http/viewer.server";
import type { Route } from "./+types/glossary";
import { glossaryOfField, helpPages } from "./parts/help-documents.server";
import { HelpPage } from "./parts/help-page";

/** The page is only read. */
export const handle = { scripts: false };

export function loader({ context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "help.read");
  return { document: glossaryOfField(viewer), pages: helpPages(viewer) };
}

export default function Glossary({ loaderData }: Route.ComponentProps) {
  return <HelpPage {...loaderData} />;
}
