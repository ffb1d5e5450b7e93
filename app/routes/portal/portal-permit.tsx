import { Outlet } from "react-router";
import { portalPermitNotFound } from "~/models/portal/portal.server";
import { idOf } from "~/platform/api/api.server";
import { submitForm } from "~/platform/forms/page-forms.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { skipToComment } from "~/ui/permits/discussion";
import { commentForm, settleForm } from "../permits/parts/permit-forms.server";
import type { Route } from "./+types/portal-permit";
import { cityNumberForm, loadPortalPermit } from "./parts/load-portal-permit.server";
import { PortalPermitPage } from "./parts/portal-permit-cards";

export const handle = { skipTo: skipToComment };

export { ErrorContent as ErrorBoundary } from "~/ui/error-page";

export const loader = ({ params, context, ...opened }: Route.LoaderArgs) =>
  loadPortalPermit(viewerOf(context, "portal.open"), idOf(params.id, portalPermitNotFound()), opened);

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "portal.open");
  const id = idOf(params.id, portalPermitNotFound());
  return submitForm(
    { request, viewer, id, url },
    { comment: commentForm, settle: settleForm, "city-number": cityNumberForm },
  );
}

export default function PortalPermit({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PortalPermitPage detail={loaderData} />
      <Outlet />
    </>
  );
}
