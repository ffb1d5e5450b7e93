import { idOf } from "~/api.server";
import { portalPermitNotFound } from "~/models/portal/portal.server";
import { ReleasedLetterPage } from "~/ui/letters/letter-page";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_portal.oakvilles.permits.$id_.letters.$letterId";
import { loadPortalLetter } from "./parts/load-portal-permit.server";

export { ErrorContent as ErrorBoundary } from "~/ui/error-page";

export function loader({ params: { id, letterId }, url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "portal.open");
  const missing = portalPermitNotFound();
  return loadPortalLetter(viewer, idOf({ id }, missing), idOf({ id: letterId }, missing), url);
}

export default function PortalLetter({ loaderData }: Route.ComponentProps) {
  return <ReleasedLetterPage released={loaderData} />;
}
