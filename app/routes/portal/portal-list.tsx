import { Link, Outlet } from "react-router";
import { cityOptions } from "~/models/cities/city.server";
import type { Option } from "~/models/options";
import { mayOpenAllPortals } from "~/models/portal/portal.server";
import { readPortalFilter } from "~/models/portal/portal-filter";
import { viewerOf } from "~/platform/http/viewer.server";
import { DocumentTitle } from "~/ui/document-title";
import { Panel } from "~/ui/panel";
import { Portal } from "~/ui/portal/portal";
import type { Route } from "./+types/portal-list";
import { loadPortal } from "./parts/load-portal.server";

export { ErrorContent as ErrorBoundary } from "~/ui/error-page";

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "portal.open");
  if (mayOpenAllPortals(viewer) && readPortalFilter(url.searchParams).cityId === undefined)
    return { cities: await cityOptions(viewer), portal: null, city: null };
  const portal = await loadPortal(viewer, url);
  return { cities: null, portal, city: portal.city };
}

export default function PortalList({ loaderData: { cities, portal } }: Route.ComponentProps) {
  return (
    <>
      {cities ? <PortalChoice cities={cities} /> : <Portal portal={portal} />}
      <Outlet />
    </>
  );
}

function PortalChoice({ cities }: { cities: Option[] }) {
  return (
    <Panel title="Choose a city">
      <DocumentTitle>Choose a city</DocumentTitle>
      {cities.length === 0 ? (
        <p>
          There is no city yet. <Link to="/cities/new">Add a city</Link> first.
        </p>
      ) : (
        <p>Each city has its own portal. Choose the one that you want to open.</p>
      )}
      <ul>
        {cities.map(({ value, label }) => (
          <li key={value}>
            <Link to={`/oakvilles?cityId=${value}`}>{label}</Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
