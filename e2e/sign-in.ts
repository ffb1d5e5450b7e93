import type { APIRequestContext } from "@playwright/test";

export const demoPassword = "redline-demo";

export const demoAccounts = {
  admin: "admin@demo.test",
  reviewer: "reviewer@demo.test",
  city: "city@demo.test",
} as const;

export type DemoAccount = keyof typeof demoAccounts;

/** A page, or whatever else sends requests with cookies of its own. */
export type Requester = { request: APIRequestContext };

/** Signs in as the form does, which opens no page: the journeys of sign-in.spec.ts go through the form itself. */
export async function signIn({ request }: Requester, email: string, password = demoPassword) {
  const response = await request.post("/login", { form: { email, password }, maxRedirects: 0 });
  if (response.status() !== 302) throw new Error(`${email} is not signed in: ${response.status()}`);
}
