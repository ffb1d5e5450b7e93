import type { APIRequest, APIRequestContext } from "@playwright/test";

export const demoPassword = "redline-demo";

export const demoAccounts = {
  admin: "admin@demo.test",
  reviewer: "reviewer@demo.test",
  city: "city@demo.test",
} as const;

export type DemoAccount = keyof typeof demoAccounts;

/** A page or another sender of requests with its own cookies. */
export type Requester = { request: APIRequestContext };

/** Posts the sign-in form without opening it; sign-in.spec.ts tests the form itself. */
export async function signIn({ request }: Requester, email: string, password = demoPassword) {
  const response = await request.post("/login", { form: { email, password }, maxRedirects: 0 });
  if (response.status() !== 302) throw new Error(`${email} cannot sign in: ${response.status()}`);
}

/** Signs an administrator in as a program, without a browser. */
export async function administratorProgram(request: APIRequest, baseURL: string): Promise<APIRequestContext> {
  const program = await request.newContext({ baseURL });
  await signIn({ request: program }, demoAccounts.admin);
  return program;
}

/** Whether a request failed since the server was killed. */
export const isConnectionLost = (error: unknown) =>
  /ECONNRE|socket hang up|EPIPE|aborted/.test(String(error));
