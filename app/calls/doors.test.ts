import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createApiKey } from "../models/api-key.server";
import { updateAssignment } from "../models/assignment.server";
import { formatDate } from "../models/calendar-date";
import { updateCity } from "../models/city.server";
import { inviteCityUser, listCityUsers } from "../models/city-user.server";
import { today } from "../models/clock.server";
import { createEmployee, updateEmployee } from "../models/employee.server";
import { createFee, listFees } from "../models/fee.server";
import { listPermits } from "../models/permit-list.server";
import { readPermit } from "../models/permit-scope.server";
import { listPlanFiles } from "../models/plan-file.server";
import type { Viewer } from "../models/policy";
import { listPricing } from "../models/pricing.server";
import { assign, makeCity, makePermit, makeViewer } from "../models/test-rows";
import { listTimeEntries } from "../models/time-entry.server";
import { startCalls } from "./test-server";

vi.setConfig({ testTimeout: 30_000 });

let server: Awaited<ReturnType<typeof startCalls>>;
let administrator: Viewer;
let reviewer: Viewer;
let cityId: number;
let permitId: number;
let assignmentId: number;
let key: string;

beforeAll(async () => {
  server = await startCalls();
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  cityId = (await makeCity()).id;
  const permit = await makePermit(administrator, cityId);
  permitId = permit.id;
  assignmentId = (await assign(permit, reviewer, "Fire"))?.id ?? 0;
  key = (await createApiKey(administrator, { name: "Doors", isReadOnly: false })).key ?? "";
});
afterAll(() => server.stop());

/** What a call answers, by the door of programs; pages read and write by the functions beside it. */
async function call<Answer>(method: string, path: string, body?: object | FormData): Promise<Answer> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${server.origin}/api${path}`, {
    method,
    body: isForm ? body : body && JSON.stringify(body),
    headers: {
      authorization: `Bearer ${key}`,
      ...(body && !isForm ? { "content-type": "application/json" } : {}),
    },
  });
  expect(response.status, `${method} ${path}`).toBeLessThan(300);
  return (await response.json()) as Answer;
}

test("a permit", async () => {
  await call("PATCH", `/permits/${permitId}`, { projectName: "By a program", revisionNumber: "rev2" });
  expect(await readPermit(administrator, permitId)).toMatchObject({
    projectName: "By a program",
    revisionNumber: "rev2",
  });
  const { rows } = await listPermits(administrator, {});
  const listed = await call<{ id: number }[]>("GET", "/permits");
  expect(listed.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
});

test("an assignment", async () => {
  await updateAssignment(reviewer, assignmentId, { status: "completed", comment: "Seen" });
  expect(await call("GET", `/permits/${permitId}/assignments`)).toMatchObject([
    { id: assignmentId, status: "completed", comment: "Seen", employeeName: expect.any(String) },
  ]);
});

test("a plan file", async () => {
  const form = new FormData();
  form.set("reviewCycle", "PC1");
  form.set("files", new Blob(["%PDF-1.7 doors"]), "doors.pdf");
  const [sent] = await call<{ id: number; uploadDate: string; uploadedAt: string }[]>(
    "POST",
    `/permits/${permitId}/files`,
    form,
  );
  const [file] = await listPlanFiles(administrator, permitId);
  expect(sent).toMatchObject({ id: file?.id, uploadDate: file?.uploadedAt, uploadedAt: file?.uploadedAt });
  await call("DELETE", `/files/${file?.id}`);
  expect(await listPlanFiles(administrator, permitId)).toEqual([]);
});

test("hours", async () => {
  const entry = { discipline: "Fire", hoursWorked: 1.25, workDate: today(), employeeId: reviewer.employeeId };
  await call("POST", `/permits/${permitId}/time-entries`, entry);
  expect((await listTimeEntries(reviewer, permitId)).quarterHours).toBe(5);
});

test("a city", async () => {
  await updateCity(administrator, cityId, { managerName: "Mia Manager" });
  expect(await call("GET", `/cities/${cityId}`)).toMatchObject({ managerName: "Mia Manager" });
});

test("a city's user", async () => {
  const { user } = await inviteCityUser(administrator, cityId, { email: "clerk@doors.test" });
  await call("PUT", `/users/${user.id}`, { firstName: "Cleo" });
  expect(await listCityUsers(administrator, cityId)).toMatchObject([{ id: user.id, firstName: "Cleo" }]);
});

test("a fee", async () => {
  const fields = { serviceType: "review", description: "Review", amount: 12_345, status: "pending" } as const;
  const { id } = await createFee(administrator, cityId, fields);
  expect(await call("GET", `/city-fees?cityId=${cityId}`)).toMatchObject([{ id, amount: 123.45 }]);
  await call("PUT", `/city-fees/${id}`, { status: "paid", amount: 0.1 });
  const { rows } = await listFees(administrator, cityId);
  expect(rows).toMatchObject([{ id, status: "paid", amountCents: 10, datePaid: today() }]);
});

test("a fee that is late, and one that is paid twice", async () => {
  const fields = { serviceType: "review", description: "Late", amount: 100, status: "pending" } as const;
  const { id } = await createFee(administrator, cityId, { ...fields, dateCharged: "2020-01-01" });
  type Row = { id: number; status: string; standing: string };
  const read = async () =>
    (await call<Row[]>("GET", `/city-fees?cityId=${cityId}`)).find((row) => row.id === id);
  expect(await read()).toMatchObject({ status: "pending", standing: "overdue" });
  await call("PUT", `/city-fees/${id}`, { status: "paid" });
  const paid = await read();
  expect(paid).toMatchObject({ status: "paid", standing: "paid", datePaid: today() });
  await call("PUT", `/city-fees/${id}`, paid);
  const again = await fetch(`${server.origin}/api/city-fees/${id}`, {
    method: "PUT",
    body: JSON.stringify({ status: "paid" }),
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
  });
  expect(again.status).toBe(409);
  expect(await again.json()).toEqual({
    message: `This fee was marked as paid on ${formatDate(today())} already`,
  });
});

test("a price", async () => {
  const { id } = await call<{ id: number }>("POST", `/cities/${cityId}/pricing`, {
    serviceName: "Share",
    pricingType: "percentage",
    rate: 5.55,
  });
  expect(await listPricing(administrator, cityId)).toMatchObject([{ id, rate: 555, isActive: true }]);
});

test("an employee", async () => {
  const { employee } = await createEmployee(administrator, {
    name: "Edda Else",
    email: "edda@doors.test",
    disciplines: ["Civil"],
    isAdministrator: false,
  });
  await updateEmployee(administrator, employee.id, { disciplines: ["Fire", "Civil"] });
  expect(await call("GET", `/employees/${employee.id}`)).toMatchObject({
    disciplines: ["Civil", "Fire"],
    user: { role: "employee" },
  });
});
