import { matchPath } from "react-router";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createApiKey } from "~/models/accounts/api-key.server";
import { formatDate } from "~/models/calendar-date";
import { formatMoment, today } from "~/models/clock.server";
import { listPlanFiles } from "~/models/permits/plan-file.server";
import { displayName } from "~/models/person";
import type { Viewer } from "~/models/policy";
import type { CityPageData } from "~/pages/cities/city-page.server";
import type { EmployeesData } from "~/pages/employees/employees.server";
import type { CityMoneyData } from "~/pages/fees/city-money.server";
import type { PermitDetail } from "~/pages/permits/permit-detail.server";
import type { PermitTableData } from "~/pages/permits/permit-table.server";
import type { PermitReview } from "~/pages/plan-review/permit-review.server";
import { answerAt, contextOf, leaves, moduleOf, statusOf } from "~/testing/test-addresses";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { startCalls } from "~/testing/test-server";

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

/** What a call answers, by the door of programs. */
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

/** The route of the page that stands at a path, and what its address names there. */
async function routeAt(path: string) {
  const url = new URL(path, server.origin);
  for (const { file, address } of leaves) {
    const found = address.includes("*") ? null : matchPath(address, url.pathname);
    if (!found) continue;
    return {
      address,
      query: url.search,
      params: found.params as Record<string, string>,
      ...(await moduleOf(file)),
    };
  }
  throw new Error(`No page at ${path}`);
}

/** What a page shows, by the door of people. */
async function show<Page>(path: string, viewer = administrator): Promise<Page> {
  const { loader, address, query, params } = await routeAt(path);
  if (!loader) throw new Error(`Nothing to see at ${path}`);
  const answer = await answerAt(loader, address, { query, params, context: await contextOf(viewer) });
  expect(answer, path).not.toBeInstanceOf(Response);
  expect(statusOf(answer), path).toBe(200);
  const isWithHeaders = typeof answer === "object" && answer !== null && "data" in answer && "init" in answer;
  return (isWithHeaders ? answer.data : answer) as Page;
}

type Fields = Record<string, string | string[] | undefined>;

/** Sends a page's form, which is taken. */
async function send(path: string, fields: Fields, viewer = administrator): Promise<void> {
  const { action, address, query, params } = await routeAt(path);
  if (!action) throw new Error(`Nothing to send to ${path}`);
  const body = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => [value ?? []].flat().map((each) => [name, each])),
  );
  const context = await contextOf(viewer);
  const answer = await answerAt(action, address, { method: "POST", query, params, body, context });
  expect(statusOf(answer), `${path} ${JSON.stringify(answer)}`).toBe(302);
}

const permitPage = () => `/permits/${permitId}`;
const cityPage = () => `/cities/${cityId}`;
const showPermit = async (query = "") =>
  (await show<{ detail: PermitDetail }>(`${permitPage()}${query}`)).detail;
const showReview = async () => (await show<{ review: PermitReview }>(permitPage(), reviewer)).review;
const showCity = (query = "") => show<{ page: CityPageData; money: CityMoneyData }>(`${cityPage()}${query}`);

test("a permit", async () => {
  await call("PATCH", `/permits/${permitId}`, { projectName: "By a program", revisionNumber: "rev2" });
  const { permit, form } = await showPermit("?edit");
  expect(permit).toMatchObject({ projectName: "By a program", revisionNumber: "rev2" });
  await send(`${permitPage()}?edit`, { ...form?.values, projectName: "By a person" });
  expect(await call("GET", `/permits/${permitId}`)).toMatchObject({
    projectName: "By a person",
    revisionNumber: "rev2",
  });
  const { rows } = await show<PermitTableData>("/permits");
  const listed = await call<{ id: number }[]>("GET", "/permits");
  expect(listed.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
});

test("an assignment", async () => {
  const notes = `${permitPage()}?dialog=notes&assignmentId=${assignmentId}`;
  await send(notes, { comment: "Seen" }, reviewer);
  expect(await call("GET", `/permits/${permitId}/assignments`)).toMatchObject([
    { id: assignmentId, status: "completed", comment: "Seen", employeeName: expect.any(String) },
  ]);
  await call("PATCH", `/assignments/${assignmentId}`, { status: "in_progress", comment: "Seen again" });
  const changed = [{ id: assignmentId, status: "in_progress", comment: "Seen again" }];
  expect((await showReview()).assignments).toMatchObject(changed);
  expect((await showPermit()).assignments).toMatchObject(changed);
});

test("a comment", async () => {
  await send(`${permitPage()}?comment`, { text: "By a person", isShared: "on" }, reviewer);
  const [asked] = await call<{ id: number }[]>("GET", `/permits/${permitId}/comments`);
  expect(asked).toMatchObject({ text: "By a person", isShared: true, parentId: null });
  const answer = { text: "By a program", parentId: asked?.id };
  const { id } = await call<{ id: number }>("POST", `/permits/${permitId}/comments`, answer);
  await call("PATCH", `/comments/${id}`, { text: "By a program, again" });
  const dialog = `${permitPage()}?dialog=edit-comment&commentId=${id}`;
  const { editing } = (await showPermit(`?dialog=edit-comment&commentId=${id}`)).discussion;
  expect(editing).toMatchObject({ id, text: "By a program, again" });
  await send(dialog, { text: "By a person, again", updatedAt: editing?.updatedAt });
  expect(await call("GET", `/permits/${permitId}/comments`)).toMatchObject([
    { id: asked?.id },
    { id, text: "By a person, again", parentId: asked?.id, authorName: displayName(administrator) },
  ]);
  await call("DELETE", `/comments/${id}`);
  expect((await showReview()).discussion.comments).toMatchObject([{ id: asked?.id }]);
});

test("a review cycle, its reviewer and its history", async () => {
  const { id: permit } = await makePermit(administrator, cityId);
  await assign({ id: permit }, reviewer, "Fire");
  await send(`/permits/${permit}?dialog=next-cycle`, { cycle: "PC2", disciplines: "Fire" });
  await call("POST", `/permits/${permit}/next-cycle`, {});
  const other = await makeViewer("employee", { name: "Ines Roth", disciplines: ["Fire"] });
  const moves = [{ discipline: "Fire", employeeId: other.employeeId }];
  await call("POST", `/employees/${reviewer.employeeId}/reassign`, { moves });
  const { detail } = await show<{ detail: PermitDetail }>(`/permits/${permit}`);
  expect(detail.permit.reviewCycle).toBe("PC3");
  const current = detail.assignments.filter(({ reviewCycle }) => reviewCycle === "PC3");
  expect(current).toMatchObject([{ discipline: "Fire", employeeName: "Ines Roth" }]);
  const told = await call<{ text: string; at: string }[]>("GET", `/permits/${permit}/history`);
  const latest = told.slice(0, detail.history.events.length);
  expect(latest.map(({ text }) => text)).toEqual(detail.history.events.map(({ text }) => text));
  expect(told.map(({ text }) => text)).toContain("Review cycle PC3 started");
  await send(`/employees?dialog=reassign&id=${other.employeeId}`, {
    "moves[0].discipline": "Fire",
    "moves[0].employeeId": String(reviewer.employeeId),
  });
  expect(await call("GET", `/permits/${permit}/assignments`)).toMatchObject([
    { reviewCycle: "PC3", discipline: "Fire", employeeId: reviewer.employeeId },
  ]);
});

test("the number that a city gives", async () => {
  const clerk = await makeViewer("city", { cityId: (await makeCity()).id });
  const submitted = { projectName: "Garage", projectAddress: "1 Main", projectDescription: "New" };
  const portal = "/oakvilles?dialog=submit";
  await send(portal, { ...submitted, projectType: "other" }, clerk);
  await send(portal, { ...submitted, projectType: "other", projectName: "Shed" }, clerk);
  const [shed, garage] = await call<{ id: number }[]>("GET", "/permits?pageSize=2");
  await call("PATCH", `/permits/${garage?.id}/city-number`, { cityPermitNumber: "B26-77" });
  const shown = await show<{ detail: PermitDetail }>(`/permits/${garage?.id}`);
  expect(shown.detail.permit.cityPermitNumber).toBe("B26-77");
  await send(`/oakvilles/permits/${shed?.id}?city-number`, { cityPermitNumber: "B26-78" }, clerk);
  expect(await call("GET", `/permits/${shed?.id}`)).toMatchObject({ cityPermitNumber: "B26-78" });
});

test("a plan file", async () => {
  const upload = async () => {
    const form = new FormData();
    form.set("reviewCycle", "PC1");
    form.set("files", new Blob(["%PDF-1.7 doors"]), "doors.pdf");
    const [sent] = await call<{ id: number; uploadDate: string; uploadedAt: string }[]>(
      "POST",
      `/permits/${permitId}/files`,
      form,
    );
    return sent;
  };
  const sent = await upload();
  // The page shows the minute alone.
  const [file] = await listPlanFiles(administrator, permitId);
  expect(sent).toMatchObject({ id: file?.id, uploadDate: file?.uploadedAt, uploadedAt: file?.uploadedAt });
  const shown = [{ id: sent?.id, fileName: "doors.pdf", uploaded: formatMoment(sent?.uploadedAt ?? "") }];
  expect((await showPermit()).files).toMatchObject(shown);
  expect((await showReview()).files).toMatchObject(shown);
  await call("DELETE", `/files/${sent?.id}`);
  expect((await showPermit()).files).toEqual([]);
  const another = await upload();
  await send(`${permitPage()}?dialog=delete-file&fileId=${another?.id}`, {});
  expect(await call("GET", `/permits/${permitId}/files`)).toEqual([]);
});

test("hours", async () => {
  const entry = { discipline: "Fire", hoursWorked: 1.25, workDate: today(), employeeId: reviewer.employeeId };
  const { id } = await call<{ id: number }>("POST", `/permits/${permitId}/time-entries`, entry);
  expect((await showReview()).time?.quarterHours).toBe(5);
  const typed = { discipline: "Fire", hoursWorked: "0.75", workDate: today(), description: "By a person" };
  await send(`${permitPage()}?time`, typed, reviewer);
  expect(await call("GET", `/permits/${permitId}/time-entries`)).toMatchObject([
    { employeeId: reviewer.employeeId, hoursWorked: 0.75, description: "By a person" },
    { id, employeeId: reviewer.employeeId, hoursWorked: 1.25 },
  ]);
  await call("PATCH", `/time-entries/${id}`, { hoursWorked: 2.5, description: "Corrected" });
  const dialog = `${permitPage()}?dialog=edit-time&entryId=${id}`;
  const editing = (await show<{ review: PermitReview }>(dialog, reviewer)).review.time?.editing;
  expect(editing).toMatchObject({ quarterHours: 10, description: "Corrected" });
  await send(dialog, { ...typed, hoursWorked: "3", updatedAt: editing?.updatedAt }, reviewer);
  const [byPerson, corrected] = await call<{ id: number }[]>("GET", `/permits/${permitId}/time-entries`);
  expect(corrected).toMatchObject({ id, hoursWorked: 3, description: "By a person" });
  await call("DELETE", `/time-entries/${byPerson?.id}`);
  expect((await showReview()).time?.entries).toMatchObject([{ id, quarterHours: 12 }]);
});

test("a city", async () => {
  const { page } = await showCity("?edit");
  await send(`${cityPage()}?edit`, { ...page.form?.values, managerName: "Mia Manager" });
  expect(await call("GET", `/cities/${cityId}`)).toMatchObject({ managerName: "Mia Manager" });
  await call("PUT", `/cities/${cityId}`, { managerName: "Max Manager" });
  expect((await showCity()).page.city).toMatchObject({ managerName: "Max Manager" });
});

test("a city's user", async () => {
  await send(`${cityPage()}?dialog=invite`, { email: "clerk@doors.test" });
  const [user] = await call<{ id: number }[]>("GET", `/cities/${cityId}/users`);
  expect(user).toMatchObject({ email: "clerk@doors.test", firstName: null });
  await call("PUT", `/users/${user?.id}`, { firstName: "Cleo" });
  expect((await showCity()).page.users).toMatchObject([{ id: user?.id, firstName: "Cleo" }]);
});

const feeFields = { serviceType: "review", description: "Review", amount: "123.45", status: "pending" };

test("a fee", async () => {
  await send(`${cityPage()}?dialog=new-fee`, feeFields);
  const [fee] = (await showCity()).money.fees.rows;
  const id = fee?.id;
  expect(await call("GET", `/city-fees?cityId=${cityId}`)).toMatchObject([{ id, amount: 123.45 }]);
  await call("PUT", `/city-fees/${id}`, { status: "paid", amount: 0.1 });
  const { fees, dialog } = (await showCity(`?dialog=edit-fee&feeId=${id}`)).money;
  expect(fees.rows).toMatchObject([{ id, standing: "paid", amountCents: 10, datePaid: today() }]);
  expect(dialog).toMatchObject({ values: { status: "paid", amount: "0.10" } });
});

test("a fee that is late, and one that is paid twice", async () => {
  await send(`${cityPage()}?dialog=new-fee`, {
    ...feeFields,
    description: "Late",
    amount: "1.00",
    dateCharged: "2020-01-01",
  });
  const late = (await showCity()).money.fees.rows.find(({ description }) => description === "Late");
  expect(late).toMatchObject({ amountCents: 100, standing: "overdue" });
  const id = late?.id;
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
  expect((await showCity()).money.pricing).toMatchObject([{ id, rate: 555, isActive: true }]);
  await send(`${cityPage()}?dialog=new-pricing`, {
    serviceName: "Hours",
    pricingType: "hourly",
    rate: "$125",
    isActive: "on",
  });
  expect(await call("GET", `/cities/${cityId}/pricing`)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id, rate: 5.55 }),
      expect.objectContaining({ serviceName: "Hours", rate: 125, isActive: true }),
    ]),
  );
});

test("an employee", async () => {
  await send("/employees?dialog=new", { name: "Edda Else", email: "edda@doors.test", disciplines: "Civil" });
  const [edda] = (await show<EmployeesData>("/employees?search=edda@doors.test")).rows;
  expect(edda).toMatchObject({ name: "Edda Else", disciplines: ["Civil"] });
  const address = `/employees?dialog=edit&id=${edda?.id}`;
  const { dialog } = await show<EmployeesData>(address);
  if (dialog?.name !== "edit") throw new Error("No dialog");
  await send(address, { ...dialog.form.values, disciplines: ["Fire", "Civil"] });
  expect(await call("GET", `/employees/${edda?.id}`)).toMatchObject({
    disciplines: ["Civil", "Fire"],
    user: { role: "employee" },
  });
  await call("PUT", `/employees/${edda?.id}`, { name: "Edda Elsewhere" });
  expect((await show<EmployeesData>("/employees?search=edda@doors.test")).rows).toMatchObject([
    { id: edda?.id, name: "Edda Elsewhere", disciplines: ["Civil", "Fire"] },
  ]);
});
