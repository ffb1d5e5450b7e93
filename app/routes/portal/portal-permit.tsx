import { idOf } from "~/api.server";
import { portalPermitNotFound } from "~/models/portal/portal.server";
import { loadPortalPermit, portalPermitAction } from "./parts/load-portal-permit.server";
import { PortalPermitPage } from "./parts/portal-permit-cards";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/portal-permit";

export { ErrorContent as ErrorBoundary } from "~/ui/error-page";

export const loader = ({ params, url, context }: Route.LoaderArgs) =>
  loadPortalPermit(viewerOf(context, "portal.open"), idOf(params, portalPermitNotFound()), url);

export const action = ({ request, params, url, context }: Route.ActionArgs) =>
  portalPermitAction({
    request,
    viewer: viewerOf(context, "portal.open"),
    id: idOf(params, portalPermitNotFound()),
    url,
  });

export default function PortalPermit({ loaderData }: Route.ComponentProps) {
  return <PortalPermitPage detail={loaderData} />;
}
