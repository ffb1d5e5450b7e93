import { Link, Outlet, useMatches } from "react-router";
import { hasOwnPortal } from "~/models/policy";
import type { PortalCity } from "~/models/portal/portal.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { ButtonLink } from "~/ui/button";
import { HeaderSearch } from "~/ui/header-search";
import { ArrowLeft } from "~/ui/icons";
import { SkipLinks } from "~/ui/page-frame";
import { ProductLogo } from "~/ui/product-logo";
import type { Route } from "./+types/portal-layout";

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
      <SkipLinks />
      <PortalHeader {...loaderData} city={city} />
      <main className="page">
        <Outlet />
      </main>
    </>
  );
}

type PortalHeaderProps = { email: string; city?: PortalCity | null; isOwnPortal: boolean };

function PortalHeader({ email, city, isOwnPortal }: PortalHeaderProps) {
  return (
    <header className="top portal">
      {isOwnPortal ? (
        // The form to sign in is shown only to users who have signed out.
        <Link to="/api/logout" reloadDocument className="row">
          <ArrowLeft />
          Back to login
        </Link>
      ) : (
        <Link to="/" className="row">
          <ArrowLeft />
          Back to dashboard
        </Link>
      )}
      <ProductLogo />
      {city?.logoUrl && <img src={city.logoUrl} alt={`${city.cityName} logo`} className="portal-logo" />}
      {city && <strong className="min-w-0">{city.cityName}</strong>}
      <div className="top-end">
        <HeaderSearch />
        <span className="small min-w-0">
          Logged in as <strong>{email}</strong>
        </span>
        <ButtonLink to="/help" reloadDocument>
          Help
        </ButtonLink>
        <ButtonLink to="/profile">Profile</ButtonLink>
        <ButtonLink to="/api/logout" reloadDocument>
          Logout
        </ButtonLink>
      </div>
    </header>
  );
}
