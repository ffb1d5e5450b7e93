import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Call, z } from "~/endpoint.server";
import { createApiKey } from "~/models/accounts/api-key.server";
import { addDays } from "~/models/calendar-date";
import { inviteCityUser } from "~/models/cities/city-user.server";
import { fromNow, now, today } from "~/models/clock.server";
import { write } from "~/models/db.server";
import { createEmployee } from "~/models/employees/employee.server";
import { createFee } from "~/models/fees/fee.server";
import { createPricing } from "~/models/fees/pricing.server";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { addPlanFiles, listPlanFiles } from "~/models/permits/plan-file.server";
import { displayName } from "~/models/person";
import { addTimeEntry } from "~/models/plan-review/time-entry.server";
import { policy, type Viewer } from "~/models/policy";
import { cities, comments, permits } from "~/models/tables.server";
import {
  assign,
  makeCity,
  makePeople,
  makePermit,
  makeViewer,
  type Person,
  people,
  permitFields,
  type Somebody,
} from "~/testing/test-rows";
import { startCalls } from "~/testing/test-server";
import { describeCalls } from "./openapi.server";
import { calls } from "./table.server";

// The demo's own calls are described and answered too.
vi.hoisted(() => {
  vi.stubEnv("DEMO", "1");
});

let server: Awaited<ReturnType<typeof startCalls>>;
let viewers: Record<Somebody, Viewer>;
const keys: Partial<Record<Person, string>> = {};
let cityId: number;
let made = 0;

beforeAll(async () => {
  server = await startCalls();
  cityId = (await makeCity("Oakville")).id;
  const otherCityId = (await makeCity("Elsewhere")).id;
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

/** New rows for a call of somebody's to work on, by the ids that its address may name. */
async function prepare(person: Person = "administrator") {
  made += 1;
  const { administrator, reviewer } = viewers;
  const permit = await makePermit(administrator, cityId, { cityPermitNumber: `B26-${made}` });
  const assignment = await assign(permit, reviewer, "Structural");
  const stored = { ...(await storeBytes(pdf)), fileName: "plan.pdf", kind: "pdf" as const };
  await addPlanFiles(reviewer, permit.id, { reviewCycle: "PC1", files: [stored] });
  const [file] = await listPlanFiles(administrator, permit.id);
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
  const { user } = await inviteCityUser(administrator, cityId, { email: `clerk${made}@oakville.test` });
  const { employee } = await createEmployee(administrator, {
    name: `Edda Employee${made}`,
    email: `edda${made}@provider.test`,
    disciplines: ["Fire"],
    isAdministrator: false,
  });
  const [empty] = await write((tx) =>
    tx
      .insert(cities)
      .values({
        cityName: `Empty ${made}`,
        cityNumber: "09",
        urban37CityCode: `${made + 100}`,
        createdAt: now(),
        updatedAt: now(),
      })
      .returning(),
  );
  const numberless = await makePermit(administrator, cityId);
  await write((tx) =>
    tx.update(permits).set({ cityPermitNumber: null }).where(eq(permits.id, numberless.id)),
  );
  // A day each: none has more than 24 hours.
  const entry = await addTimeEntry(reviewer, permit.id, {
    discipline: "Structural",
    hoursWorked: 1,
    workDate: addDays(today(), -made),
  });
  // Not just now: thirty in a minute are refused.
  const written = { permitId: permit.id, createdAt: fromNow(-5 * minute), updatedAt: now() };
  const [shared, , own] = await write((tx) =>
    tx
      .insert(comments)
      .values([
        { ...written, reviewCycle: "PC1", ...by("reviewer"), text: "Show the rated walls", isShared: true },
        { ...written, reviewCycle: "PC1", ...by("reviewer"), text: "Rita asks us first" },
        { ...written, reviewCycle: "PC1", ...by(person), text: "On A-102", isShared: true },
      ])
      .returning({ id: comments.id }),
  );
  return {
    permit: permit.id,
    numberless: numberless.id,
    comment: shared?.id ?? 0,
    ownComment: own?.id ?? 0,
    assignment: assignment?.id ?? 0,
    entry: entry.id,
    file: file?.id ?? 0,
    fee: fee.id,
    pricing: pricing.id,
    user: user.id,
    employee: employee.id,
    empty: empty?.id ?? 0,
  };
}

/** Who wrote a comment. */
function by(person: Person) {
  const author = person === "nobody" ? undefined : viewers[person];
  return {
    authorId: author?.id,
    authorName: author ? displayName(author) : "Nobody",
    authorCityId: author?.cityId,
  };
}

type Rows = Awaited<ReturnType<typeof prepare>>;
let shared: Rows;

/** An address with the rows that it names. */
function addressOf({ address, method }: Call, rows: Rows): string {
  const [, noun] = /^\/api\/([\w-]+)\/(?:download\/)?\{id\}/.exec(address) ?? [];
  const isDeletion = method === "DELETE" && address === "/api/cities/{id}";
  const ids: Record<string, number> = {
    permits: address.endsWith("/city-number") ? rows.numberless : rows.permit,
    assignments: rows.assignment,
    comments: rows.ownComment,
    "time-entries": rows.entry,
    files: rows.file,
    cities: isDeletion ? rows.empty : cityId,
    "city-fees": rows.fee,
    users: rows.user,
    employees: rows.employee,
  };
  const path = address
    .replace("{pricingId}", String(rows.pricing))
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
  "PATCH /api/assignments/{id}": () => ({ status: "in-progress", comment: "Begun" }),
  "PATCH /api/assignments/{id}/complete": () => ({ status: "completed" }),
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
  "POST /api/cities": () => ({ cityName: "New", cityNumber: "12", urban37CityCode: code() }),
  "PUT /api/cities/{id}": () => ({ managerName: "Mia Manager" }),
  "PATCH /api/cities/{id}": () => ({ managerEmail: "mia@oakville.test" }),
  "POST /api/cities/{id}/users": () => ({ email: `new${++made}@oakville.test` }),
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
  "POST /api/employees": () => ({
    name: "Nina New",
    email: `nina${++made}@provider.test`,
    disciplines: ["Fire"],
  }),
  "POST /api/employees/{id}/reassign": () => ({
    moves: [{ discipline: "Fire", employeeId: viewers.administrator.employeeId }],
  }),
  "PUT /api/employees/{id}": () => ({ name: "Edda Else" }),
  "PATCH /api/employees/{id}": () => ({ disciplines: ["Fire", "Civil"] }),
};

const code = () => `N${(++made % 1296).toString(36).padStart(2, "0")}`;

async function bodyFor(call: Call, person: Person, rows: Rows): Promise<BodyInit | undefined> {
  if (call.parts) {
    const form = new FormData();
    if (call.parts.files === "files") form.set("reviewCycle", "PC1");
    const content = call.parts.files === "files" ? pdf : await picture();
    form.set(call.parts.files, new Blob([new Uint8Array(content)]), `plan${++made}.pdf`);
    return form;
  }
  const body = bodies[`${call.method} ${call.address}`]?.(person, rows);
  return body === undefined ? undefined : JSON.stringify(body);
}

function ask(person: Person, method: string, path: string, body?: BodyInit, headers = {}) {
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

/** Whether a person's call is carried out, by the policy's table alone. */
function isCarriedOut(person: Person, { who }: Call): boolean {
  if (who === "everybody") return true;
  if (person === "nobody") return false;
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
// Once: each schema is compiled when it is first met.
const description = describeCalls();
type Described = { headers?: object; content?: Record<string, { schema?: object }> };
type Operation = { responses: Record<string, Described> };

async function expectDescribed(call: Call, response: Response): Promise<void> {
  const at = `${call.method} ${call.address} ${response.status}`;
  const operation = description.paths[call.address]?.[call.method.toLowerCase()] as Operation;
  const described = operation.responses[String(response.status)];
  expect(described, at).toBeDefined();
  expect(response.headers.has("x-total-count"), at).toBe("headers" in (described ?? {}));
  const schema = described?.content?.["application/json"]?.schema;
  if (!schema) return;
  expect(response.headers.get("content-type"), at).toBe("application/json");
  const whole = JSON.stringify(schema).includes("Refusal") ? description.components.schemas.Refusal : schema;
  const isValid = ajv.validate(whole, await response.json());
  expect(ajv.errors ?? [], at).toEqual([]);
  expect(isValid).toBe(true);
}

const asking = calls.filter(({ method, sends }) => method === "GET" && sends !== "redirect");

const askFor = async (call: (typeof calls)[number], asked: string) => {
  shared ??= await prepare();
  const path = addressOf(call, shared);
  return ask("administrator", "GET", `${path}${path.includes("?") ? "&" : "?"}${asked}`);
};

test.each(asking.map((call) => ({ name: call.address, call })))(
  "GET $name refuses a parameter that nobody knows",
  async ({ call }) => {
    const response = await askFor(call, "colour=red");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ fields: { colour: ["There is no such field"] } });
  },
);

const lists = asking.filter(({ answer }) => answer instanceof z.ZodArray);

test.each(lists.map((call) => ({ name: call.address, call })))(
  "GET $name answers page by page",
  async ({ call }) => {
    const all = (await (await askFor(call, "")).json()) as object[];
    const first = await askFor(call, "pageSize=1");
    expect(await first.json()).toEqual(all.slice(0, 1));
    expect(first.headers.get("x-total-count")).toBe(String(all.length));
    expect(await (await askFor(call, `page=${all.length + 1}&pageSize=1`)).json()).toEqual([]);
    expect((await askFor(call, "pageSize=101")).status).toBe(400);
  },
);

const ofOneCity = /^\/api\/(permits|files|comments)\/.*\{id\}/;
describe.each(calls.map((call) => ({ name: `${call.method} ${call.address}`, call })))(
  "$name",
  ({ call }) => {
    test.each(people)("%s", { timeout: 30_000 }, async (person) => {
      const isChange = call.method !== "GET";
      shared ??= await prepare();
      const isDone = isCarriedOut(person, call);
      const rows = isChange && isDone && call.address.includes("{") ? await prepare(person) : shared;
      const path = addressOf(call, rows);
      const response = await ask(person, call.method, path, await bodyFor(call, person, rows));
      const told = `${person} ${response.status} ${await response.clone().text()}`.slice(0, 500);
      const isOk = response.status < 400;
      const isList = call.address === "/api/permits" || call.address === "/api/cities";
      const isOwnHours = person === "otherReviewer" && call.who.startsWith("time-entry");
      // Their own lists, in which nothing of this city stands.
      const seesOwn = person === "otherCitysUser" && isList && call.who !== "city.manage";
      expect(isOk, told).toBe(isDone || seesOwn || (isOwnHours && !isChange));
      if (person === "nobody" && call.who !== "everybody") expect(response.status, told).toBe(401);
      // Whoever logs hours is told at the field that they are not assigned.
      if (isOwnHours && call.method === "POST") expect(response.status, told).toBe(400);
      else if (!isOk && person !== "nobody") expect([403, 404], told).toContain(response.status);
      if (response.status === 404) expect(Object.keys(await response.clone().json())).toEqual(["message"]);
      if (person === "otherCitysUser" && ofOneCity.test(call.address))
        expect(response.status, told).toBe(404);
      if (isOk && person === "cityUser") expect(told).not.toMatch(/Rita|"assignedEmployees"|"employeeId"/);
      await expectDescribed(call, response);
    });
  },
);
