import { Link } from "react-router";
import type { PortalCity } from "~/models/portal/portal.server";
import { ButtonLink } from "~/ui/button";
import { ArrowLeft } from "~/ui/icons";
import { ProductLogo } from "~/ui/product-logo";

type PortalHeaderProps = { email: string; city?: PortalCity | null; isOwnPortal: boolean };

export function PortalHeader({ email, city, isOwnPortal }: PortalHeaderProps) {
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
        <span className="small min-w-0">
          Logged in as <strong>{email}</strong>
        </span>
        <ButtonLink to="/profile">Profile</ButtonLink>
        <ButtonLink to="/api/logout" reloadDocument>
          Logout
        </ButtonLink>
      </div>
    </header>
  );
}
