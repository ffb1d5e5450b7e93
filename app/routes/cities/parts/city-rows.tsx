import { cityColumns } from "~/models/cities/city-columns";
import { mailLink } from "~/models/person";
import { PlainBadge } from "~/ui/badge";
import { DeleteIcon, IconLink } from "~/ui/button";
import { Dash } from "~/ui/card";
import { EmailAddress } from "~/ui/email-address";
import { Eye, Pencil } from "~/ui/icons";
import { type Cells, RowLink } from "~/ui/table";
import type { Route } from "../+types/cities";
import { cityFieldLabels } from "./city-labels";
import { CityLogo } from "./city-logo";

export const cityColumnsOf = (provider: string) => ({
  ...cityColumns,
  urban37CityCode: { ...cityColumns.urban37CityCode, heading: cityFieldLabels(provider).urban37CityCode },
});

type City = Route.ComponentProps["loaderData"]["rows"][number];

const pageOf = ({ id }: City) => `/cities/${id}`;

export const cityCells: Cells<ReturnType<typeof cityColumnsOf>, City> = {
  logoPath: { className: "min-w-0", content: (city) => <CityLogo city={city} /> },
  cityName: (city) => (
    <>
      <span className="row">
        <RowLink to={pageOf(city)}>{city.cityName}</RowLink>
        {!city.isActive && <PlainBadge tone="grey">Inactive</PlainBadge>}
      </span>
      <div className="small">City number {city.cityNumber}</div>
    </>
  ),
  urban37CityCode: ({ urban37CityCode }) => urban37CityCode,
  managerName: ({ managerName }) => managerName ?? <Dash />,
  managerEmail: ({ managerEmail }) =>
    managerEmail ? (
      <a href={mailLink(managerEmail)}>
        <EmailAddress email={managerEmail} />
      </a>
    ) : (
      <Dash />
    ),
};

export const CityActions = ({ city }: { city: City }) => (
  <>
    <IconLink to={pageOf(city)} label={`View ${city.cityName}`} icon={<Eye />} />
    <IconLink to={`${pageOf(city)}/edit`} label={`Edit ${city.cityName}`} icon={<Pencil />} />
    <DeleteIcon to={`delete-city/${city.id}`} name={city.cityName} />
  </>
);
