import type { ReactNode } from "react";
import { Badge } from "~/ui/badge";
import { PageHeader } from "~/ui/page-header";
import { CityLogo } from "./city-logo";

type CityHeaderProps = {
  city: { cityName: string; urban37CityCode: string; isActive: boolean; logoUrl: string | null };
  back: { to: string; label: string };
  documentTitle: string;
  actions?: ReactNode;
};

export const CityHeader = ({ city, back, documentTitle, actions }: CityHeaderProps) => (
  <PageHeader
    back={back}
    title={
      <span className="flex items-center gap-3">
        <CityLogo city={city} />
        <span className="min-w-0">{city.cityName}</span>
      </span>
    }
    documentTitle={documentTitle}
    subtitle={`Code ${city.urban37CityCode}`}
    actions={
      <>
        <Badge tone={city.isActive ? "green" : "grey"}>{city.isActive ? "Active" : "Inactive"}</Badge>
        {actions}
      </>
    }
  />
);
