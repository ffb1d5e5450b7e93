import { eq } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { write } from "~/models/db.server";
import { listDemoEmployees } from "~/models/demo/demo-employee.server";
import type { Viewer } from "~/models/policy";
import { users } from "~/models/tables.server";
import { makeCity, makeViewer } from "~/testing/test-rows";
import { maybeViewer, viewerMiddleware } from "~/viewer.server";
import { signInAsDemoEmployee } from "./parts/demo.server";

vi.hoisted(() => {
  vi.stubEnv("DEMO", "1");
});

let employee: Viewer;
const others: Record<string, Viewer> = {};

beforeAll(async () => {
  const update = (viewer: Viewer, fields: { isActive?: boolean; isInvited?: boolean }) =>
    write((tx) => tx.update(users).set(fields).where(eq(users.id, viewer.id)));
  employee = await makeViewer("employee", { name: "Maria Santos", disciplines: ["Fire", "Structural"] });
  others.administrator = await makeViewer("admin");
  others.certifiedAdministrator = await makeViewer("admin", { disciplines: ["Fire"] });
  others.cityUser = await makeViewer("city", { cityId: (await makeCity()).id });
  others.inactive = await makeViewer("employee", { disciplines: ["Fire"] });
  others.invited = await makeViewer("employee", { disciplines: ["Fire"] });
  await update(others.inactive, { isActive: false });
  await update(others.invited, { isInvited: true });
});

const address = "http://localhost:3000/test-employee-login";
const pick = (fields: Record<string, string>) =>
  signInAsDemoEmployee(new Request(address, { method: "POST", body: new URLSearchParams(fields) }));

test("the list has only the active employees", async () => {
  expect(await listDemoEmployees()).toEqual([
    { id: employee.id, email: employee.email, name: "Maria Santos", disciplines: ["Structural", "Fire"] },
  ]);
});

test("picking an employee starts a session and redirects to the employee dashboard", async () => {
  const response = (await pick({ userId: String(employee.id) })) as Response;
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe("/employee-dashboard");
  const cookies = response.headers.getSetCookie();
  expect(cookies.map((cookie) => cookie.split("=")[0])).toEqual(["session", "test-user"]);
  const cookie = cookies.map((header) => header.split(";")[0]).join("; ");
  const context = new RouterContextProvider();
  await viewerMiddleware({ request: new Request(address, { headers: { cookie } }), context });
  expect(maybeViewer(context)).toMatchObject({ id: employee.id, employeeId: employee.employeeId });
});

test.each(["administrator", "certifiedAdministrator", "cityUser", "inactive", "invited"])(
  "picking the %s is 404",
  async (name) => {
    expect(await pick({ userId: String(others[name]?.id) })).toMatchObject({ init: { status: 404 } });
  },
);

test.each<Record<string, string>>([{}, { userId: "abc" }, { userId: "987654" }])(
  "an invalid choice is refused: %j",
  async (fields) => {
    const formResult = (await pick(fields)) as { init?: { status?: number } };
    expect([400, 404]).toContain(formResult.init?.status);
  },
);
