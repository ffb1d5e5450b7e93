import { Outlet, useMatches } from "react-router";
import type { PortalCity } from "~/models/portal/portal.server";
import { SkipLink } from "~/ui/frame";
import { PortalHeader } from "~/ui/portal/portal-header";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_portal";

export { ErrorBoundary } from "~/ui/error-page";

/** The page works without scripts; they load only with an open dialog. */
export const handle = { scripts: "in-dialogs" };

export const loader = ({ context }: Route.LoaderArgs) => ({
  email: viewerOf(context, "portal.open").email,
});

export default function PortalLayout({ loaderData: { email } }: Route.ComponentProps) {
  const pageData = useMatches().at(-1)?.loaderData as { city?: PortalCity } | undefined;
  return (
    <>
      <SkipLink />
      <PortalHeader email={email} city={pageData?.city} />
      <main id="content" tabIndex={-1} className="page">
        <Outlet />
      </main>
    </>
  );
}
