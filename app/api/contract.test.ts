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
import { storeBytes } from "~/models/files/plan-file-store.server";
import { addPlanFiles, listPlanFiles } from "~/models/permits/plan-file.server";
import { displayName } from "~/models/person";
import { addTimeEntry } from "~/models/plan-review/time-entry.server";
import { policy, type Viewer } from "~/models/policy";
import { z } from "~/models/schema.server";
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
import { startApi } from "~/testing/test-server";
import { describeEndpoints } from "./openapi.server";
import { endpoints } from "./table.server";

// The demo's own endpoints are described too.
vi.hoisted(() => {
  vi.stubEnv("DEMO", "1");
});

let server: Awaited<ReturnType<typeof startApi>>;
let viewers: Record<Somebody, Viewer>;
const keys: Partial<Record<Person, string>> = {};
let cityId: number;
let made = 0;

beforeAll(async () => {
  server = await startApi();
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

/** New rows for one person's request, by the ids that its address may have. */
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

/** The address of an endpoint with the ids of rows. */
function addressOf({ address, method }: Endpoint, rows: Rows): string {
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

async function bodyFor(
  { method, address, parts }: Endpoint,
  person: Person,
  rows: Rows,
): Promise<BodyInit | undefined> {
  if (parts) {
    const form = new FormData();
    if (parts.files === "files") form.set("reviewCycle", "PC1");
    const content = parts.files === "files" ? pdf : await picture();
    form.set(parts.files, new Blob([new Uint8Array(content)]), `plan${++made}.pdf`);
    return form;
  }
  const body = bodies[`${method} ${address}`]?.(person, rows);
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

/** Whether a person may use an endpoint, by the policy's table alone. */
function isAllowed(person: Person, { who }: Endpoint): boolean {
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
// Once, so that each schema is compiled once.
const description = describeEndpoints();
type Described = { headers?: object; content?: Record<string, { schema?: object }> };
type Operation = { responses: Record<string, Described> };

async function expectDescribed({ method, address }: Endpoint, response: Response): Promise<void> {
  const at = `${method} ${address} ${response.status}`;
  const operation = description.paths[address]?.[method.toLowerCase()] as Operation;
  const described = operation.responses[String(response.status)];
  expect(described, at).toBeDefined();
  expect(response.headers.has("x-total-count"), at).toBe("headers" in (described ?? {}));
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

const readable = endpoints.filter(({ method, sends }) => method === "GET" && sends !== "redirect");

const get = async (endpoint: Endpoint, parameters: string) => {
  shared ??= await prepare();
  const path = addressOf(endpoint, shared);
  return send("administrator", "GET", `${path}${path.includes("?") ? "&" : "?"}${parameters}`);
};

test.each(readable.map((endpoint) => ({ name: endpoint.address, endpoint })))(
  "GET $name refuses an unknown parameter",
  async ({ endpoint }) => {
    const response = await get(endpoint, "colour=red");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ fields: { colour: ["There is no such field"] } });
  },
);

const lists = readable.filter(({ response }) => response instanceof z.ZodArray);

test.each(lists.map((endpoint) => ({ name: endpoint.address, endpoint })))(
  "GET $name is read page by page",
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
      const isDone = isAllowed(person, endpoint);
      const rows = isChange && isDone && endpoint.address.includes("{") ? await prepare(person) : shared;
      const path = addressOf(endpoint, rows);
      const response = await send(person, endpoint.method, path, await bodyFor(endpoint, person, rows));
      const outcome = `${person} ${response.status} ${await response.clone().text()}`.slice(0, 500);
      const isOk = response.status < 400;
      const isList = endpoint.address === "/api/permits" || endpoint.address === "/api/cities";
      const isOwnHours = person === "otherReviewer" && endpoint.who.startsWith("time-entry");
      // Their own lists, which have nothing of this city.
      const seesOwn = person === "otherCitysUser" && isList && endpoint.who !== "city.manage";
      expect(isOk, outcome).toBe(isDone || seesOwn || (isOwnHours && !isChange));
      if (person === "nobody" && endpoint.who !== "everybody") expect(response.status, outcome).toBe(401);
      // A reviewer who is not assigned gets the reason at the field.
      if (isOwnHours && endpoint.method === "POST") expect(response.status, outcome).toBe(400);
      else if (!isOk && person !== "nobody") expect([403, 404], outcome).toContain(response.status);
      if (response.status === 404) expect(Object.keys(await response.clone().json())).toEqual(["message"]);
      if (person === "otherCitysUser" && ofOneCity.test(endpoint.address))
        expect(response.status, outcome).toBe(404);
      if (isOk && person === "cityUser") expect(outcome).not.toMatch(/Rita|"assignedEmployees"|"employeeId"/);
      await expectDescribed(endpoint, response);
    });
  },
);
