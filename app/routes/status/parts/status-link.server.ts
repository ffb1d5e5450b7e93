import type { LoaderFunctionArgs } from "react-router";
import { allowAnswers } from "~/models/answers/answer.server";
import { fullCityName, namesOf } from "~/models/cities/city";
import { type Permit, readPermit } from "~/models/permits/permit-scope.server";
import { statusPath } from "~/models/status-links/status-link";
import { openStatusLink } from "~/models/status-links/status-link.server";
import { addressContext } from "~/platform/http/viewer.server";

type Sent = Pick<LoaderFunctionArgs, "params" | "context" | "request">;

/** Returns the applicant whose link was opened, with the address of its page. Pictures, and the parts of a file, are no reads that are counted. */
export async function openLink({ params, context, request }: Sent, { countsAsRead = true } = {}) {
  const token = params.token ?? "";
  const isRead = countsAsRead && (request.method === "GET" || request.method === "HEAD");
  const actor = await openStatusLink({ token, address: context.get(addressContext), isRead });
  return { actor, page: `${statusPath}/${token}` };
}

/** The same with the permit of the link. */
export async function openPermitOfLink(sent: Sent) {
  const { actor, page } = await openLink(sent);
  return { actor, page, permit: await readPermit(actor, actor.permitId) };
}

/** Throws 403 in a city whose applicants do not answer by their link. Its requests are parts of one file. */
export async function answererByLink(sent: Sent) {
  const { actor } = await openLink(sent, { countsAsRead: false });
  const permit = await readPermit(actor, actor.permitId);
  allowAnswers(actor, permit);
  return { actor, permit };
}

/** The head of each page here. */
export const statusCityOf = ({ city }: Permit, page: string) => ({
  name: fullCityName(namesOf(city)),
  logo: city.logoPath && `${page}/logo/${city.logoPath}`,
});
