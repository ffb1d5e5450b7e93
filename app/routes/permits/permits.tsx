import { Outlet } from "react-router";
import { permitFilterQuery } from "~/models/permits/permit-filter";
import { viewerOf } from "~/platform/http/viewer.server";
import { ButtonLink } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";
import { PermitTable } from "~/ui/permits/permit-table";
import { ViewLinks } from "~/ui/view-links";
import type { Route } from "./+types/permits";
import { loadPermitList } from "./parts/load-permit-table.server";

export const handle = { hasList: true };

export const loader = ({ url, context }: Route.LoaderArgs) =>
  loadPermitList(viewerOf(context, "permit.browse"), url);

export default function Permits({ loaderData: table }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="Permits"
        subtitle="Track and manage building permits across all municipalities"
        actions={
          table.mayCreate && (
            <ButtonLink to="/permits/new" tone="primary">
              New Permit
            </ButtonLink>
          )
        }
      />
      <div className="card">
        <ViewLinks
          views={table.views.map(({ value, label }) => ({
            label,
            to: permitFilterQuery({ ...table.filter, view: value, page: undefined }),
            isCurrent: value === table.filter.view,
          }))}
          allTo={permitFilterQuery({ ...table.filter, view: undefined, page: undefined })}
        />
        <PermitTable table={table} />
      </div>
      <Outlet />
    </>
  );
}
