import { eq, getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { beforeAll, describe, expect, test } from "vitest";
import { today } from "~/models/clock.server";
import { db, write } from "~/models/db.server";
import { createFee } from "~/models/fees/fee.server";
import { createPricing } from "~/models/fees/pricing.server";
import { storePicture } from "~/models/files/picture-store.server";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { addPlanFiles, listPlanFiles } from "~/models/permits/plan-file.server";
import { createStandardComment } from "~/models/plan-review/standard-comment.server";
import { addTimeEntry } from "~/models/plan-review/time-entry.server";
import type { Viewer } from "~/models/policy";
import * as tables from "~/models/tables.server";
import { allTables } from "./database";
import { code, namesIn, ownFile } from "./sources";
import { closed, contextOf, moduleOf, responseAt, statusOf } from "./test-addresses";
import { issueLetter } from "./test-letters";
import {
  assign,
  makeCity,
  makeComments,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "./test-rows";

/** Each mark is in all texts of its city's rows, so that a test finds any row that another city gets. */
const marks = ["Larkspur", "Quillfeather"] as const;
type Mark = (typeof marks)[number];

type Tenant = Awaited<ReturnType<typeof makeTenant>>;

let administrator: Viewer;
let tenants: Record<Mark, Tenant>;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  tenants = { Larkspur: await makeTenant("Larkspur"), Quillfeather: await makeTenant("Quillfeather") };
});

/** Creates a city with one row of every kind that belongs to a city. */
async function makeTenant(mark: Mark) {
  const { id: cityId } = await makeCity(mark);
  await switchCorrections(cityId, true);
  const user = await makeViewer("city", {
    cityId,
    name: `Ursula ${mark}`,
    email: `${mark}@city.test`.toLowerCase(),
  });
  const reviewer = await makeViewer("employee", { disciplines: ["Fire"], name: `Rex ${mark}` });
  const texts = Object.fromEntries(
    ["cityPermitNumber", "projectName", "projectAddress", "projectDescription", "applicantName"].map(
      (name) => [name, `${mark} ${name}`],
    ),
  );
  const permit = await makePermit(administrator, cityId, texts);
  const assignment = await assign(permit, reviewer, "Fire");
  const content = Buffer.from(`%PDF-1.7 ${mark}`);
  const stored = { ...(await storeBytes(content)), fileName: `${mark}.pdf`, kind: "pdf" as const };
  await addPlanFiles(administrator, permit.id, { reviewCycle: "PC1", files: [stored] });
  const colour = mark === "Larkspur" ? "red" : "blue";
  const { default: sharp } = await import("sharp");
  const square = { width: 8, height: 8, channels: 3, background: colour } as const;
  const logoPath = await storePicture(await sharp({ create: square }).png().toBuffer());
  await write((tx) => tx.update(tables.cities).set({ logoPath }).where(eq(tables.cities.id, cityId)));
  const [file] = await listPlanFiles(administrator, permit);
  // The first comment is the one in addresses and forms: a city may reply to it.
  const [commentId = 0] = await makeComments(permit, reviewer, [
    { text: `${mark} shared`, isShared: true },
    { text: `${mark} internal` },
  ]);
  const [correctionId = 0] = await makeCorrections(permit, reviewer, [{ text: `${mark} correction` }]);
  const letter = await storeBytes(Buffer.from(`%PDF-1.7 ${mark} letter`));
  const worked = { discipline: "Fire", hoursWorked: 1, workDate: "2020-11-02", description: mark } as const;
  const fee = { serviceType: "review", description: mark, amount: 100, status: "pending" } as const;
  const service = { serviceName: mark, pricingType: "hourly", rate: 100, isActive: true } as const;
  const standardComment = { discipline: "Fire", kind: "note", title: mark, text: mark, cityId } as const;
  await createStandardComment(administrator, standardComment);
  return {
    cityId,
    user,
    permitId: permit.id,
    assignmentId: assignment?.id ?? 0,
    logoPath,
    fileId: file?.id ?? 0,
    correctionId,
    letterId: await issueLetter(administrator, permit.id, letter),
    commentId,
    entryId: (await addTimeEntry(reviewer, permit.id, worked)).id,
    feeId: (await createFee(administrator, cityId, fee)).id,
    pricingId: (await createPricing(administrator, cityId, service)).id,
  };
}

/** The ids of a city's rows, by their names in addresses and forms. */
const idsOf = (tenant: Tenant) => ({
  id: String(tenant.permitId),
  cityId: String(tenant.cityId),
  permitId: String(tenant.permitId),
  assignmentId: String(tenant.assignmentId),
  userId: String(tenant.user.id),
  fileId: String(tenant.fileId),
  correctionId: String(tenant.correctionId),
  letterId: String(tenant.letterId),
  commentId: String(tenant.commentId),
  entryId: String(tenant.entryId),
  feeId: String(tenant.feeId),
  pricingId: String(tenant.pricingId),
});

const isApi = (address: string) => address.startsWith("/api/");

const texts = new Map(code.map(({ path, text }) => [path, text]));

/** The dialogs and forms that the sources name. */
const dialogs = [
  ...new Set(
    [...texts.values()]
      .flatMap((text) => [...text.matchAll(/[?&]dialog=([a-z-]+)|case "([a-z-]+)"/g)])
      .map(([, inAddress, inCase]) => inAddress ?? inCase ?? ""),
  ),
];
const forms = ["edit", "upload", "status", "notes", "comment", "time", "logo", "activate", "deactivate"];

/** Returns the text of a file and of all files of app/ that it imports, directly or not. */
function sourceWithImports(file: string, visited = new Set<string>()): string {
  const source = visited.has(file) ? undefined : texts.get(file);
  if (source === undefined) return "";
  visited.add(file);
  const imported = namesIn(source)
    .flatMap((name) => ownFile(file, name) ?? [])
    .flatMap((path) => [path, `${path}.ts`, `${path}.tsx`]);
  return source + imported.map((path) => sourceWithImports(path, visited)).join("");
}

/** The query parameters that open the forms and dialogs of each page, as far as its sources contain them. */
const parametersAt = new Map(
  closed.map(({ file }) => {
    const source = sourceWithImports(file);
    const isKnown = (word: string) => source.includes(`"${word}"`) || source.includes(`dialog=${word}`);
    return [file, [...forms.filter(isKnown), ...dialogs.filter(isKnown).map((name) => `dialog=${name}`)]];
  }),
);

/** Returns the queries for a page: none, all ids of a city, and these with each form and dialog. */
function queriesIn(tenant: Tenant, parameters: string[] = []): string[] {
  const ids = new URLSearchParams(idsOf(tenant));
  const replies = parameters.includes("comment") ? [`comment=${tenant.commentId}`] : [];
  return ["", `?${ids}`, ...[...parameters, ...replies].map((parameter) => `?${parameter}&${ids}`)];
}

/** Returns the data of a page, or the location and body of a response, as text. */
async function textOf(response: unknown): Promise<string> {
  if (!(response instanceof Response)) return JSON.stringify(response ?? null);
  const body = await response.clone().arrayBuffer();
  return `${response.headers.get("location") ?? ""} ${Buffer.from(body).toString("latin1")}`;
}

type Fields = Record<string, unknown>;

/** Sends fields to an API endpoint, and again without those that it refuses by name, until it accepts the rest. */
async function sendKnown(all: Fields, send: (fields: Fields) => Promise<unknown>): Promise<void> {
  const response = await send(all);
  if (!(response instanceof Response) || response.status !== 400) return;
  const { fields = {} } = (await response.clone().json()) as { fields?: object };
  const refused = Object.keys(fields).map((name) => name.replace(/[.[].*/, ""));
  const known = Object.entries(all).filter(([name]) => !refused.includes(name));
  if (known.length < Object.keys(all).length) await sendKnown(Object.fromEntries(known), send);
}

/** Returns the path parameters to try: the user's own row, and every id of the other city. */
function pathsOf(address: string, own: Tenant, theirs: Tenant) {
  const pageId = (tenant: Tenant) => idsOf(tenant)[address.includes("/cities/") ? "cityId" : "permitId"];
  const pageIds = [pageId(own), pageId(theirs)];
  const ids = address.includes(":id") ? new Set([...pageIds, ...Object.values(idsOf(theirs))]) : ["1"];
  // The id of another kind of row has no page, or one of these two pages.
  return [...ids].map((id) => ({
    params: {
      id,
      letterId: String(theirs.letterId),
      assignmentId: String(theirs.assignmentId),
      cycle: "PC1",
      path: theirs.logoPath,
      token: "1",
    },
    isPage: !address.includes(":id") || pageIds.includes(id),
  }));
}

const queryOf = (ids: Fields) => new URLSearchParams(ids as Record<string, string>);

/** Returns all rows of a city in the database. */
async function rowsOf(tenant: Tenant): Promise<string> {
  const rows = [];
  for (const table of allTables) {
    const columns: Record<string, unknown> = getTableColumns(table);
    const conditions = [
      "cityId" in columns && sql`${columns.cityId as SQL} = ${tenant.cityId}`,
      "permitId" in columns && sql`${columns.permitId as SQL} = ${tenant.permitId}`,
      "userId" in columns && table !== tables.sessions && sql`${columns.userId as SQL} = ${tenant.user.id}`,
      table === tables.cities && sql`${tables.cities.id} = ${tenant.cityId}`,
    ].filter((condition): condition is SQL => condition !== false);
    for (const condition of conditions)
      rows.push([getTableName(table), await db.select().from(table).where(condition)]);
  }
  return JSON.stringify(rows);
}

test("the forms and dialogs of a page are found in its sources", () => {
  const parameters = parametersAt.get("routes/portal/_portal.oakvilles.permits.$id.tsx");
  expect(parameters).toEqual(expect.arrayContaining(["upload", "dialog=upload", "dialog=delete-file"]));
  expect(parameters).not.toContain("dialog=mark-paid");
});

const directions = [
  { own: marks[0], theirs: marks[1] },
  { own: marks[1], theirs: marks[0] },
];

describe.each(directions)("a user of $own", ({ own, theirs }) => {
  let context: RouterContextProvider;
  beforeAll(async () => {
    context = await contextOf(tenants[own].user);
  });

  test(`is tested with a mark that an administrator gets: ${theirs}`, async () => {
    const { loader } = await moduleOf("routes/staff/_staff.permits.$id.tsx");
    if (!loader) throw new Error("No loader");
    const params = { id: String(tenants[theirs].permitId) };
    const sent = { params, context: await contextOf(administrator) };
    expect(await textOf(await responseAt(loader, "/permits/:id", sent))).toContain(theirs);
  });

  test.each(closed)(`gets nothing of ${theirs} at $address`, async ({ file, address }) => {
    const { loader, default: page } = await moduleOf(file);
    if (!loader) return;
    const other = tenants[theirs];
    const parameters = page ? parametersAt.get(file) : [];
    for (const { params, isPage } of pathsOf(address, tenants[own], other)) {
      const read = async (query: string) => {
        const response = await responseAt(loader, address, { query, params, context });
        const at = `${address} ${params.id} ${query}`;
        expect((await textOf(response)).toLowerCase(), at).not.toContain(theirs.toLowerCase());
        return response;
      };
      if (isApi(address)) {
        await read("");
        await sendKnown(idsOf(other), (ids) => read(`?${queryOf(ids)}`));
      } else for (const query of queriesIn(other, isPage ? parameters : [])) await read(query);
    }
  });
});

// After the reading tests, because a user can change their own rows and with them the marks.
describe.each(directions)("a user of $own", ({ own, theirs }) => {
  let context: RouterContextProvider;
  let rows: string;
  beforeAll(async () => {
    context = await contextOf(tenants[own].user);
    rows = await rowsOf(tenants[theirs]);
  });

  test.each(closed)(`changes nothing of ${theirs} at $address`, async ({ file, address }) => {
    const { action, default: page } = await moduleOf(file);
    if (!action) return;
    const other = tenants[theirs];
    const parameters = page ? parametersAt.get(file) : [];
    const before = rows;
    const form = formTo(other);
    for (const { params, isPage } of pathsOf(address, tenants[own], other)) {
      const send = async (method: string, query: string, body: URLSearchParams | FormData | string) => {
        const response = await responseAt(action, address, { method, query, params, context, body });
        const at = `${method} ${address} ${params.id} ${query}`;
        expect(statusOf(response), at).toBeGreaterThanOrEqual(200);
        expect((await textOf(response)).toLowerCase(), at).not.toContain(theirs.toLowerCase());
        return response;
      };
      if (isApi(address)) {
        for (const method of ["POST", "PUT", "PATCH", "DELETE"])
          await sendKnown(jsonTo(other), (fields) => send(method, "", JSON.stringify(fields)));
        await send("POST", "", parts);
      } else {
        for (const query of queriesIn(other, isPage ? parameters : [])) await send("POST", query, form);
        // These methods are refused for every query, as access.test.ts shows.
        for (const method of ["PUT", "PATCH", "DELETE"]) await send(method, "", form);
      }
    }
    rows = await rowsOf(other);
    expect(rows).toBe(before);
  });
});

/** Valid values for the fields of all forms. */
const validFields = {
  confirmation: "delete",
  comment: "Something",
  text: "Something",
  kind: "correction",
  verdict: "withdrawn",
  remark: "Something",
  decision: "approved",
  receivedOn: "2026-11-02",
  cycle: "PC1",
  how: "self",
  handedOverOn: today(),
  reason: "Something",
  status: "approved",
  reviewCycle: "PC1",
  discipline: "Fire",
  disciplines: "Fire",
  hoursWorked: "1",
  workDate: "2026-11-02",
  projectName: "Something",
  projectAddress: "Somewhere",
  projectType: "other",
  projectDescription: "Something",
  email: "someone@city.test",
  firstName: "Some",
  lastName: "Body",
  cityName: "Somewhere",
  cityNumber: "11",
  urban37CityCode: "SOM",
  serviceName: "Something",
  serviceType: "review",
  pricingType: "hourly",
  rate: "1",
  description: "Something",
  amount: "1",
  dateCharged: "2026-11-02",
  name: "Some Body",
};

const plan = () => new File(["%PDF-1.7 plan"], "plan.pdf");

function formTo(tenant: Tenant): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...idsOf(tenant), ...validFields })) form.set(name, value);
  form.set("files", plan());
  return form;
}

/** The same fields as a program sends them. */
const jsonTo = (tenant: Tenant): Fields => ({
  ...validFields,
  ...Object.fromEntries(Object.entries(idsOf(tenant)).map(([name, id]) => [name, Number(id)])),
  assignments: [],
  disciplines: ["Fire"],
  requiredDisciplines: ["Fire"],
  hoursWorked: 1,
  amount: 1,
  rate: 1,
});

const parts = new FormData();
parts.set("reviewCycle", "PC1");
parts.set("files", plan());
