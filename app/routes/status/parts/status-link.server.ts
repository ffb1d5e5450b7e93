import { createContext, type LoaderFunctionArgs } from "react-router";
import { refuseUnanswerable } from "~/models/answers/answer.server";
import { fullCityName, namesOf } from "~/models/cities/city";
import { type Permit, readPermit } from "~/models/permits/permit-scope.server";
import type { Applicant } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { statusPath } from "~/models/status-links/status-link";
import { openStatusLink } from "~/models/status-links/status-link.server";
import { addressContext } from "~/platform/http/viewer.server";

type Sent = Pick<LoaderFunctionArgs, "params" | "context" | "request">;

const openedContext = createContext<Promise<Applicant> | null>(null);

/**
 * Returns the applicant whose link was opened, with the address of its page. A page with its dialog is one read;
 * pictures, and the parts of a file, are none.
 */
export async function openLink({ params, context, request }: Sent, { countsAsRead = true } = {}) {
  const token = params.token ?? "";
  const isWhole = ["GET", "HEAD"].includes(request.method) && !request.headers.has("range");
  const opened =
    context.get(openedContext) ??
    openStatusLink({ token, address: context.get(addressContext), isRead: countsAsRead && isWhole });
  context.set(openedContext, opened);
  return { actor: await opened.catch(refuseAgain), page: `${statusPath}/${token}` };
}

/** The body of a refusal is read once, and each loader of a page throws one. */
function refuseAgain(error: unknown): never {
  throw error instanceof Refusal ? new Refusal(error.status, error.message, error.details) : error;
}

/** The same with the permit of the link. */
export async function openPermitOfLink(sent: Sent) {
  const { actor, page } = await openLink(sent);
  return { actor, page, permit: await readPermit(actor, actor.permitId) };
}

/** Returns the applicant who may send files now; 403 or 409 otherwise. Its requests are parts of one file. */
export async function answererByLink(sent: Sent) {
  const { actor } = await openLink(sent, { countsAsRead: false });
  const permit = await readPermit(actor, actor.permitId);
  await refuseUnanswerable(actor, permit);
  return { actor };
}

/** The head of each page here. */
export const statusCityOf = ({ city }: Permit, page: string) => ({
  name: fullCityName(namesOf(city)),
  logo: city.logoPath && `${page}/logo/${city.logoPath}`,
});
