import type { LoaderFunctionArgs } from "react-router";
import { portalAddressOf } from "~/models/permits/permit-address";
import type { Permit } from "~/models/permits/permit-scope.server";
import type { Actor } from "~/models/policy";
import { portalPermitNotFound, readPortalCity, readPortalPermit } from "~/models/portal/portal.server";
import { isStatusAddress } from "~/models/status-links/status-link";
import { idOf } from "~/platform/api/api.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { openPermitOfLink, statusCityOf } from "../../status/parts/status-link.server";

type Sent = Pick<LoaderFunctionArgs, "params" | "context" | "request" | "url">;

export type Answerer = {
  actor: Actor;
  permit: Permit;
  /** The address of the permit's page. */
  page: string;
  /** The same of a status link. */
  statusPage?: string;
};

/** Who answers: an applicant by a status link, a user of the city, or an administrator in its portal. */
export async function answererOf(sent: Sent): Promise<Answerer> {
  if (isStatusAddress(sent.url.pathname)) {
    const opened = await openPermitOfLink(sent);
    return { ...opened, statusPage: opened.page };
  }
  const viewer = viewerOf(sent.context, "portal.open");
  const permit = await readPortalPermit(viewer, idOf(sent.params.id, portalPermitNotFound()));
  return { actor: viewer, permit, page: portalAddressOf(permit.id) };
}

/** What the layout of the page shows in its head. */
export const headOf = async ({ permit, statusPage, actor }: Answerer) => ({
  city: statusPage || !("id" in actor) ? null : await readPortalCity(actor, permit.cityId),
  statusCity: statusPage ? statusCityOf(permit, statusPage) : null,
});
