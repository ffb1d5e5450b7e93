import { loadPortal, loadPortalChoice, portalAction } from "~/pages/portal/portal-page.server";
import { Portal, PortalChoice } from "~/ui/portal/portal";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_portal.oakvilles._index";

export { ErrorContent as ErrorBoundary } from "~/ui/error-page";

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "portal.open");
  const cities = await loadPortalChoice(viewer, url);
  if (cities !== null) return { cities, portal: null, city: null };
  const portal = await loadPortal(viewer, url);
  return { cities: null, portal, city: portal.city };
}

export const action = ({ request, url, context }: Route.ActionArgs) =>
  portalAction({ request, viewer: viewerOf(context, "portal.open"), url });

export default function CityPortal({ loaderData: { cities, portal } }: Route.ComponentProps) {
  if (cities !== null) return <PortalChoice cities={cities} />;
  return <Portal portal={portal} base="/oakvilles" />;
}
