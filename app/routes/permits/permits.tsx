import { Outlet } from "react-router";
import { ButtonLink } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";
import { PermitTable } from "~/ui/permits/permit-table";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/permits";
import { loadPermitTable } from "./parts/load-permit-table.server";

export const handle = { hasList: true };

export const loader = ({ url, context }: Route.LoaderArgs) =>
  loadPermitTable(viewerOf(context, "permit.browse"), url);

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
        <PermitTable table={table} />
      </div>
      <Outlet />
    </>
  );
}
