import type { LoaderFunctionArgs } from "react-router";
import { allowAnswers, answerableLetter } from "~/models/answers/answer.server";
import { fullCityName, namesOf } from "~/models/cities/city";
import { type Permit, readPermit } from "~/models/permits/permit-scope.server";
import { Refusal } from "~/models/refusal";
import { statusPath } from "~/models/status-links/status-link";
import { openStatusLink } from "~/models/status-links/status-link.server";
import { setRetryAfter } from "~/platform/failure.server";
import { oncePerRequest } from "~/platform/http/once-per-request.server";
import { addressContext } from "~/platform/http/viewer.server";

type Sent = Pick<LoaderFunctionArgs, "params" | "context" | "request">;

const openOnce = oncePerRequest((token: string, address: string, isRead: boolean) =>
  openStatusLink({ token, address, isRead }),
);

/**
 * Returns the applicant whose link was opened, with the address of its page. A page with its dialog is one read;
 * pictures, and the parts of a file, are none.
 */
export async function openLink({ params, context, request }: Sent, { countsAsRead = true } = {}) {
  const token = params.token ?? "";
  const isRead = countsAsRead && ["GET", "HEAD"].includes(request.method);
  const actor = await openOnce(request, token, context.get(addressContext), isRead).catch((error) => {
    if (error instanceof Refusal) setRetryAfter(request, error.details.retryAfter);
    throw error;
  });
  return { actor, page: `${statusPath}/${token}` };
}

/** The same with the permit of the link. */
export async function openPermitOfLink(sent: Sent) {
  const { actor, page } = await openLink(sent);
  return { actor, page, permit: await readPermit(actor, actor.permitId) };
}

/** Whether a browser asks for a later part of a file that it is showing. */
export const isLaterPart = (request: Request): boolean =>
  /^bytes=[1-9]/.test(request.headers.get("range") ?? "");

/** Returns the applicant who may send files now; 403 or 409 otherwise. Its requests are parts of one file. */
export async function answererByLink(sent: Sent) {
  const { actor } = await openLink(sent, { countsAsRead: false });
  const permit = await readPermit(actor, actor.permitId);
  allowAnswers(actor, permit);
  answerableLetter(actor, permit, permit.reviewCycle);
  return { actor };
}

/** The head of each page here. */
export const statusCityOf = ({ city }: Permit, page: string) => ({
  name: fullCityName(namesOf(city)),
  logo: city.logoPath && `${page}/logo/${city.logoPath}`,
});
