import type { PortalCity } from "~/models/portal/portal.server";
import { ButtonLink } from "../button";
import { ArrowLeft } from "../icons";
import { Link } from "../link";
import { Mark } from "../mark";

type PortalHeaderProps = { email: string; city?: PortalCity | null };

/** The header of the portal: the city's logo, and the email of the signed-in user. */
export function PortalHeader({ email, city }: PortalHeaderProps) {
  return (
    <header className="top portal">
      <Link to="/login" className="row">
        <ArrowLeft />
        Back to login
      </Link>
      <Mark />
      {city?.logoUrl && <img src={city.logoUrl} alt={`${city.cityName} logo`} className="portal-logo" />}
      <div className="top-end">
        <span className="small min-w-0">
          Logged in as <strong>{email}</strong>
        </span>
        <ButtonLink to="/api/logout" reloadDocument>
          Logout
        </ButtonLink>
      </div>
    </header>
  );
}
