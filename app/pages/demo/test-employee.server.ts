import { redirect } from "react-router";
import { submit } from "~/form.server";
import { signInAs } from "~/models/accounts/sign-in.server";
import { listTestEmployees, TestEmployeeForm } from "~/models/demo/test-employee.server";
import { Refusal } from "~/models/refusal";
import { startSessionHeader } from "~/viewer.server";
import { testUserCookie } from "./demo.server";

/** Signs in as the active employee that the form names, and leads to the employee dashboard. */
export function signInAsTestEmployee(request: Request) {
  return submit(request, TestEmployeeForm, async ({ userId }) => {
    const employee = (await listTestEmployees()).find(({ id }) => id === userId);
    const token = employee && (await signInAs(employee.email, request.headers.get("user-agent") ?? ""));
    if (!token) throw new Refusal(404, "There is no such test employee");
    const headers = new Headers({ "Set-Cookie": await startSessionHeader(token) });
    headers.append("Set-Cookie", await testUserCookie.serialize(employee.email));
    return redirect("/employee-dashboard", { headers });
  });
}
