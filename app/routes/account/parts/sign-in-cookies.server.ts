import { browserOf } from "~/models/accounts/known-sender.server";
import { stepLifetime } from "~/models/accounts/two-factor.server";
import { signedCookie } from "~/platform/http/signed-cookie.server";
import { startSessionHeader } from "~/platform/http/viewer.server";

/** For a place in the queue of passwords; no one can read the account in it. */
const knownBrowser = signedCookie("known-browser", { maxAge: 400 * 24 * 60 * 60 });

/** Who has to enter a code; sealed. */
const secondStep = signedCookie("second-step", { maxAge: stepLifetime / 1000 });

const cookiesOf = (request: Request) => request.headers.get("cookie");

export const readKnownBrowser = async (request: Request): Promise<string | undefined> =>
  (await knownBrowser.parse(cookiesOf(request))) ?? undefined;

/** Returns "" without one. */
export const readSecondStepCookie = async (request: Request): Promise<string> =>
  (await secondStep.parse(cookiesOf(request))) ?? "";

export const startSecondStepHeader = (sealed: string) => secondStep.serialize(sealed);
export const endSecondStepHeader = () => secondStep.serialize("", { maxAge: 0 });

export async function signedInHeaders(session: string, email: string): Promise<Headers> {
  const headers = new Headers({ "Set-Cookie": await startSessionHeader(session) });
  headers.append("Set-Cookie", await knownBrowser.serialize(browserOf(email)));
  return headers;
}

export function secondStepAddress(returnTo: string): string {
  return returnTo === "/" ? "/login/code" : `/login/code?${new URLSearchParams({ returnTo })}`;
}
