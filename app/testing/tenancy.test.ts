import { eq, getTableColumns, getTableName, is, type SQL, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { RouterContextProvider } from "react-router";
import { beforeAll, describe, expect, test } from "vitest";
import { now } from "~/models/clock.server";
import { db, write } from "~/models/db.server";
import { storePicture } from "~/models/files/picture-store.server";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { addPlanFiles } from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
import * as tables from "~/models/tables.server";
import { code, namesIn, ownFile } from "./sources";
import { closed, contextOf, moduleOf, responseAt, statusOf } from "./test-addresses";
import { assign, makeCity, makePermit, makeViewer } from "./test-rows";

/** Each stands in every text of its city's rows, so that whatever of them comes through is seen. */
const marks = ["Larkspur", "Quillfeather"] as const;
type Mark = (typeof marks)[number];

type Tenant = Awaited<ReturnType<typeof makeTenant>>;

let administrator: Viewer;
let tenants: Record<Mark, Tenant>;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  tenants = { Larkspur: await makeTenant("Larkspur"), Quillfeather: await makeTenant("Quillfeather") };
});

/** A city with one of everything that is a city's. */
async function makeTenant(mark: Mark) {
  const { id: cityId } = await makeCity(mark);
  const user = await makeViewer("city", {
    cityId,
    name: `Ursula ${mark}`,
    email: `${mark}@city.test`.toLowerCase(),
  });
  const reviewer = await makeViewer("employee", { disciplines: ["Fire"], name: `Rex ${mark}` });
  const words = Object.fromEntries(
    ["cityPermitNumber", "projectName", "projectAddress", "projectDescription", "applicantName"].map(
      (name) => [name, `${mark} ${name}`],
    ),
  );
  const permit = await makePermit(administrator, cityId, words);
  const assignment = await assign(permit, reviewer, "Fire");
  const content = Buffer.from(`%PDF-1.7 ${mark}`);
  const stored = { ...(await storeBytes(content)), fileName: `${mark}.pdf`, kind: "pdf" as const };
  await addPlanFiles(administrator, permit.id, { reviewCycle: "PC1", files: [stored] });
  const colour = mark === "Larkspur" ? "red" : "blue";
  const { default: sharp } = await import("sharp");
  const square = { width: 8, height: 8, channels: 3, background: colour } as const;
  const logoPath = await storePicture(await sharp({ create: square }).png().toBuffer());
  const stamps = { createdAt: now(), updatedAt: now() };
  const shared = { permitId: permit.id, reviewCycle: "PC1" as const, ...stamps };
  const ids = await write(async (tx) => {
    await tx.update(tables.cities).set({ logoPath }).where(eq(tables.cities.id, cityId));
    const inserted = {
      file: await tx.select().from(tables.planFiles).where(eq(tables.planFiles.permitId, permit.id)),
      comment: await tx
        .insert(tables.comments)
        .values([
          // The first is the one that names ask for: a city may answer it.
          { ...shared, authorName: mark, text: `${mark} shared`, isShared: true },
          { ...shared, authorName: mark, text: `${mark} internal` },
        ])
        .returning(),
      entry: await tx
        .insert(tables.timeEntries)
        .values({
          ...shared,
          employeeId: reviewer.employeeId ?? 0,
          discipline: "Fire",
          quarterHours: 4,
          workDate: "2026-11-02",
          description: mark,
        })
        .returning(),
      fee: await tx
        .insert(tables.cityFees)
        .values({
          cityId,
          serviceType: "review",
          description: mark,
          amountCents: 100,
          status: "pending",
          dateCharged: "2026-11-02",
          ...stamps,
        })
        .returning(),
      pricing: await tx
        .insert(tables.cityPricing)
        .values({ cityId, serviceName: mark, pricingType: "hourly", rate: 100, ...stamps })
        .returning(),
    };
    return Object.fromEntries(Object.entries(inserted).map(([name, [row]]) => [name, row?.id ?? 0]));
  });
  return { cityId, user, reviewer, permitId: permit.id, assignmentId: assignment?.id ?? 0, logoPath, ids };
}

/** Every name by which an address or a form might ask for something of a city's. */
const namesOf = ({ cityId, user, permitId, assignmentId, ids }: Tenant) => ({
  id: String(permitId),
  cityId: String(cityId),
  permitId: String(permitId),
  assignmentId: String(assignmentId),
  userId: String(user.id),
  fileId: String(ids.file),
  commentId: String(ids.comment),
  entryId: String(ids.entry),
  feeId: String(ids.fee),
  pricingId: String(ids.pricing),
});

const isCall = (address: string) => address.startsWith("/api/");

const texts = new Map(code.map(({ path, text }) => [path, text]));

/** Every dialog that the sources know, and every form. */
const dialogs = [
  ...new Set(
    [...texts.values()]
      .flatMap((text) => [...text.matchAll(/[?&]dialog=([a-z-]+)|case "([a-z-]+)"/g)])
      .map(([, asked, known]) => asked ?? known ?? ""),
  ),
];
const forms = ["edit", "upload", "status", "notes", "comment", "time", "logo", "activate", "deactivate"];

/** A source with all that it imports of ours. */
function wholeSource(file: string, seen = new Set<string>()): string {
  const source = seen.has(file) ? undefined : texts.get(file);
  if (source === undefined) return "";
  seen.add(file);
  const imported = namesIn(source)
    .flatMap((name) => ownFile(file, name) ?? [])
    .flatMap((path) => [path, `${path}.ts`, `${path}.tsx`]);
  return source + imported.map((each) => wholeSource(each, seen)).join("");
}

/** What opens the forms and dialogs of a page: no word is of use to it that its sources do not have. */
const openedAt = new Map(
  closed.map(({ file }) => {
    const source = wholeSource(file);
    const isKnown = (word: string) => source.includes(`"${word}"`) || source.includes(`dialog=${word}`);
    return [file, [...forms.filter(isKnown), ...dialogs.filter(isKnown).map((name) => `dialog=${name}`)]];
  }),
);

/** What follows the `?` of an address, with all that there is of a city's named. */
function queriesOf(tenant: Tenant, opened: string[] = []): string[] {
  const names = new URLSearchParams(namesOf(tenant));
  const answers = opened.includes("comment") ? [`comment=${tenant.ids.comment}`] : [];
  return ["", `?${names}`, ...[...opened, ...answers].map((form) => `?${form}&${names}`)];
}

/** What an answer would put into a page or send as its body. */
async function textOf(response: unknown): Promise<string> {
  if (!(response instanceof Response)) return JSON.stringify(response ?? null);
  const body = await response.clone().arrayBuffer();
  return `${response.headers.get("location") ?? ""} ${Buffer.from(body).toString("latin1")}`;
}

type Fields = Record<string, unknown>;

/** Sends all of these to a call, and again without those that it refuses by name, until it takes the rest. */
async function sendKnown(all: Fields, send: (fields: Fields) => Promise<unknown>): Promise<void> {
  const response = await send(all);
  if (!(response instanceof Response) || response.status !== 400) return;
  const { fields = {} } = (await response.clone().json()) as { fields?: object };
  const refused = Object.keys(fields).map((name) => name.replace(/[.[].*/, ""));
  const known = Object.entries(all).filter(([name]) => !refused.includes(name));
  if (known.length < Object.keys(all).length) await sendKnown(Object.fromEntries(known), send);
}

/** What stands in a path: the own page, from which theirs is asked for, and every id of theirs. */
function pathsOf(address: string, own: Tenant, theirs: Tenant) {
  const named = (tenant: Tenant) => namesOf(tenant)[address.includes("/cities/") ? "cityId" : "permitId"];
  const kind = [named(own), named(theirs)];
  const ids = address.includes(":id") ? new Set([...kind, ...Object.values(namesOf(theirs))]) : ["1"];
  // A number of another kind stands for no page, or for one of these two.
  return [...ids].map((id) => ({
    params: { id, path: theirs.logoPath, token: "1" },
    isPage: !address.includes(":id") || kind.includes(id),
  }));
}

const queryOf = (names: Fields) => new URLSearchParams(names as Record<string, string>);

/** All that stands in the database of a city's. */
async function rowsOf(tenant: Tenant): Promise<string> {
  const all = Object.values(tables).filter((table) => is(table, SQLiteTable)) as unknown as SQLiteTable[];
  const rows = [];
  for (const table of all) {
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

test("the sources of a page tell of its forms and dialogs", () => {
  const opened = openedAt.get("routes/portal/_portal.oakvilles.permits.$id.tsx");
  expect(opened).toEqual(expect.arrayContaining(["upload", "dialog=upload", "dialog=delete-file"]));
  expect(opened).not.toContain("dialog=mark-paid");
});

const directions = [
  { own: marks[0], theirs: marks[1] },
  { own: marks[1], theirs: marks[0] },
];

describe.each(directions)("of $theirs, a user of $own", ({ own, theirs }) => {
  let context: RouterContextProvider;
  beforeAll(async () => {
    context = await contextOf(tenants[own].user);
  });

  test("would see the marks if they might", async () => {
    const { loader } = await moduleOf("routes/staff/_staff.permits.$id.tsx");
    if (!loader) throw new Error("No loader");
    const params = { id: String(tenants[theirs].permitId) };
    const asked = { params, context: await contextOf(administrator) };
    expect(await textOf(await responseAt(loader, "/permits/:id", asked))).toContain(theirs);
  });

  test.each(closed)("sees nothing at $address", async ({ file, address }) => {
    const { loader, default: page } = await moduleOf(file);
    if (!loader) return;
    const other = tenants[theirs];
    const opened = page ? openedAt.get(file) : [];
    for (const { params, isPage } of pathsOf(address, tenants[own], other)) {
      const look = async (query: string) => {
        const response = await responseAt(loader, address, { query, params, context });
        const at = `${address} ${params.id} ${query}`;
        expect((await textOf(response)).toLowerCase(), at).not.toContain(theirs.toLowerCase());
        return response;
      };
      if (isCall(address)) {
        await look("");
        await sendKnown(namesOf(other), (names) => look(`?${queryOf(names)}`));
      } else for (const query of queriesOf(other, isPage ? opened : [])) await look(query);
    }
  });
});

// After all reading: a user may change what is their own, and the marks with it.
describe.each(directions)("of $theirs, a user of $own", ({ own, theirs }) => {
  let context: RouterContextProvider;
  let rows: string;
  beforeAll(async () => {
    context = await contextOf(tenants[own].user);
    rows = await rowsOf(tenants[theirs]);
  });

  test.each(closed)("changes nothing at $address", async ({ file, address }) => {
    const { action, default: page } = await moduleOf(file);
    if (!action) return;
    const other = tenants[theirs];
    const opened = page ? openedAt.get(file) : [];
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
      if (isCall(address)) {
        for (const method of ["POST", "PUT", "PATCH", "DELETE"])
          await sendKnown(jsonTo(other), (fields) => send(method, "", JSON.stringify(fields)));
        await send("POST", "", parts);
      } else {
        for (const query of queriesOf(other, isPage ? opened : [])) await send("POST", query, form);
        // Refused whatever the query, as access.test.ts proves.
        for (const method of ["PUT", "PATCH", "DELETE"]) await send(method, "", form);
      }
    }
    rows = await rowsOf(other);
    expect(rows).toBe(before);
  });
});

/** What the forms of all pages ask for, filled in well enough to pass. */
const filled = {
  confirmation: "delete",
  comment: "Something",
  text: "Something",
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
  email: "somebody@city.test",
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
  for (const [name, value] of Object.entries({ ...namesOf(tenant), ...filled })) form.set(name, value);
  form.set("files", plan());
  return form;
}

/** The same as a program sends it. */
const jsonTo = (tenant: Tenant): Fields => ({
  ...filled,
  ...Object.fromEntries(Object.entries(namesOf(tenant)).map(([name, id]) => [name, Number(id)])),
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
