import { data } from "react-router";
import {
  BothFactorsSchema,
  CurrentPasswordSchema,
  OneTimeCodeSchema,
} from "~/models/accounts/account.schema.server";
import { inGroups } from "~/models/accounts/one-time-code.server";
import { refuseIfPasswordsAreOff } from "~/models/accounts/password.server";
import {
  finishSetUp,
  readSetUp,
  readTwoFactor,
  renewRecoveryCodes,
  requiresTwoFactor,
  startSetUp,
  stepLifetime,
  turnOff,
} from "~/models/accounts/two-factor.server";
import { formatMoment } from "~/models/clock.server";
import { submit } from "~/platform/forms/form.server";
import { type PageRequest, submitForm } from "~/platform/forms/page-forms.server";
import { localAddress } from "~/platform/http/cross-site.server";
import { signedCookie } from "~/platform/http/signed-cookie.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { appSetUp } from "./app-set-up.server";
import { newRecoveryCodes } from "./one-time-secret.server";

const address = "/profile/two-factor";

/** The key that is being set up in this browser, sealed. */
const setUpCookie = signedCookie("set-up", { maxAge: stepLifetime / 1000 });

const readSetUpCookie = async (request: Request): Promise<string> =>
  (await setUpCookie.parse(request.headers.get("cookie"))) ?? "";

export async function loadTwoFactor({ viewer, request, url }: PageRequest) {
  refuseIfPasswordsAreOff();
  const factor = await readTwoFactor(viewer);
  const { secret, headers } = await newRecoveryCodes.take(viewer, request);
  const key = factor ? null : await readSetUp(viewer, await readSetUpCookie(request));
  const loaded = {
    email: viewer.email,
    on: factor && { ...factor, since: formatMoment(factor.since) },
    isRequired: requiresTwoFactor(viewer),
    setUp: key === null ? null : appSetUp(viewer.email, key),
    shown: secret && {
      codes: secret.codes.map(inGroups),
      returnTo: localAddress(url.searchParams.get("returnTo") ?? "/profile"),
    },
  };
  return data(loaded, { headers });
}

export type TwoFactorData = Awaited<ReturnType<typeof loadTwoFactor>>["data"];

type TwoFactorRequest = PageRequest & { address: string };

const twoFactorForms = {
  start: ({ request, viewer, address: sender }: TwoFactorRequest) =>
    submit(request, CurrentPasswordSchema, {}, async ({ currentPassword }) => {
      const sealed = await startSetUp(viewer, currentPassword, sender);
      const headers = { "Set-Cookie": await setUpCookie.serialize(sealed) };
      return redirectWithSuccess(address, "Now add your account to the app", { headers });
    }),
  finish: ({ request, viewer }: TwoFactorRequest) =>
    submit(request, OneTimeCodeSchema, {}, async ({ oneTimeCode }) => {
      const codes = await finishSetUp(viewer, await readSetUpCookie(request), oneTimeCode);
      const headers = new Headers({ "Set-Cookie": await setUpCookie.serialize("", { maxAge: 0 }) });
      const text = "Two-factor sign-in is on, and other sessions are signed out";
      return newRecoveryCodes.redirectWith(viewer, address, text, { codes }, headers);
    }),
  "recovery-codes": ({ request, viewer, address: sender }: TwoFactorRequest) =>
    submit(request, BothFactorsSchema, {}, async (factors) => {
      const codes = await renewRecoveryCodes(viewer, factors, sender);
      return newRecoveryCodes.redirectWith(viewer, address, "New recovery codes were made", { codes });
    }),
  off: ({ request, viewer, address: sender }: TwoFactorRequest) =>
    submit(request, BothFactorsSchema, {}, async (factors) => {
      await turnOff(viewer, factors, sender);
      const text = "Two-factor sign-in is off, and other sessions are signed out";
      return redirectWithSuccess("/profile", text);
    }),
};

export const twoFactorAction = (post: TwoFactorRequest) => submitForm(post, twoFactorForms);
