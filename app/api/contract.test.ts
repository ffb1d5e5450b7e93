import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Endpoint } from "~/endpoint.server";
import { createApiKey } from "~/models/accounts/api-key.server";
import { addDays } from "~/models/calendar-date";
import { inviteCityUser } from "~/models/cities/city-user.server";
import { fromNow, now, today } from "~/models/clock.server";
import { write } from "~/models/db.server";
import { createEmployee } from "~/models/employees/employee.server";
import { createFee } from "~/models/fees/fee.server";
import { createPricing } from "~/models/fees/pricing.server";
import { type StoredFile, storeBytes } from "~/models/files/plan-file-store.server";
import { previewLetter } from "~/models/letters/letter-draft.server";
import { addPlanFiles, listPlanFiles } from "~/models/permits/plan-file.server";
import { saveBackCheck } from "~/models/plan-review/back-check.server";
import { decide } from "~/models/plan-review/decision.server";
import { startNextCycle } from "~/models/plan-review/next-cycle.server";
import { createStandardComment } from "~/models/plan-review/standard-comment.server";
import { addTimeEntry } from "~/models/plan-review/time-entry.server";
import { policy, type Viewer } from "~/models/policy";
import { z } from "~/models/schema.server";
import { cities, permits } from "~/models/tables.server";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeComments,
  makeCorrections,
  makePeople,
  makePermit,
  makeViewer,
  type Person,
  people,
  permitFields,
  type SignedInPerson,
  switchCorrections,
} from "~/testing/test-rows";
import { startApi } from "~/testing/test-server";
import { endpoints, openApi } from "./endpoints.server";

// The demo's own endpoints are described too.
vi.hoisted(() => {
  vi.stubEnv("DEMO", "1");
});

let server: Awaited<ReturnType<typeof startApi>>;
let viewers: Record<SignedInPerson, Viewer>;
const keys: Partial<Record<Person, string>> = {};
let cityId: number;
let count = 0;

beforeAll(async () => {
  server = await startApi();
  cityId = (await makeCity("Oakville")).id;
  const otherCityId = (await makeCity("Elsewhere")).id;
  await switchCorrections(cityId, true);
  viewers = await makePeople(cityId, otherCityId);
  await makeViewer("city", { cityId, email: "city@demo.test" });
  for (const [person, viewer] of Object.entries(viewers)) {
    const { key } = await createApiKey(viewer, { name: "Contract", isReadOnly: false });
    keys[person as Person] = key ?? "";
  }
});
afterAll(() => server.stop());

const pdf = Buffer.from("%PDF-1.7 contract");

const minute = 60_000;

/** Creates the rows for one person's request, and returns their ids by the names in addresses. */
async function prepare(person: Person = "administrator") {
  count += 1;
  const { administrator, reviewer } = viewers;
  const permit = await makePermit(administrator, cityId, { cityPermitNumber: `B26-${count}` });
  const assignment = await assign(permit, reviewer, "Structural");
  const stored = { ...(await storeBytes(pdf)), fileName: "plan.pdf", kind: "pdf" as const };
  await addPlanFiles(reviewer, permit.id, { reviewCycle: "PC1", origin: "submitted", files: [stored] });
  const [file] = await listPlanFiles(administrator, permit);
  const fee = await createFee(administrator, cityId, {
    serviceType: "review",
    description: "Plan review",
    amount: 12_345,
    status: "pending",
  });
  const pricing = await createPricing(administrator, cityId, {
    serviceName: "Plan review",
    pricingType: "hourly",
    rate: 12_500,
    isActive: true,
  });
  const standardComment = await createStandardComment(administrator, {
    discipline: "Fire",
    kind: "note",
    title: `Title ${count}`,
    text: "Provide ____ inches",
    cityId,
  });
  const { user } = await inviteCityUser(administrator, cityId, { email: `clerk${count}@oakville.test` });
  const { employee } = await createEmployee(administrator, {
    name: `Edda Employee${count}`,
    email: `edda${count}@provider.test`,
    disciplines: ["Fire"],
    isAdministrator: false,
  });
  const [empty] = await write((tx) =>
    tx
      .insert(cities)
      .values({
        cityName: `Empty ${count}`,
        cityNumber: "09",
        urban37CityCode: `${count + 100}`,
        createdAt: now(),
        updatedAt: now(),
      })
      .returning(),
  );
  const numberless = await makePermit(administrator, cityId);
  await write((tx) =>
    tx.update(permits).set({ cityPermitNumber: null }).where(eq(permits.id, numberless.id)),
  );
  // Each on its own day: a day has no more than 24 hours.
  const entry = await addTimeEntry(reviewer, permit.id, {
    discipline: "Structural",
    hoursWorked: 1,
    workDate: addDays(today(), -count),
  });
  // In the past: thirty comments in a minute are refused.
  const createdAt = fromNow(-5 * minute);
  const [comment = 0] = await makeComments(permit, reviewer, [
    { createdAt, text: "Show the rated walls", isShared: true },
    { createdAt, text: "Rita asks us first" },
  ]);
  const [correction = 0] = await makeCorrections(permit, reviewer, [{ discipline: "Structural" }]);
  const { checked, undecided } = await prepareSecondCycle();
  const { letter, released, listed } = await prepareReleased(stored);
  const { ready, decided } = await prepareReady();
  const author = person === "signedOut" ? administrator : viewers[person];
  const [ownComment = 0] = await makeComments(permit, author, [{ createdAt, isShared: true }]);
  return {
    permit: permit.id,
    numberless: numberless.id,
    comment,
    ownComment,
    assignment: assignment?.id ?? 0,
    correction,
    ...{ checked, undecided, letter, released, listed, ready, decided },
    entry: entry.id,
    file: file?.id ?? 0,
    fee: fee.id,
    pricing: pricing.id,
    standardComment: standardComment.id,
    user: user.id,
    employee: employee.id,
    empty: empty?.id ?? 0,
  };
}

/** Creates a permit in PC2 with a correction of PC1 that was back-checked. Returns it and the assignment to decide. */
async function prepareSecondCycle() {
  const { administrator, reviewer } = viewers;
  const permit = await makePermit(administrator, cityId);
  await assign(permit, reviewer, "Structural");
  const [checked = 0] = await makeCorrections(permit, reviewer, [{ discipline: "Structural" }]);
  await issueLetter(administrator, permit.id);
  await startNextCycle(administrator, permit.id, []);
  const undecided = (await assign(permit, reviewer, "Structural"))?.id ?? 0;
  await saveBackCheck(reviewer, checked, { verdict: "resolved" });
  return { checked, undecided };
}

/** Creates a permit with a released letter that lists a file. Returns all three. */
async function prepareReleased(stored: StoredFile) {
  const { administrator, reviewer } = viewers;
  const permit = await makePermit(administrator, cityId);
  await assign(permit, reviewer, "Structural");
  await makeCorrections(permit, reviewer, [{ discipline: "Structural" }]);
  await addPlanFiles(reviewer, permit.id, { reviewCycle: "PC1", origin: "submitted", files: [stored] });
  const [file] = await listPlanFiles(administrator, permit);
  const letter = await issueLetter(administrator, permit.id, stored);
  return { released: permit.id, letter, listed: file?.id ?? 0 };
}

/** Creates a permit whose letter can be released. Returns it and its decided assignment. */
async function prepareReady() {
  const { administrator, reviewer } = viewers;
  const permit = await makePermit(administrator, cityId, { requiredDisciplines: ["Structural"] });
  const decided = (await assign(permit, reviewer, "Structural"))?.id ?? 0;
  await decide(reviewer, decided, { decision: "approved" });
  return { ready: permit.id, decided };
}

type Rows = Awaited<ReturnType<typeof prepare>>;
let shared: Rows;

function permitFor(address: string, rows: Rows): number {
  if (address.endsWith("/city-number")) return rows.numberless;
  if (/\/(release|cover-note)$/.test(address)) return rows.ready;
  return /\/(next-cycle|hand-over|reopen|letters)$/.test(address) ? rows.released : rows.permit;
}

function assignmentFor(address: string, rows: Rows): number {
  if (address.endsWith("/return")) return rows.decided;
  return address.endsWith("/decision") ? rows.undecided : rows.assignment;
}

/** Returns the address of an endpoint, filled in with the ids of rows. */
function addressOf({ address, method }: Endpoint, rows: Rows): string {
  const [, noun] = /^\/api\/([\w-]+)\/(?:download\/)?\{id\}/.exec(address) ?? [];
  const isDeletion = method === "DELETE" && address === "/api/cities/{id}";
  const ids: Record<string, number> = {
    permits: permitFor(address, rows),
    assignments: assignmentFor(address, rows),
    letters: rows.letter,
    corrections: address.endsWith("/back-check") ? rows.checked : rows.correction,
    comments: rows.ownComment,
    "time-entries": rows.entry,
    files: method === "PATCH" ? rows.listed : rows.file,
    cities: isDeletion ? rows.empty : cityId,
    "city-fees": rows.fee,
    "standard-comments": rows.standardComment,
    users: rows.user,
    employees: rows.employee,
  };
  const path = address
    .replace("{pricingId}", String(rows.pricing))
    .replace("{cycle}", "PC1")
    .replace("{id}", String(ids[noun ?? (address.includes("/files/download") ? "files" : "")] ?? rows.file));
  return address === "/api/city-fees" && method === "GET" ? `${path}?cityId=${cityId}` : path;
}

async function picture() {
  const { default: sharp } = await import("sharp");
  const square = { width: 8, height: 8, channels: 3, background: "red" } as const;
  return sharp({ create: square }).png().toBuffer();
}

const bodies: Record<string, (person: Person, rows: Rows) => unknown> = {
  "POST /api/permits": (person) =>
    person === "cityUser" || person === "otherCitysUser"
      ? { projectName: "Garage", projectAddress: "1 Main", projectType: "other", projectDescription: "New" }
      : { ...permitFields, cityId, revisionNumber: "none" },
  "PATCH /api/permits/{id}": () => ({ projectName: "Renamed" }),
  "PATCH /api/permits/{id}/city-number": () => ({ cityPermitNumber: "B26-77" }),
  "POST /api/permits/{id}/next-cycle": () => ({ formKey: "a-key-of-sixteen-letters" }),
  "PUT /api/permits/{id}/assignments": () => ({
    assignments: [
      {
        discipline: "Structural",
        employeeId: viewers.otherReviewer.employeeId,
        employeeDueDate: "2026-12-01",
        status: "pending",
      },
    ],
  }),
  "PATCH /api/assignments/{id}": () => ({ status: "in-progress", comment: "Started" }),
  "PATCH /api/assignments/{id}/complete": () => ({ status: "completed" }),
  "POST /api/permits/{id}/corrections": () => ({
    discipline: "Structural",
    kind: "correction",
    text: "Show the rated walls",
  }),
  "PATCH /api/corrections/{id}": () => ({ text: "Show all rated walls" }),
  "PUT /api/corrections/{id}/back-check": () => ({ verdict: "not_resolved", remark: "Wall 107" }),
  "PATCH /api/assignments/{id}/decision": () => ({ decision: "approved" }),
  "POST /api/permits/{id}/plan-checks/{cycle}/release": async (_, { ready }) => ({
    coverNote: "One letter",
    seen: (await previewLetter(viewers.administrator, ready)).version,
    formKey: "a-key-of-sixteen-letters",
  }),
  "PUT /api/permits/{id}/plan-checks/{cycle}/cover-note": () => ({ coverNote: "One letter" }),
  "POST /api/permits/{id}/plan-checks/{cycle}/hand-over": () => ({ how: "self", handedOverOn: today() }),
  "POST /api/permits/{id}/plan-checks/{cycle}/reopen": () => ({ reason: "A sheet is missing" }),
  "POST /api/assignments/{id}/return": () => ({ remark: "Look at the stairs" }),
  "PATCH /api/permits/{id}/plan-checks/{cycle}": () => ({ receivedOn: "2026-11-02" }),
  "PATCH /api/files/{id}": () => ({ isSetAside: true }),
  "POST /api/permits/{id}/comments": (_, { comment }) => ({ text: "It is on A-102", parentId: comment }),
  "PATCH /api/comments/{id}": () => ({ text: "It is on A-103" }),
  "POST /api/permits/{id}/time-entries": (person) => ({
    discipline: "Structural",
    hoursWorked: 0.25,
    workDate: today(),
    description: "Read the plans",
    ...(person === "administrator" ? { employeeId: viewers.reviewer.employeeId } : {}),
  }),
  "PATCH /api/time-entries/{id}": () => ({ hoursWorked: 0.5 }),
  "POST /api/cities": () => ({
    cityName: `New ${++count}`,
    cityNumber: "12",
    urban37CityCode: code(),
    letterNamesReviewers: true,
    letterContact: "Building counter\n(707) 555-0123",
  }),
  "PUT /api/cities/{id}": () => ({ managerName: "Mia Manager", fullName: "Municipality of Oakville" }),
  "PATCH /api/cities/{id}": () => ({
    managerEmail: "mia@oakville.test",
    letterCodes: "CBC 2025",
    approvalWording: "recommended",
  }),
  "POST /api/cities/{id}/users": () => ({ email: `new${++count}@oakville.test` }),
  "PUT /api/users/{id}": () => ({ firstName: "Nora" }),
  "POST /api/city-fees": () => ({
    cityId,
    amount: 99.9,
    serviceType: "review",
    description: "Review",
    status: "pending",
  }),
  "PUT /api/city-fees/{id}": () => ({ status: "paid" }),
  "POST /api/cities/{id}/pricing": () => ({
    serviceName: "Share",
    pricingType: "percentage",
    rate: 5.5,
  }),
  "PUT /api/cities/{id}/pricing/{pricingId}": () => ({ rate: 130, pricingType: "hourly" }),
  "POST /api/standard-comments": () => ({
    discipline: "Civil",
    kind: "correction",
    title: `New title ${++count}`,
    text: "Show the slope",
  }),
  "PUT /api/standard-comments/{id}": () => ({ codeReference: "CBC 1005.1" }),
  "POST /api/employees": () => ({
    name: "Nina New",
    email: `nina${++count}@provider.test`,
    disciplines: ["Fire"],
  }),
  "POST /api/employees/{id}/reassign": () => ({
    moves: [{ discipline: "Fire", employeeId: viewers.administrator.employeeId }],
  }),
  "PUT /api/employees/{id}": () => ({ name: "Edda Else" }),
  "PATCH /api/employees/{id}": () => ({ disciplines: ["Fire", "Civil"] }),
};

const code = () => `N${(++count % 1296).toString(36).padStart(2, "0")}`;

async function bodyFor(
  { method, address, parts }: Endpoint,
  person: Person,
  rows: Rows,
): Promise<BodyInit | undefined> {
  if (parts) {
    const form = new FormData();
    if (parts.files === "files") form.set("reviewCycle", "PC1");
    const content = parts.files === "files" ? pdf : await picture();
    form.set(parts.files, new Blob([new Uint8Array(content)]), `plan${++count}.pdf`);
    return form;
  }
  const body = await bodies[`${method} ${address}`]?.(person, rows);
  return body === undefined ? undefined : JSON.stringify(body);
}

function send(person: Person, method: string, path: string, body?: BodyInit, headers = {}) {
  const key = keys[person];
  return fetch(`${server.origin}${path}`, {
    method,
    body,
    redirect: "manual",
    headers: {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(typeof body === "string" ? { "content-type": "application/json" } : {}),
      ...headers,
    },
  });
}

/** Whether a person may use an endpoint, according to the policy's table. */
function isAllowed(person: Person, { who }: Endpoint): boolean {
  if (who === "public") return true;
  if (person === "signedOut") return false;
  if (who === "signed in") return true;
  const { role } = viewers[person];
  switch (role === null ? "none" : policy[who][role]) {
    case "all":
      return true;
    case "own":
      return person === "reviewer";
    case "city":
      return person === "cityUser";
    default:
      return false;
  }
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
// Created once, so that each schema is compiled once.
const description = openApi();
type DescribedResponse = { headers?: object; content?: Record<string, { schema?: object }> };
type Operation = { responses: Record<string, DescribedResponse> };

async function expectDescribed({ method, address }: Endpoint, response: Response): Promise<void> {
  const at = `${method} ${address} ${response.status}`;
  const operation = description.paths[address]?.[method.toLowerCase()] as Operation;
  const described = operation.responses[String(response.status)];
  expect(described, at).toBeDefined();
  const totals = [...response.headers.keys()].filter((name) => name.startsWith("x-total-"));
  const describedNames = Object.keys(described?.headers ?? {}).map((name) => name.toLowerCase());
  expect(totals.sort(), at).toEqual(describedNames.sort());
  const schema = described?.content?.["application/json"]?.schema;
  if (!schema) return;
  expect(response.headers.get("content-type"), at).toBe("application/json");
  const expected = JSON.stringify(schema).includes("Refusal")
    ? description.components.schemas.Refusal
    : schema;
  const isValid = ajv.validate(expected, await response.json());
  expect(ajv.errors ?? [], at).toEqual([]);
  expect(isValid).toBe(true);
}

const getEndpoints = endpoints.filter(({ method, sends }) => method === "GET" && sends !== "redirect");

const get = async (endpoint: Endpoint, parameters: string) => {
  shared ??= await prepare();
  const path = addressOf(endpoint, shared);
  return send("administrator", "GET", `${path}${path.includes("?") ? "&" : "?"}${parameters}`);
};

test.each(getEndpoints.map((endpoint) => ({ name: endpoint.address, endpoint })))(
  "GET $name rejects an unknown parameter",
  async ({ endpoint }) => {
    const response = await get(endpoint, "colour=red");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ fields: { colour: ["There is no such field"] } });
  },
);

const lists = getEndpoints.filter(({ response }) => response instanceof z.ZodArray);

test.each(lists.map((endpoint) => ({ name: endpoint.address, endpoint })))(
  "GET $name returns one page at a time",
  async ({ endpoint }) => {
    const all = (await (await get(endpoint, "")).json()) as object[];
    const first = await get(endpoint, "pageSize=1");
    expect(await first.json()).toEqual(all.slice(0, 1));
    expect(first.headers.get("x-total-count")).toBe(String(all.length));
    expect(await (await get(endpoint, `page=${all.length + 1}&pageSize=1`)).json()).toEqual([]);
    expect((await get(endpoint, "pageSize=101")).status).toBe(400);
  },
);

const ofOneCity = /^\/api\/(permits|files|comments)\/.*\{id\}/;
describe.each(endpoints.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.address}`, endpoint })))(
  "$name",
  ({ endpoint }) => {
    test.each(people)("%s", { timeout: 30_000 }, async (person) => {
      const isChange = endpoint.method !== "GET";
      shared ??= await prepare();
      const isPermitted = isAllowed(person, endpoint);
      const rows = isChange && isPermitted && endpoint.address.includes("{") ? await prepare(person) : shared;
      const path = addressOf(endpoint, rows);
      const response = await send(person, endpoint.method, path, await bodyFor(endpoint, person, rows));
      const result = `${person} ${response.status} ${await response.clone().text()}`.slice(0, 500);
      const isOk = response.status < 400;
      const isList = endpoint.address === "/api/permits" || endpoint.address === "/api/cities";
      const isOwnHours = person === "otherReviewer" && endpoint.who.startsWith("time-entry");
      // A city reads its permit's list of corrections, and none of them before a letter.
      const isUnreleased = person === "cityUser" && endpoint.address === "/api/corrections/{id}";
      // A user of another city gets their own rows in these lists, and none of this city.
      const hasOwnRows = person === "otherCitysUser" && isList && endpoint.who !== "city.manage";
      expect(isOk, result).toBe((isPermitted && !isUnreleased) || hasOwnRows || (isOwnHours && !isChange));
      if (person === "signedOut" && endpoint.who !== "public") expect(response.status, result).toBe(401);
      // A reviewer without an assignment gets a field message instead of 403.
      if (isOwnHours && endpoint.method === "POST") expect(response.status, result).toBe(400);
      else if (!isOk && person !== "signedOut") expect([403, 404], result).toContain(response.status);
      if (response.status === 404) expect(Object.keys(await response.clone().json())).toEqual(["message"]);
      if (person === "otherCitysUser" && ofOneCity.test(endpoint.address))
        expect(response.status, result).toBe(404);
      if (isOk && person === "cityUser") expect(result).not.toMatch(/Rita|"assignedEmployees"|"employeeId"/);
      await expectDescribed(endpoint, response);
    });
  },
);

const inBody = (schema: unknown): boolean => JSON.stringify(schema ?? {}).includes('"formKey"');
const withKey = endpoints.filter(({ method, address }) => {
  const operation = description.paths[address]?.[method.toLowerCase()] as { requestBody?: object };
  return inBody(operation.requestBody);
});

/** A field of each body with a key that is another one in the second body. */
const changed: Record<string, object> = {
  "POST /api/permits": { projectName: "Another" },
  "POST /api/permits/{id}/files": { reviewCycle: "PC2" },
  "POST /api/permits/{id}/next-cycle": { dueDate: "2027-03-01" },
  "POST /api/permits/{id}/corrections": { text: "Show the stairs" },
  "POST /api/permits/{id}/plan-checks/{cycle}/release": { coverNote: "Another note" },
  "POST /api/permits/{id}/comments": { text: "It is on A-104" },
  "POST /api/permits/{id}/time-entries": { hoursWorked: 0.5 },
  "POST /api/cities": { cityName: "Newer" },
  "POST /api/cities/{id}/users": { firstName: "Nora" },
  "POST /api/city-fees": { amount: 100 },
  "POST /api/cities/{id}/pricing": { rate: 6 },
  "POST /api/standard-comments": { text: "Show the drain" },
  "POST /api/employees": { disciplines: ["Civil"] },
};

/** Returns a function that sends the body with a key, with some of its fields changed. */
async function senderOf(endpoint: Endpoint) {
  const rows = await prepare();
  const path = addressOf(endpoint, rows);
  const formKey = `the-key-of-request-${++count}`;
  const body = await bodyFor(endpoint, "administrator", rows);
  return (changes: object = {}) => {
    const fields = { formKey, ...changes };
    if (!(body instanceof FormData)) {
      return send(
        "administrator",
        endpoint.method,
        path,
        JSON.stringify({ ...JSON.parse(String(body)), ...fields }),
      );
    }
    const form = new FormData();
    for (const [name, value] of [...body, ...Object.entries(fields)]) form.set(name, value);
    return send("administrator", endpoint.method, path, form);
  };
}

test("every endpoint with a formKey has another body to try", () => {
  const names = withKey.map(({ method, address }) => `${method} ${address}`);
  expect(names.sort()).toEqual(Object.keys(changed).sort());
});

describe.each(withKey.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.address}`, endpoint })))(
  "$name with the same formKey",
  ({ name, endpoint }) => {
    const idsIn = (content: unknown): unknown =>
      Array.isArray(content) ? content.map(idsIn) : (content as { id?: number }).id;

    test("and body returns the first result, and with another body 409", async () => {
      const post = await senderOf(endpoint);
      const [first, second] = [await post(), await post()];
      const contents = [await first.json(), await second.json()];
      expect([first.status, second.status], JSON.stringify(contents)).toEqual(
        Array(2).fill(endpoint.status ?? 200),
      );
      expect(idsIn(contents[1])).toEqual(idsIn(contents[0]));
      const other = await post(changed[name]);
      await expectDescribed(endpoint, other.clone());
      expect([other.status, await other.json()]).toEqual([
        409,
        {
          message: expect.stringMatching(/^This formKey was sent before with another body/),
          fields: { formKey: ["This key was sent before with another body"] },
        },
      ]);
      expect(idsIn(await (await post()).json())).toEqual(idsIn(contents[0]));
    });
  },
);
