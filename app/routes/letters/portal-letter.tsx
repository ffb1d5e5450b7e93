import { portalPermitNotFound, readPortalCity, readPortalPermit } from "~/models/portal/portal.server";
import { idOf } from "~/platform/api/api.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { loadStripForCity } from "../permits/parts/load-strip.server";
import type { Route } from "./+types/portal-letter";
import { loadReleasedLetter } from "./parts/letter-page.server";
import { ReleasedLetterPage } from "./parts/released-letter-page";

export { ErrorContent as ErrorBoundary } from "~/ui/error-page";

export async function loader({ params: { id, letterId }, url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "portal.open");
  const missing = portalPermitNotFound();
  const permit = await readPortalPermit(viewer, idOf(id, missing));
  return {
    ...(await loadReleasedLetter(viewer, permit, idOf(letterId, missing), url)),
    strip: await loadStripForCity(viewer, permit),
    city: await readPortalCity(viewer, permit.cityId),
    back: `/oakvilles/permits/${permit.id}`,
  };
}

export default function PortalLetter({ loaderData }: Route.ComponentProps) {
  return <ReleasedLetterPage released={loaderData} strip={loaderData.strip} />;
}
