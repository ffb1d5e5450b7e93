import { loadPortal, loadPortalChoice, portalAction } from "~/pages/portal/portal-page.server";
import { Portal, PortalChoice } from "~/ui/portal/portal";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_portal.oakvilles._index";

export { ErrorContent as ErrorBoundary } from "~/ui/error-page";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.city?.cityName || "City"} Portal · Redline` },
];

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "portal.open");
  const choice = await loadPortalChoice(viewer, url);
  if (choice) return { choice, portal: null, city: null };
  const portal = await loadPortal(viewer, url);
  return { choice: null, portal, city: portal.city };
}

export const action = ({ request, url, context }: Route.ActionArgs) =>
  portalAction({ request, viewer: viewerOf(context, "portal.open"), url });

export default function CityPortal({ loaderData: { choice, portal }, actionData }: Route.ComponentProps) {
  if (choice) return <PortalChoice cities={choice} />;
  return <Portal portal={portal} formResult={actionData} base="/oakvilles" />;
}
