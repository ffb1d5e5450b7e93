import { Outlet, useMatches } from "react-router";
import { hasOwnPortal } from "~/models/policy";
import type { PortalCity } from "~/models/portal/portal.server";
import { SkipLink } from "~/ui/page-frame";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/portal-layout";
import { PortalHeader } from "./parts/portal-header";

export { ErrorBoundary } from "~/ui/error-page";

/** The page works without scripts; they load only with an open dialog. */
export const handle = { scripts: "in-dialogs" };

export function loader({ context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "portal.open");
  return { email: viewer.email, isOwnPortal: hasOwnPortal(viewer) };
}

export default function PortalLayout({ loaderData }: Route.ComponentProps) {
  const allData = useMatches().map(({ loaderData }) => loaderData as { city?: PortalCity } | undefined);
  const city = allData.find((data) => data?.city)?.city;
  return (
    <>
      <SkipLink />
      <PortalHeader {...loaderData} city={city} />
      <main id="content" tabIndex={-1} className="page">
        <Outlet />
      </main>
    </>
  );
}
