import { type APIRequestContext, expect, request } from "@playwright/test";
import { codeOf } from "../app/testing/authenticator-app";
import { call } from "./plan-check";

export const newPassword = "a lighthouse keeper's lamp";

/** The key on a page that sets up an app. */
export const keyIn = (html: string): string =>
  (/<code>([A-Z2-7 ]+)<\/code>/.exec(html)?.[1] ?? "").replaceAll(" ", "");

/** Makes a link for a user or an employee, and turns two-factor sign-in on with the password that it sets. */
export async function turnOnTwoFactor(admin: APIRequestContext, endpoint: string): Promise<void> {
  const { resetLink } = await call<{ resetLink: string }>(admin, "POST", `${endpoint}/reset-password`);
  const person = await request.newContext({ baseURL: new URL(resetLink).origin });
  const page = "/profile/two-factor";
  await person.post(resetLink, { form: { password: newPassword } });
  const started = await person.post(`${page}?start`, { form: { currentPassword: newPassword } });
  const form = { oneTimeCode: codeOf(keyIn(await started.text())) };
  const finished = await person.post(`${page}?finish`, { form });
  expect(await finished.text()).toContain("Your recovery codes");
  await person.dispose();
}
