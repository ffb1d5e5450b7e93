import { Outlet } from "react-router";
import { submitForm } from "~/platform/forms/page-forms.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { ButtonLink } from "~/ui/button";
import { ManyForm } from "~/ui/many-form-code";
import { PageHeader } from "~/ui/page-header";
import { PermitTable } from "~/ui/permits/permit-table";
import type { Route } from "./+types/permits";
import { loadPermitList } from "./parts/load-permit-table.server";
import { PermitViews } from "./parts/permit-views";
import { submitTickedPermits } from "./parts/ticked-permits.server";

export const handle = { hasList: true };

export const loader = ({ url, context }: Route.LoaderArgs) =>
  loadPermitList(viewerOf(context, "permit.browse"), url);

export const action = ({ request, url, context }: Route.ActionArgs) =>
  submitForm(
    { request, url, viewer: viewerOf(context, "permit.edit") },
    { many: ({ request, viewer }) => submitTickedPermits(request, viewer) },
  );

export default function Permits({ loaderData: table, actionData }: Route.ComponentProps) {
  if (actionData) return <ManyForm />;
  return (
    <>
      <PageHeader
        title="Permits"
        subtitle="Track and manage building permits across all municipalities"
        actions={
          <>
            {table.mayCreate && (
              <ButtonLink to="/permits/new" tone="primary">
                New Permit
              </ButtonLink>
            )}
            {table.mayRestore && <ButtonLink to="/records/bin">Bin and records</ButtonLink>}
          </>
        }
      />
      <div className="card">
        <PermitViews list={table} />
        <PermitTable table={table} />
      </div>
      <Outlet />
    </>
  );
}
