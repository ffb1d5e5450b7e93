import { redirect } from "react-router";
import { env } from "~/env.server";
import { NoFields, submit } from "~/form.server";
import { logError } from "~/log.server";
import { signInAs } from "~/models/accounts/sign-in.server";
import { createDemoAssignments } from "~/models/demo/demo-assignment.server";
import { DemoEmployeeForm, listDemoEmployees } from "~/models/demo/demo-employee.server";
import { listOutbox } from "~/models/mail/outbox-folder.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { signedCookie } from "~/signed-cookie.server";
import { startSessionHeader } from "~/viewer.server";

export function refuseOutsideDemo(): void {
  if (!env.DEMO) throw new Refusal(404, "Page not found");
}

/** Marks a browser that signed in through a test page. */
export const demoUserCookie = signedCookie("test-user");

export const demoCityUser = "city@demo.test";

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

export async function postDemoAssignments(viewer: Viewer): Promise<Response> {
  try {
    const created = await createDemoAssignments(viewer);
    return Response.json({ message: "Test assignments created successfully", created }, { status: 201 });
  } catch (error) {
    if (error instanceof Response) throw error;
    const reference = logError(error, "POST /api/test-assignments");
    return Response.json({ message: "Failed to create test assignments", reference }, { status: 500 });
  }
}

const maxShown = 50;

/** Emails contain links that sign in. */
export function loadDemoMail() {
  refuseOutsideDemo();
  return listOutbox(maxShown);
}
