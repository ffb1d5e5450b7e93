import { data } from "react-router";
import { formatDate } from "~/models/calendar-date";
import { dayOf, formatMoment, now } from "~/models/clock.server";
import { permitNumberText } from "~/models/permits/permit";
import { isPortal, permitAddress, portalAddressOf } from "~/models/permits/permit-address";
import { permitNotFound, readPermit } from "~/models/permits/permit-scope.server";
import { allow } from "~/models/policy";
import { readPortalCity } from "~/models/portal/portal.server";
import { pick } from "~/models/shown-fields";
import { maxMailedADay } from "~/models/status-links/status-link";
import { listStatusLinks } from "~/models/status-links/status-link.server";
import { idOf } from "~/platform/api/api.server";
import { submitForm } from "~/platform/forms/page-forms.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { newStatusLink } from "../account/parts/one-time-secret.server";
import type { Route } from "./+types/status-links";
import { mailForm, makeForm, revokeForm } from "./parts/status-link-forms.server";
import { StatusLinksPage } from "./parts/status-links-page";

export { ErrorContent as ErrorBoundary } from "~/ui/error-page";

function opened({ params, url, context }: Pick<Route.LoaderArgs, "params" | "url" | "context">) {
  const viewer = viewerOf(context, isPortal(url) ? "portal.open" : "permit.browse");
  return { viewer, id: idOf(params.id, permitNotFound(viewer)) };
}

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = opened(sent);
  const permit = await readPermit(viewer, id);
  allow(viewer, "status-link.manage", permit);
  const { secret, headers } = await newStatusLink.take(viewer, sent.request);
  const isInPortal = isPortal(sent.url);
  const links = await listStatusLinks(viewer, permit);
  return data(
    {
      city: isInPortal ? await readPortalCity(viewer, permit.cityId) : null,
      back: isInPortal ? portalAddressOf(id) : permitAddress(viewer, id),
      permit: { ...pick(permit, "projectName", "applicantEmail"), number: permitNumberText(permit) },
      maxMailedADay,
      newLink: secret?.link ?? null,
      links: links.map((link) => ({
        ...pick(link, "id", "forEmail", "madeByName"),
        made: formatMoment(link.createdAt),
        lastUsed: link.lastUsedOn && formatDate(link.lastUsedOn),
        ends: formatDate(dayOf(link.expiresAt)),
        state: link.revokedAt ? "Revoked" : link.expiresAt <= now() ? "Ended" : null,
      })),
    },
    { headers },
  );
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const action = (sent: Route.ActionArgs) =>
  submitForm(
    { request: sent.request, url: sent.url, ...opened(sent) },
    { make: makeForm, mail: mailForm, revoke: revokeForm },
  );

export type StatusLinksData = Route.ComponentProps["loaderData"];

export default function StatusLinks({ loaderData }: Route.ComponentProps) {
  return <StatusLinksPage data={loaderData} />;
}
