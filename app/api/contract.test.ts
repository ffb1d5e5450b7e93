import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createApiKey } from "~/models/accounts/api-key.server";
import { saveAnswers } from "~/models/answers/answer.server";
import { sendResubmittal } from "~/models/answers/resubmittal.server";
import { addDays } from "~/models/calendar-date";
import { inviteCityUser } from "~/models/cities/city-user.server";
import { fromNow, now, today } from "~/models/clock.server";
import { saveBackCheck } from "~/models/corrections/back-check.server";
import { decide } from "~/models/corrections/decision.server";
import { createEmployee } from "~/models/employees/employee.server";
import { createFee } from "~/models/fees/fee.server";
import { createPricing } from "~/models/fees/pricing.server";
import { type NewPlanFile, storeBytes } from "~/models/files/plan-file-store.server";
import { addTimeEntry } from "~/models/hours/time-entry.server";
import { previewLetter } from "~/models/letters/letter-draft.server";
import { messageIdOf } from "~/models/mail/message-id.server";
import type { ReviewCycle } from "~/models/permits/permit";
import { addPlanFiles } from "~/models/permits/plan-file.server";
import { startNextCycle } from "~/models/plan-checks/next-cycle.server";
import { policy, type Viewer } from "~/models/policy";
import { z } from "~/models/schema.server";
import { createStandardComment } from "~/models/standard-comments/standard-comment.server";
import { assignments, corrections, letters, mailOutbox, permits, planFiles } from "~/models/tables.server";
import type { Endpoint } from "~/platform/api/endpoint.server";
import { db, write } from "~/platform/db/db.server";
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

/** Returns the id of a row, and creates it at the first use. */
type IdOf = (name: string) => Promise<number>;

async function addFile(permitId: number, reviewCycle: ReviewCycle = "PC1"): Promise<NewPlanFile> {
  const stored = { ...(await storeBytes(pdf)), fileName: "plan.pdf", kind: "pdf" as const };
  await addPlanFiles(viewers.reviewer, permitId, { reviewCycle, origin: "submitted", files: [stored] });
  return stored;
}

/** In the past: thirty comments in a minute are refused. */
const fiveMinutesAgo = () => fromNow(-5 * 60_000);

/** Creates the rows that the addresses and bodies name. A set has one of each. */
const makers: Record<string, (idOf: IdOf, person: Person) => Promise<number>> = {
  permit: async () => {
    const permit = await makePermit(viewers.administrator, cityId, { cityPermitNumber: `B26-${++count}` });
    await assign(permit, viewers.reviewer, "Structural");
    return permit.id;
  },
  numberless: async () => {
    const { id } = await makePermit(viewers.administrator, cityId);
    await write((tx) => tx.update(permits).set({ cityPermitNumber: null }).where(eq(permits.id, id)));
    return id;
  },
  assignment: async (idOf) => latestOf(assignments, await idOf("permit")),
  file: async (idOf) => {
    await addFile(await idOf("permit"));
    return latestOf(planFiles, await idOf("permit"));
  },
  comment: async (idOf) => {
    const texts = [{ text: "Show the rated walls", isShared: true }, { text: "Rita asks us first" }];
    const comments = texts.map((comment) => ({ createdAt: fiveMinutesAgo(), ...comment }));
    const [comment = 0] = await makeComments({ id: await idOf("permit") }, viewers.reviewer, comments);
    return comment;
  },
  ownComment: async (idOf, person) => {
    const author = person === "signedOut" ? viewers.administrator : viewers[person];
    const comment = { createdAt: fiveMinutesAgo(), isShared: true };
    const [id = 0] = await makeComments({ id: await idOf("permit") }, author, [comment]);
    return id;
  },
  correction: async (idOf) => makeCorrection(await idOf("permit")),
  // Each on its own day: a day has no more than 24 hours.
  entry: async (idOf) => {
    const workDate = addDays(today(), -++count);
    const fields = { discipline: "Structural", hoursWorked: 1, workDate } as const;
    return (await addTimeEntry(viewers.reviewer, await idOf("permit"), fields)).id;
  },
  /** A correction of PC1 that was back-checked, in a permit in PC2. */
  checked: async () => {
    const permit = await makePermit(viewers.administrator, cityId);
    await assign(permit, viewers.reviewer, "Structural");
    const checked = await makeCorrection(permit.id);
    await issueLetter(viewers.administrator, permit.id);
    await startNextCycle(viewers.administrator, permit.id, []);
    await assign(permit, viewers.reviewer, "Structural");
    await saveBackCheck(viewers.reviewer, checked, { verdict: "resolved" });
    return checked;
  },
  undecided: async (idOf) => latestOf(assignments, await permitOf(await idOf("checked"))),
  /** A permit with a released letter that lists a file. */
  released: async (idOf) => permitOf(await idOf("issued")),
  /** Its correction. */
  issued: async () => {
    const permit = await makePermit(viewers.administrator, cityId);
    await assign(permit, viewers.reviewer, "Structural");
    const issued = await makeCorrection(permit.id);
    await issueLetter(viewers.administrator, permit.id, await addFile(permit.id));
    return issued;
  },
  /** A permit whose resubmittal can be sent. */
  answered: async (idOf) => {
    const permitId = await idOf("released");
    const answer = { correctionId: await idOf("issued"), text: "On A-101", sheet: null };
    await saveAnswers(viewers.cityUser, permitId, "PC1", [answer]);
    await addFile(permitId, "PC2");
    return permitId;
  },
  resubmitted: async (idOf) => {
    const permitId = await idOf("answered");
    await sendResubmittal(viewers.cityUser, permitId, "PC1", { files: [] });
    return permitId;
  },
  letter: async (idOf) => latestOf(letters, await idOf("released")),
  listed: async (idOf) => latestOf(planFiles, await idOf("released")),
  /** A permit whose letter can be released. */
  ready: async () => {
    const fields = { requiredDisciplines: ["Structural"] };
    const permit = await makePermit(viewers.administrator, cityId, fields);
    const assignment = await assign(permit, viewers.reviewer, "Structural");
    await decide(viewers.reviewer, assignment?.id ?? 0, { decision: "approved" });
    return permit.id;
  },
  decided: async (idOf) => latestOf(assignments, await idOf("ready")),
  city: async () => cityId,
  emptyCity: async () => (await makeCity()).id,
  fee: async () => {
    const fields = { serviceType: "review", description: "Plan review", status: "pending" } as const;
    return (await createFee(viewers.administrator, cityId, { ...fields, amount: 12_345 })).id;
  },
  pricing: async () => {
    const fields = { serviceName: "Plan review", pricingType: "hourly", rate: 12_500 } as const;
    return (await createPricing(viewers.administrator, cityId, { ...fields, isActive: true })).id;
  },
  standardComment: async () => {
    const title = `Title ${++count}`;
    const fields = { discipline: "Fire", kind: "note", title, text: "Provide ____ inches", cityId } as const;
    return (await createStandardComment(viewers.administrator, fields)).id;
  },
  user: async () => {
    const email = `clerk${++count}@oakville.test`;
    return (await inviteCityUser(viewers.administrator, cityId, { email })).user.id;
  },
  employee: async () => {
    const person = { name: `Edda Employee${++count}`, email: `edda${count}@provider.test` };
    const fields = { ...person, disciplines: ["Fire" as const], isAdministrator: false };
    return (await createEmployee(viewers.administrator, fields)).employee.id;
  },
};

async function permitOf(correctionId: number): Promise<number> {
  const columns = { id: corrections.permitId };
  const [row] = await db.select(columns).from(corrections).where(eq(corrections.id, correctionId));
  return row?.id ?? 0;
}

/** Returns the id of the latest row of a permit. */
async function latestOf(table: typeof assignments | typeof letters | typeof planFiles, permitId: number) {
  const { id, permitId: ofPermit } = table;
  const rows = await db.select({ id }).from(table).where(eq(ofPermit, permitId)).orderBy(desc(id)).limit(1);
  return rows[0]?.id ?? 0;
}

async function makeCorrection(permitId: number): Promise<number> {
  const fields = { discipline: "Structural" } as const;
  const [correction = 0] = await makeCorrections({ id: permitId }, viewers.reviewer, [fields]);
  return correction;
}

/** Returns the ids of one set of rows. */
function newRows(person: Person = "administrator"): IdOf {
  const made = new Map<string, Promise<number>>();
  const idOf: IdOf = (name) => {
    const maker = makers[name];
    if (!maker) throw new Error(`No row for ${name}`);
    const id = made.get(name) ?? maker(idOf, person);
    made.set(name, id);
    return id;
  };
  return idOf;
}

let shared: IdOf | undefined;

/** Returns one set with all rows, for requests that change none. */
async function sharedRows(): Promise<IdOf> {
  if (shared) return shared;
  shared = newRows();
  for (const name of Object.keys(makers)) await shared(name);
  return shared;
}

function permitFor(address: string): string {
  if (address.endsWith("/city-number")) return "numberless";
  if (/\/(release|cover-note)$/.test(address)) return "ready";
  if (address.endsWith("/resubmittal")) return "answered";
  if (address.endsWith("/resubmittal/return")) return "resubmitted";
  return /\/(next-cycle|hand-over|reopen|letters|answers)$/.test(address) ? "released" : "permit";
}

function assignmentFor(address: string): string {
  if (address.endsWith("/return")) return "decided";
  return address.endsWith("/decision") ? "undecided" : "assignment";
}

/** Returns the name of the row whose id is in the address of an endpoint. */
function rowFor({ address, method }: Endpoint): string {
  const [, noun = "files"] = /^\/api\/([\w-]+)\/(?:download\/)?\{id\}/.exec(address) ?? [];
  const isDeletion = method === "DELETE" && address === "/api/cities/{id}";
  const names: Record<string, string> = {
    permits: permitFor(address),
    assignments: assignmentFor(address),
    letters: "letter",
    corrections: address.endsWith("/back-check") ? "checked" : "correction",
    comments: "ownComment",
    "time-entries": "entry",
    files: method === "PATCH" ? "listed" : "file",
    cities: isDeletion ? "emptyCity" : "city",
    "city-fees": "fee",
    "standard-comments": "standardComment",
    users: "user",
    employees: "employee",
  };
  return names[noun] ?? "file";
}

/** Returns the address of an endpoint, filled in with the ids of rows. */
async function addressOf(endpoint: Endpoint, idOf: IdOf): Promise<string> {
  const { address, method } = endpoint;
  if (address === "/api/city-fees" && method === "GET") return `${address}?cityId=${cityId}`;
  let path = address.replace("{cycle}", "PC1");
  if (path.includes("{pricingId}")) path = path.replace("{pricingId}", String(await idOf("pricing")));
  return path.includes("{id}") ? path.replace("{id}", String(await idOf(rowFor(endpoint)))) : path;
}

async function picture() {
  const { default: sharp } = await import("sharp");
  const square = { width: 8, height: 8, channels: 3, background: "red" } as const;
  return sharp({ create: square }).png().toBuffer();
}

const bodies: Record<string, (person: Person, idOf: IdOf) => unknown> = {
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
  "POST /api/permits/{id}/plan-checks/{cycle}/release": async (_, idOf) => ({
    coverNote: "One letter",
    seen: (await previewLetter(viewers.administrator, await idOf("ready"))).version,
    formKey: "a-key-of-sixteen-letters",
  }),
  "PUT /api/permits/{id}/plan-checks/{cycle}/cover-note": () => ({ coverNote: "One letter" }),
  "POST /api/permits/{id}/plan-checks/{cycle}/hand-over": () => ({ how: "self", handedOverOn: today() }),
  "PUT /api/permits/{id}/answers": async (_, idOf) => [
    { correctionId: await idOf("issued"), text: "The wall is on A-101", updatedAt: null },
  ],
  "POST /api/permits/{id}/plan-checks/{cycle}/resubmittal": () => ({ complete: true }),
  "POST /api/permits/{id}/plan-checks/{cycle}/resubmittal/return": () => ({ remark: "A-102 is missing" }),
  "POST /api/permits/{id}/status-links": () => ({}),
  "POST /api/permits/{id}/plan-checks/{cycle}/reopen": () => ({ reason: "A sheet is missing" }),
  "POST /api/assignments/{id}/return": () => ({ remark: "Look at the stairs" }),
  "PATCH /api/permits/{id}/plan-checks/{cycle}": () => ({ receivedOn: "2026-11-02" }),
  "PATCH /api/files/{id}": () => ({ isSetAside: true }),
  "POST /api/permits/{id}/comments": async (_, idOf) => ({
    text: "It is on A-102",
    parentId: await idOf("comment"),
  }),
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
  "POST /api/mail/bounces": async () => ({ messageId: await sentMessageId(), reason: "No such user" }),
  "PATCH /api/employees/{id}": () => ({ disciplines: ["Fire", "Civil"] }),
};

async function sentMessageId(): Promise<string> {
  const text = { toAddress: "clerk@oakville.test", subject: "Invitation", plainText: "", html: "" };
  const values = { ...text, status: "sent" as const, createdAt: now() };
  const [email] = await write((tx) => tx.insert(mailOutbox).values(values).returning());
  return email ? messageIdOf(email) : "";
}

const code = () => `N${(++count % 1296).toString(36).padStart(2, "0")}`;

async function bodyFor(
  { method, address, parts }: Endpoint,
  person: Person,
  idOf: IdOf,
): Promise<BodyInit | undefined> {
  if (parts) {
    const form = new FormData();
    if (parts.files === "files") form.set("reviewCycle", "PC1");
    const content = parts.files === "files" ? pdf : await picture();
    form.set(parts.files, new Blob([new Uint8Array(content)]), `plan${++count}.pdf`);
    return form;
  }
  const body = await bodies[`${method} ${address}`]?.(person, idOf);
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
  const path = await addressOf(endpoint, await sharedRows());
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
      const isPermitted = isAllowed(person, endpoint);
      const idOf = isChange && isPermitted ? newRows(person) : await sharedRows();
      const path = await addressOf(endpoint, idOf);
      const response = await send(person, endpoint.method, path, await bodyFor(endpoint, person, idOf));
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

/** A field of each body with a key that is another one in the second body; null if it has none. */
const changed: Record<string, object | null> = {
  "POST /api/permits": { projectName: "Another" },
  "POST /api/permits/{id}/files": { reviewCycle: "PC2" },
  "POST /api/permits/{id}/next-cycle": { dueDate: "2027-03-01" },
  "POST /api/permits/{id}/corrections": { text: "Show the stairs" },
  "POST /api/permits/{id}/plan-checks/{cycle}/release": { coverNote: "Another note" },
  "POST /api/permits/{id}/plan-checks/{cycle}/resubmittal": null,
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
  const idOf = newRows();
  const path = await addressOf(endpoint, idOf);
  const formKey = `the-key-of-request-${++count}`;
  const body = await bodyFor(endpoint, "administrator", idOf);
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
      const fields = changed[name];
      if (!fields) return;
      const other = await post(fields);
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
