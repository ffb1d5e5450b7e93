import { redirect } from "react-router";
import { demoCityUser, demoUserCookie } from "~/api/demo.server";
import { signInAs } from "~/models/accounts/sign-in.server";
import { DemoEmployeeForm, listDemoEmployees } from "~/models/demo/demo-employee.server";
import { Refusal } from "~/models/refusal";
import { env } from "~/platform/env.server";
import { NoFields, submit } from "~/platform/forms/form.server";
import { startSessionHeader } from "~/platform/http/viewer.server";

export function refuseOutsideDemo(): void {
  if (!env.DEMO) throw new Refusal(404, "Page not found");
}

export const signInAsDemoEmployee = (request: Request) =>
  submit(request, DemoEmployeeForm, {}, async ({ userId }) => {
    const employee = (await listDemoEmployees()).find(({ id }) => id === userId);
    const headers = employee && (await signInHeaders(request, employee.email));
    if (!headers) throw new Refusal(404, "There is no such test employee");
    return redirect("/employee-dashboard", { headers });
  });

export const signInAsDemoCity = (request: Request) =>
  submit(request, NoFields, {}, async () => {
    const headers = await signInHeaders(request, demoCityUser);
    if (!headers) throw new Refusal(404, "There is no test city user");
    return redirect("/", { headers });
  });

async function signInHeaders(request: Request, email: string): Promise<Headers | null> {
  const token = await signInAs(email, request.headers.get("user-agent") ?? "");
  if (!token) return null;
  const headers = new Headers({ "Set-Cookie": await startSessionHeader(token) });
  headers.append("Set-Cookie", await demoUserCookie.serialize(email));
  return headers;
}
