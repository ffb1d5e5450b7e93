import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import { generatePath, RouterContextProvider } from "react-router";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { updateCity } from "~/models/cities/city.server";
import { now, today } from "~/models/clock.server";
import { createFee } from "~/models/fees/fee.server";
import { createPricing } from "~/models/fees/pricing.server";
import { storePicture } from "~/models/files/picture-store.server";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { addTimeEntry } from "~/models/hours/time-entry.server";
import { addPlanFiles, listPlanFiles } from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
import { setLegalHold } from "~/models/records/legal-hold.server";
import { deletePermit } from "~/models/records/permit-bin.server";
import { setRetention } from "~/models/records/retention.server";
import { saveView } from "~/models/saved-views/saved-view.server";
import { createStandardComment } from "~/models/standard-comments/standard-comment.server";
import * as tables from "~/models/tables.server";
import { db, write } from "~/platform/db/db.server";
import { allTables } from "./database";
import { handleInContext } from "./page-request";
import { loadedIn } from "./server-build";
import { storePlan } from "./stored-files";
import { closed, contextOf, moduleOf, responseAt, signInCookie, statusOf } from "./test-addresses";
import { addLetterPicture, issueLetter } from "./test-letters";
import {
  assign,
  makeCity,
  makeComments,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "./test-rows";
import { addPlanSet } from "./test-sheets";

/** Each mark is in all texts of its city's rows, so that a test finds any row that another city gets. */
const marks = ["Larkspur", "Quillfeather"] as const;
type Mark = (typeof marks)[number];

type Tenant = Awaited<ReturnType<typeof makeTenant>>;

let administrator: Viewer;
let tenants: Record<Mark, Tenant>;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  tenants = { Larkspur: await makeTenant("Larkspur"), Quillfeather: await makeTenant("Quillfeather") };
  await findForms();
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
  // The first file is the one in addresses and forms: a city may delete it.
  for (const uploader of [user, administrator])
    await addPlanFiles(uploader, permit.id, {
      reviewCycle: "PC1",
      files: [await storePlan(`${mark}.pdf`, mark)],
    });
  const colour = mark === "Larkspur" ? "red" : "blue";
  const { default: sharp } = await import("sharp");
  const square = { width: 8, height: 8, channels: 3, background: colour } as const;
  const logoPath = await storePicture(await sharp({ create: square }).png().toBuffer());
  await updateCity(administrator, cityId, { logoPath });
  const binned = await makePermit(administrator, cityId, texts);
  await deletePermit(administrator, binned.id);
  const fileIds = (await listPlanFiles(administrator, permit)).map(({ id }) => id);
  // The first comment is the one in addresses and forms: a city may reply to it.
  const [commentId = 0] = await makeComments(permit, reviewer, [
    { text: `${mark} shared`, isShared: true },
    { text: `${mark} internal` },
  ]);
  const waiting = { commentId, permitId: permit.id, waitsFor: "provider", since: now() } as const;
  await write((tx) => tx.insert(tables.waitingThreads).values(waiting));
  const [correctionId = 0] = await makeCorrections(permit, reviewer, [{ text: `${mark} correction` }]);
  const letter = await storeBytes(Buffer.from(`%PDF-1.7 ${mark} letter`));
  const letterId = await issueLetter(administrator, permit.id, letter);
  const worked = { discipline: "Fire", hoursWorked: 1, workDate: "2020-11-02", description: mark } as const;
  const fee = { serviceType: "review", description: mark, amount: 100, status: "pending" } as const;
  const service = { serviceName: mark, pricingType: "hourly", rate: 100, isActive: true } as const;
  const standardComment = { discipline: "Fire", kind: "note", title: mark, text: mark, cityId } as const;
  const view = { name: mark, query: `?status=hold&cityId=${cityId}&employeeId=${reviewer.employeeId}` };
  const { urban37PermitNumber: permitNumber } = permit;
  await setLegalHold(administrator, { permitNumber, reason: mark });
  await setRetention(administrator, cityId, 7);
  return {
    cityId,
    user,
    permitId: permit.id,
    assignmentId: assignment?.id ?? 0,
    logoPath,
    fileId: Math.min(...fileIds),
    correctionId,
    letterId,
    cutOut: (await addLetterPicture(letterId, `${mark} cut-out`)).sha256,
    commentId,
    sheetId: await sheetOf(permit, mark),
    entryId: (await addTimeEntry(reviewer, permit.id, worked)).id,
    employeeId: reviewer.employeeId ?? 0,
    standardCommentId: (await createStandardComment(administrator, standardComment)).id,
    feeId: (await createFee(administrator, cityId, fee)).id,
    pricingId: (await createPricing(administrator, cityId, service)).id,
    permitsViewId: (await saveView(administrator, "permits", view)).id,
    calendarViewId: (await saveView(administrator, "calendar", view)).id,
  };
}

async function sheetOf(permit: { id: number }, mark: Mark): Promise<number> {
  const { sheetIds } = await addPlanSet(permit, ["A-101"], { fileName: `${mark} set.pdf` });
  return sheetIds[0] ?? 0;
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
  sheetId: String(tenant.sheetId),
  commentId: String(tenant.commentId),
  entryId: String(tenant.entryId),
  feeId: String(tenant.feeId),
  pricingId: String(tenant.pricingId),
  employeeId: String(tenant.employeeId),
  standardCommentId: String(tenant.standardCommentId),
});

const isApi = (address: string) => address.startsWith("/api/");

/** The names of the forms in a page, by its file: the page refuses a form without a name, and looks in this table. */
const formsAt = new Map<string, string[]>();
let namesOfForms: string[] = [];

vi.mock(import("~/platform/forms/page-forms.server"), async (original) => {
  const pageForms = await original();
  const submitForm: typeof pageForms.submitForm = (sent, forms) => {
    namesOfForms = Object.keys(forms);
    return pageForms.submitForm(sent, forms);
  };
  return { ...pageForms, submitForm };
});

async function findForms() {
  const context = await contextOf(administrator);
  for (const { file, address, isDialog } of pages) {
    const { action } = await moduleOf(file);
    if (!action || isDialog) continue;
    namesOfForms = [];
    const params = paramsAt(address, tenants.Larkspur);
    await responseAt(action, address, { method: "POST", params, context, body: new FormData() });
    formsAt.set(file, namesOfForms);
  }
}

/** Returns the queries for a page: none, all ids of a city, and these with each of its forms, or with what it shows on request. */
function queriesIn(tenant: Tenant, parameters: string[] = []): string[] {
  const ids = new URLSearchParams(idsOf(tenant));
  return ["", `?${ids}`, ...parameters.map((parameter) => `?${parameter}&${ids}`)];
}

/** Returns the data of a page, or the location and body of a response, as text. */
async function textOf(response: unknown): Promise<string> {
  if (!(response instanceof Response)) return JSON.stringify(response ?? null);
  const body = await response.clone().arrayBuffer();
  return `${response.headers.get("location") ?? ""} ${Buffer.from(body).toString("latin1")}`;
}

/** Returns the data of a page and of a dialog over it, or where it leads, as text. */
async function documentAt(address: string, cookie: string) {
  const context = new RouterContextProvider();
  const response = await handleInContext(address, cookie, {}, context);
  const { loaderData, errors } = loadedIn.get(context) ?? {};
  const text = `${await textOf(response)} ${JSON.stringify([loaderData, errors])}`;
  return { status: response.status, text };
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

/** Returns the id of a city's row that a page is about. */
function pageIdAt(address: string, tenant: Tenant): string {
  const ids = idsOf(tenant);
  if (/^\/(api\/)?cit(ies|y-)|^\/records\/retention/.test(address)) return ids.cityId;
  if (address.startsWith("/letter-pictures")) return ids.letterId;
  if (/^\/(api\/)?employees/.test(address)) return ids.employeeId;
  return /^\/(api\/)?standard-comments/.test(address) ? ids.standardCommentId : ids.permitId;
}

/** The parameters of an address that leads to rows of a city. */
const paramsAt = (address: string, tenant: Tenant, id = pageIdAt(address, tenant)) => ({
  ...idsOf(tenant),
  ...{ id, cycle: "PC1", path: tenant.logoPath, token: "1", hash: tenant.cutOut, name: "thumbnail.webp" },
  viewId: String(address.startsWith("/permits") ? tenant.permitsViewId : tenant.calendarViewId),
});

/** Returns the path parameters to try: every id of the other city, over its own page and over that of the user's city. */
function pathsOf(address: string, own: Tenant, theirs: Tenant) {
  const pageIds = [pageIdAt(address, own), pageIdAt(address, theirs)];
  if (!address.includes(":id"))
    return [{ params: paramsAt(address, theirs), isPage: true, isForeign: false }];
  const ids = new Set([...pageIds, ...Object.values(idsOf(theirs))]);
  const isOfRow = /:(?!id\b)\w+Id\b/.test(address);
  const ownRow = { params: paramsAt(address, own, pageIdAt(address, theirs)), isPage: true, isForeign: true };
  return [
    ...[...ids].map((id) => ({
      params: paramsAt(address, theirs, id),
      // The id of another kind of row has no page, or one of these two pages.
      isPage: pageIds.includes(id),
      isForeign: isOfRow || id === pageIds[1],
    })),
    ...(isOfRow ? [ownRow] : []),
  ];
}

/** The month of the hours of each city. */
const month = "month=2020-11";

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

const pages = closed.filter(({ address }) => !isApi(address));

/** What has no text of a city's rows: forms and pictures, pages for oneself, and those of the demo. */
const withoutMark = [
  "/uploads/:path",
  "/sheet-pictures/:id/:hash/:name",
  "/permits/:id/sheets/:sheetId/strokes",
  "/oakvilles/permits/:id/sheets/:sheetId/strokes",
  "/staged-files",
  "/staged-files/:key",
  "/oakvilles/permits/:id/answers/one",
  "/profile",
  "/profile/two-factor",
  "/help/:page?",
  "/mail",
  "/*",
  "/permits/:id/letter",
  "/undo/:id",
];
const isMarked = ({ address }: { address: string }) =>
  !withoutMark.includes(address) && !address.startsWith("/test-");

const directions = [
  { own: marks[0], theirs: marks[1] },
  { own: marks[1], theirs: marks[0] },
];

describe.each(directions)("what a test of a user of $own proves", ({ own, theirs }) => {
  test.each(pages.filter(isMarked))(`an administrator gets ${theirs} at $address`, async ({ address }) => {
    const cookie = await signInCookie(administrator);
    const path = generatePath(address, paramsAt(address, tenants[theirs]));
    const { status, text } = await documentAt(`${path}?${month}&${queryOf(idsOf(tenants[theirs]))}`, cookie);
    expect(text).toContain(theirs);
    // What only an author may open, or only while it is a draft, is refused by its row.
    expect([200, 403, 409]).toContain(status);
  });

  test.each(pages.filter(isMarked).filter(({ address }) => address.startsWith("/oakvilles")))(
    "the user gets their own mark at $address",
    async ({ address }) => {
      const cookie = await signInCookie(tenants[own].user);
      const path = generatePath(address, paramsAt(address, tenants[own]));
      const { status, text } = await documentAt(path, cookie);
      expect(text).toContain(own);
      expect([200, 403]).toContain(status);
    },
  );
});

test("the forms of each page are found", () => {
  expect(formsAt.get("routes/portal/portal-permit.tsx")).toEqual(["comment", "settle", "city-number"]);
  expect(formsAt.get("routes/permits/permit.tsx")).toEqual(["comment", "settle", "time", "upload", "hold"]);
});

describe.each(directions)("a user of $own", ({ own, theirs }) => {
  let context: RouterContextProvider;
  let cookie: string;
  beforeAll(async () => {
    context = await contextOf(tenants[own].user);
    cookie = await signInCookie(tenants[own].user);
  });

  test.each(closed)(`gets nothing of ${theirs} at $address`, async ({ file, address, isDialog }) => {
    const { loader, default: page } = await moduleOf(file);
    if (!loader) return;
    const other = tenants[theirs];
    const shown = page && !isDialog ? ["history", "print", month, `comment=${other.commentId}`] : [];
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
      } else for (const query of queriesIn(other, isPage ? shown : [])) await read(query);
      if (isDialog && isPage) {
        const path = generatePath(address, params);
        const { text } = await documentAt(path, cookie);
        expect(text.toLowerCase(), path).not.toContain(theirs.toLowerCase());
      }
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

  test.each(closed)(`changes nothing of ${theirs} at $address`, async ({ file, address, isDialog }) => {
    const { action } = await moduleOf(file);
    if (!action) return;
    const other = tenants[theirs];
    const names = formsAt.get(file) ?? [];
    const forms = names.includes("comment") ? [...names, `comment=${other.commentId}`] : names;
    const before = rows;
    const form = formTo(other);
    for (const { params, isPage, isForeign } of pathsOf(address, tenants[own], other)) {
      const send = async (method: string, query: string, body: URLSearchParams | FormData | string) => {
        const response = await responseAt(action, address, { method, query, params, context, body });
        const at = `${method} ${address} ${params.id} ${query}`;
        // A saved form redirects with 302; 307 leads to the dialog over the city's own page.
        if (isDialog && isForeign) expect(statusOf(response), at).toBeGreaterThanOrEqual(307);
        expect((await textOf(response)).toLowerCase(), at).not.toContain(theirs.toLowerCase());
        return response;
      };
      if (isApi(address)) {
        for (const method of ["POST", "PUT", "PATCH", "DELETE"])
          await sendKnown(jsonTo(other), (fields) => send(method, "", JSON.stringify(fields)));
        await send("POST", "", parts);
      } else {
        for (const query of queriesIn(other, isPage ? forms : [])) await send("POST", query, form);
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
