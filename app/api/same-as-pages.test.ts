import { matchPath, type useLoaderData } from "react-router";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createApiKey } from "~/models/accounts/api-key.server";
import { formatDate } from "~/models/calendar-date";
import { formatMoment, today } from "~/models/clock.server";
import type { LetterContent } from "~/models/letters/letter";
import { readPermit } from "~/models/permits/permit-scope.server";
import { listPlanFiles } from "~/models/permits/plan-file.server";
import { personName } from "~/models/person";
import type { Viewer } from "~/models/policy";
import type { PermitDetail, PermitEditor } from "~/routes/permits/parts/load-permit.server";
import type { PermitTableData } from "~/routes/permits/parts/load-permit-table.server";
import type { PermitReview } from "~/routes/review/parts/load-review.server";
import { unpacked } from "~/testing/send-form";
import { addresses, contextOf, moduleOf, responseAt, statusOf } from "~/testing/test-addresses";
import { assign, makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { startApi } from "~/testing/test-server";
import { endpoints } from "./endpoints.server";

vi.setConfig({ testTimeout: 30_000 });

let server: Awaited<ReturnType<typeof startApi>>;
let administrator: Viewer;
let reviewer: Viewer;
let cityId: number;
let permitId: number;
let assignmentId: number;
let key: string;

beforeAll(async () => {
  server = await startApi();
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  cityId = (await makeCity()).id;
  const permit = await makePermit(administrator, cityId);
  permitId = permit.id;
  assignmentId = (await assign(permit, reviewer, "Fire"))?.id ?? 0;
  key = (await createApiKey(administrator, { name: "Same as pages", isReadOnly: false })).key ?? "";
});
afterAll(() => server.stop());

/** Sends a request to the API and expects success. */
async function request<Content>(method: string, path: string, body?: object | FormData): Promise<Content> {
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
  return (await response.json()) as Content;
}

/** Returns the route of the page at a path, with the parameters of its address. */
async function routeAt(path: string) {
  const url = new URL(path, server.origin);
  for (const { file, address } of addresses) {
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

/** Returns the loader data of a page. */
async function show<Page>(path: string, viewer = administrator): Promise<Page> {
  const { loader, address, query, params } = await routeAt(path);
  if (!loader) throw new Error(`No loader at ${path}`);
  const result = await responseAt(loader, address, { query, params, context: await contextOf(viewer) });
  expect(result, path).not.toBeInstanceOf(Response);
  expect(statusOf(result), path).toBe(200);
  const isWithHeaders = typeof result === "object" && result !== null && "data" in result && "init" in result;
  return unpacked(isWithHeaders ? result.data : result) as Page;
}

/** What a page gets of its loader. */
type Loaded<Loader> = ReturnType<typeof useLoaderData<Loader>>;

type Fields = Record<string, string | string[] | undefined>;

/** Submits a page's form and expects a redirect. */
async function submit(path: string, fields: Fields, viewer = administrator): Promise<void> {
  const { action, address, query, params } = await routeAt(path);
  if (!action) throw new Error(`No action at ${path}`);
  const body = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => [value ?? []].flat().map((entry) => [name, entry])),
  );
  const context = await contextOf(viewer);
  const result = await responseAt(action, address, { method: "POST", query, params, body, context });
  expect(statusOf(result), `${path} ${JSON.stringify(result)}`).toBe(302);
}

const permitPage = () => `/permits/${permitId}`;
const reviewPage = () => `/employee-dashboard/permits/${permitId}`;
const cityPage = () => `/cities/${cityId}`;
const showPermit = () => show<PermitDetail>(permitPage());
const showReview = () => show<PermitReview>(reviewPage(), reviewer);
const showCity = () => show<Loaded<typeof import("~/routes/cities/city").loader>>(cityPage());

test("pages and API agree on a permit", async () => {
  await request("PATCH", `/permits/${permitId}`, { projectName: "By a program", revisionNumber: "rev2" });
  const { permit, form } = await show<PermitEditor>(`${permitPage()}/edit`);
  expect(permit).toMatchObject({ projectName: "By a program", revisionNumber: "rev2" });
  await submit(`${permitPage()}/edit`, { ...form.values, projectName: "By a person" });
  expect(await request("GET", `/permits/${permitId}`)).toMatchObject({
    projectName: "By a person",
    revisionNumber: "rev2",
  });
  const { rows } = await show<PermitTableData>("/permits");
  const listed = await request<{ id: number }[]>("GET", "/permits");
  expect(listed.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
});

test("pages and API agree on an assignment", async () => {
  const notes = `${reviewPage()}/assignments/${assignmentId}/notes`;
  await submit(notes, { comment: "Checked" }, reviewer);
  expect(await request("GET", `/permits/${permitId}/assignments`)).toMatchObject([
    { id: assignmentId, status: "completed", comment: "Checked", employeeName: expect.any(String) },
  ]);
  await request("PATCH", `/assignments/${assignmentId}`, { status: "in_progress", comment: "Checked again" });
  const changed = [{ id: assignmentId, status: "in_progress", comment: "Checked again" }];
  expect((await showReview()).assignments).toMatchObject(changed);
  expect((await showPermit()).assignments).toMatchObject(changed);
});

test("pages and API agree on a comment", async () => {
  await submit(`${reviewPage()}?comment`, { text: "By a person", isShared: "on" }, reviewer);
  const [comment] = await request<{ id: number }[]>("GET", `/permits/${permitId}/comments`);
  expect(comment).toMatchObject({ text: "By a person", isShared: true, parentId: null });
  const reply = { text: "By a program", parentId: comment?.id };
  const { id } = await request<{ id: number }>("POST", `/permits/${permitId}/comments`, reply);
  await request("PATCH", `/comments/${id}`, { text: "By a program, again" });
  const dialog = `${permitPage()}/comments/${id}/edit`;
  const { text, updatedAt } = await show<{ text: string; updatedAt: string }>(dialog);
  expect(text).toBe("By a program, again");
  await submit(dialog, { text: "By a person, again", updatedAt });
  expect(await request("GET", `/permits/${permitId}/comments`)).toMatchObject([
    { id: comment?.id },
    { id, text: "By a person, again", parentId: comment?.id, authorName: personName(administrator) },
  ]);
  await request("DELETE", `/comments/${id}`);
  expect((await showReview()).discussion.comments).toMatchObject([{ id: comment?.id }]);
});

test("pages and API agree on a review cycle, its reviewer and its history", async () => {
  const { id: permit } = await makePermit(administrator, cityId);
  await assign({ id: permit }, reviewer, "Fire");
  await submit(`/permits/${permit}/next-cycle`, { cycle: "PC2", disciplines: "Fire" });
  await request("POST", `/permits/${permit}/next-cycle`, {});
  const other = await makeViewer("employee", { name: "Ines Roth", disciplines: ["Fire"] });
  const moves = [{ discipline: "Fire", employeeId: other.employeeId }];
  await request("POST", `/employees/${reviewer.employeeId}/reassign`, { moves });
  const detail = await show<PermitDetail>(`/permits/${permit}`);
  expect(detail.permit.reviewCycle).toBe("PC3");
  const current = detail.assignments.filter(({ reviewCycle }) => reviewCycle === "PC3");
  expect(current).toMatchObject([{ discipline: "Fire", employeeName: "Ines Roth" }]);
  const history = await request<{ text: string; at: string }[]>("GET", `/permits/${permit}/history`);
  const latest = history.slice(0, detail.history.events.length);
  expect(latest.map(({ text }) => text)).toEqual(detail.history.events.map(({ text }) => text));
  expect(history.map(({ text }) => text)).toContain("Review cycle PC3 started");
  await submit(`/employees/${other.employeeId}/reassign`, {
    "moves[0].discipline": "Fire",
    "moves[0].employeeId": String(reviewer.employeeId),
  });
  expect(await request("GET", `/permits/${permit}/assignments`)).toMatchObject([
    { reviewCycle: "PC3", discipline: "Fire", employeeId: reviewer.employeeId },
  ]);
});

test("pages and API agree on the city's permit number", async () => {
  const clerk = await makeViewer("city", { cityId: (await makeCity()).id });
  const submitted = { projectName: "Garage", projectAddress: "1 Main", projectDescription: "New" };
  const portal = "/oakvilles/submit";
  await submit(portal, { ...submitted, projectType: "other" }, clerk);
  await submit(portal, { ...submitted, projectType: "other", projectName: "Shed" }, clerk);
  const [shed, garage] = await request<{ id: number }[]>("GET", "/permits?pageSize=2");
  await request("PATCH", `/permits/${garage?.id}/city-number`, { cityPermitNumber: "B26-77" });
  const page = await show<PermitDetail>(`/permits/${garage?.id}`);
  expect(page.permit.cityPermitNumber).toBe("B26-77");
  await submit(`/oakvilles/permits/${shed?.id}?city-number`, { cityPermitNumber: "B26-78" }, clerk);
  expect(await request("GET", `/permits/${shed?.id}`)).toMatchObject({ cityPermitNumber: "B26-78" });
});

test("pages and API agree on a plan file", async () => {
  const upload = async () => {
    const form = new FormData();
    form.set("reviewCycle", "PC1");
    form.set("files", new Blob(["%PDF-1.7 same"]), "same.pdf");
    const [sent] = await request<{ id: number; uploadDate: string; uploadedAt: string }[]>(
      "POST",
      `/permits/${permitId}/files`,
      form,
    );
    return sent;
  };
  const sent = await upload();
  // The page shows the time without seconds.
  const [file] = await listPlanFiles(administrator, await readPermit(administrator, permitId));
  expect(sent).toMatchObject({ id: file?.id, uploadDate: file?.uploadedAt, uploadedAt: file?.uploadedAt });
  const listed = [{ id: sent?.id, fileName: "same.pdf", uploaded: formatMoment(sent?.uploadedAt ?? "") }];
  expect((await showPermit()).files).toMatchObject(listed);
  expect((await showReview()).files).toMatchObject(listed);
  await request("DELETE", `/files/${sent?.id}`);
  expect((await showPermit()).files).toEqual([]);
  const another = await upload();
  await submit(`${permitPage()}/files/${another?.id}/delete`, {});
  expect(await request("GET", `/permits/${permitId}/files`)).toEqual([]);
});

test("pages and API agree on hours", async () => {
  const entry = { discipline: "Fire", hoursWorked: 1.25, workDate: today(), employeeId: reviewer.employeeId };
  const { id } = await request<{ id: number }>("POST", `/permits/${permitId}/time-entries`, entry);
  expect((await showReview()).time?.quarterHours).toBe(5);
  const typed = { discipline: "Fire", hoursWorked: "0.75", workDate: today(), description: "By a person" };
  await submit(`${reviewPage()}?time`, typed, reviewer);
  expect(await request("GET", `/permits/${permitId}/time-entries`)).toMatchObject([
    { employeeId: reviewer.employeeId, hoursWorked: 0.75, description: "By a person" },
    { id, employeeId: reviewer.employeeId, hoursWorked: 1.25 },
  ]);
  await request("PATCH", `/time-entries/${id}`, { hoursWorked: 2.5, description: "Corrected" });
  const dialog = `${reviewPage()}/time/${id}/edit`;
  const editing = await show<{ updatedAt: string }>(dialog, reviewer);
  expect(editing).toMatchObject({ quarterHours: 10, description: "Corrected" });
  await submit(dialog, { ...typed, hoursWorked: "3", updatedAt: editing.updatedAt }, reviewer);
  const [byPerson, corrected] = await request<{ id: number }[]>("GET", `/permits/${permitId}/time-entries`);
  expect(corrected).toMatchObject({ id, hoursWorked: 3, description: "By a person" });
  await request("DELETE", `/time-entries/${byPerson?.id}`);
  expect((await showReview()).time?.entries).toMatchObject([{ id, quarterHours: 12 }]);
});

test("pages and API agree on a city", async () => {
  const editor = `${cityPage()}/edit`;
  const { city, values } = await show<Loaded<typeof import("~/routes/cities/edit-city").loader>>(editor);
  const typed = {
    managerName: "Mia Manager",
    fullName: "Municipality of Oak",
    letterContact: "Counter\r\n(707) 555-0123",
  };
  const { updatedAt } = city;
  await submit(editor, { ...values, updatedAt, ...typed, letterNamesReviewers: "on" });
  const settings = {
    fullName: "Municipality of Oak",
    letterContact: "Counter\n(707) 555-0123",
    letterNamesReviewers: true,
  };
  const saved = { managerName: "Mia Manager", letterCodes: null, approvalWording: "approved", ...settings };
  expect(await request("GET", `/cities/${cityId}`)).toMatchObject(saved);
  const sent = { managerName: "Max Manager", letterCodes: "CBC 2025", approvalWording: "recommended" };
  await request("PUT", `/cities/${cityId}`, sent);
  expect((await showCity()).city).toMatchObject({ ...settings, ...sent });
});

type Draft = { number: string; seen: string; ready: boolean };

test("pages and API agree on letters, their hand-over and a returned review", async () => {
  const ofCity = (await makeCity()).id;
  await switchCorrections(ofCity, true);
  const { id } = await makePermit(administrator, ofCity, { requiredDisciplines: ["Fire"] });
  const reviewId = (await assign({ id }, reviewer, "Fire"))?.id ?? 0;
  const planCheck = `/permits/${id}/plan-checks/PC1`;
  const decided = () => request("PATCH", `/assignments/${reviewId}/decision`, { decision: "approved" });
  await decided();
  await submit(`/permits/${id}/letter/assignments/${reviewId}/return`, { remark: "By a person" });
  const review = { id: reviewId, decision: null, status: "in_progress" };
  expect(await request("GET", `/permits/${id}/assignments`)).toMatchObject([review]);
  await decided();
  await request("POST", `/assignments/${reviewId}/return`, { remark: "By a program" });
  const page = await show<PermitReview>(`/employee-dashboard/permits/${id}`, reviewer);
  expect(page.assignments).toMatchObject([
    { returned: `Returned by ${personName(administrator)}: By a program` },
  ]);

  await decided();
  await submit(`/permits/${id}/letter/cover-note`, { cycle: "PC1", coverNote: "By a person" });
  expect(await request("GET", `${planCheck}/release`)).toMatchObject({ coverNote: "By a person" });
  const coverNote = { coverNote: "By a program" };
  expect(await request("PUT", `${planCheck}/cover-note`, coverNote)).toMatchObject(coverNote);
  expect(await show(`/permits/${id}/letter/cover-note`)).toMatchObject(coverNote);
  const { seen, ready, number } = await request<Draft>("GET", `${planCheck}/release`);
  const { letter: draft, version } = await show<Loaded<typeof import("~/routes/letters/letter").loader>>(
    `/permits/${id}/letter`,
  );
  expect(await show(`/permits/${id}/letter/release`)).toMatchObject({ letter: number });
  expect(version).toBe(seen);
  expect([ready, draft.number]).toEqual([true, number]);
  await submit(`/permits/${id}/letter/release`, { cycle: "PC1", seen, coverNote: "By a person" });
  const listed = await request<{ id: number; number: string }[]>("GET", `/permits/${id}/letters`);
  const showLetters = async () => (await show<PermitDetail>(`/permits/${id}`)).letters;
  expect((await showLetters())?.list.map(({ number }) => number)).toEqual(listed.map(({ number }) => number));
  const { content } = await request<{ content: LetterContent }>("GET", `/letters/${listed[0]?.id}`);
  const { letter } = await show<Loaded<typeof import("~/routes/letters/released-letter").loader>>(
    `/permits/${id}/letters/${listed[0]?.id}`,
  );
  expect([content.number, content.coverNote]).toEqual([letter.number, "By a person"]);

  await submit(`/permits/${id}/hand-over`, { cycle: "PC1", handedOverOn: today() });
  const [handedOver] = await request<object[]>("GET", `/permits/${id}/plan-checks`);
  expect(handedOver).toMatchObject({ state: "closed", handedOverOn: today() });
  // An emptied day does not take the hand-over back.
  const handOver = endpoints.find(({ address }) => address.endsWith("/hand-over"));
  expect(handOver?.body?.safeParse({ how: "self", handedOverOn: "" }).success).toBe(false);
  const cleared = { how: "self", handedOverOn: null, reason: "By a program" };
  expect(await request("POST", `${planCheck}/hand-over`, cleared)).toMatchObject({ handedOverOn: null });
  expect(await showLetters()).toMatchObject({ handedOver: null });

  await submit(`/permits/${id}/reopen`, { cycle: "PC1", reason: "By a person" });
  const [reopened] = await request<object[]>("GET", `/permits/${id}/plan-checks`);
  expect(reopened).toMatchObject({ state: "in_review", releasedOn: null });
  expect((await request<Draft>("GET", `${planCheck}/release`)).number).toBe(`${number}-2`);
});

test("pages and API agree on a city's user", async () => {
  await submit(`${cityPage()}/users/invite`, { email: "clerk@same.test" });
  const [user] = await request<{ id: number }[]>("GET", `/cities/${cityId}/users`);
  expect(user).toMatchObject({ email: "clerk@same.test", firstName: null });
  await request("PUT", `/users/${user?.id}`, { firstName: "Cleo" });
  expect((await showCity()).users).toMatchObject([{ id: user?.id, firstName: "Cleo" }]);
});

const feeFields = { serviceType: "review", description: "Review", amount: "123.45", status: "pending" };

test("pages and API agree on a fee", async () => {
  await submit(`${cityPage()}/fees/new`, feeFields);
  const [fee] = (await showCity()).fees.rows;
  const id = fee?.id;
  expect(await request("GET", `/city-fees?cityId=${cityId}`)).toMatchObject([{ id, amount: 123.45 }]);
  await request("PUT", `/city-fees/${id}`, { status: "paid", amount: 0.1 });
  expect((await showCity()).fees.rows).toMatchObject([
    { id, standing: "paid", amountCents: 10, datePaid: today() },
  ]);
  type EditFee = Loaded<typeof import("~/routes/cities/dialogs/edit-fee").loader>;
  const { values } = await show<EditFee>(`${cityPage()}/fees/${id}/edit`);
  expect(values).toMatchObject({ status: "paid", amount: "0.10" });
});

test("pages and API agree on a fee that is overdue, and marking a paid fee as paid again", async () => {
  await submit(`${cityPage()}/fees/new`, {
    ...feeFields,
    description: "Late",
    amount: "1.00",
    dateCharged: "2020-01-01",
  });
  const late = (await showCity()).fees.rows.find(({ description }) => description === "Late");
  expect(late).toMatchObject({ amountCents: 100, standing: "overdue" });
  const id = late?.id;
  type Row = { id: number; status: string; standing: string };
  const read = async () =>
    (await request<Row[]>("GET", `/city-fees?cityId=${cityId}`)).find((row) => row.id === id);
  expect(await read()).toMatchObject({ status: "pending", standing: "overdue" });
  await request("PUT", `/city-fees/${id}`, { status: "paid" });
  const paid = await read();
  expect(paid).toMatchObject({ status: "paid", standing: "paid", datePaid: today() });
  await request("PUT", `/city-fees/${id}`, paid);
  const again = await fetch(`${server.origin}/api/city-fees/${id}`, {
    method: "PUT",
    body: JSON.stringify({ status: "paid" }),
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
  });
  expect(again.status).toBe(409);
  expect(await again.json()).toEqual({
    message: `This fee was already marked as paid on ${formatDate(today())}`,
  });
});

test("pages and API agree on a price", async () => {
  const { id } = await request<{ id: number }>("POST", `/cities/${cityId}/pricing`, {
    serviceName: "Share",
    pricingType: "percentage",
    rate: 5.55,
  });
  expect((await showCity()).pricing).toMatchObject([{ id, rate: 555, isActive: true }]);
  await submit(`${cityPage()}/pricing/new`, {
    serviceName: "Hours",
    pricingType: "hourly",
    rate: "$125",
    isActive: "on",
  });
  expect(await request("GET", `/cities/${cityId}/pricing`)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id, rate: 5.55 }),
      expect.objectContaining({ serviceName: "Hours", rate: 125, isActive: true }),
    ]),
  );
});

test("pages and API agree on an employee", async () => {
  await submit("/employees/new", { name: "Edda Else", email: "edda@same.test", disciplines: "Civil" });
  const [edda] = (
    await show<Loaded<typeof import("~/routes/employees/employees").loader>>(
      "/employees?search=edda@same.test",
    )
  ).rows;
  expect(edda).toMatchObject({ name: "Edda Else", disciplines: ["Civil"] });
  const address = `/employees/${edda?.id}/edit`;
  const { employee } =
    await show<Loaded<typeof import("~/routes/employees/dialogs/edit-employee").loader>>(address);
  const { name = "", email, updatedAt } = employee;
  await submit(address, { name, email, updatedAt, isActive: "on", disciplines: ["Fire", "Civil"] });
  expect(await request("GET", `/employees/${edda?.id}`)).toMatchObject({
    disciplines: ["Civil", "Fire"],
    user: { role: "employee" },
  });
  await request("PUT", `/employees/${edda?.id}`, { name: "Edda Elsewhere" });
  expect(
    (
      await show<Loaded<typeof import("~/routes/employees/employees").loader>>(
        "/employees?search=edda@same.test",
      )
    ).rows,
  ).toMatchObject([{ id: edda?.id, name: "Edda Elsewhere", disciplines: ["Civil", "Fire"] }]);
});
