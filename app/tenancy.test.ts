import { eq, getTableColumns, getTableName, is, type SQL, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeAll, describe, expect, test } from "vitest";
import { now } from "./models/clock.server";
import { db, write } from "./models/db.server";
import { storePicture } from "./models/picture-store.server";
import { addPlanFiles } from "./models/plan-file.server";
import { storeBytes } from "./models/plan-file-store.server";
import type { Viewer } from "./models/policy";
import * as tables from "./models/tables.server";
import { assign, makeCity, makePermit, makeViewer } from "./models/test-rows";
import { answerAt, contextOf, leaves, moduleOf, open, statusOf } from "./test-addresses";

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
          { ...shared, authorName: mark, text: `${mark} internal` },
          { ...shared, authorName: mark, text: `${mark} shared`, isShared: true },
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

/** The ids that may stand for `:id` in an address, each kind's own. */
const idsOf = (tenant: Tenant) => [...new Set(Object.values(namesOf(tenant)))];

/** What follows the `?` of an address: every dialog and every form that the sources know. */
const dialogs = [
  ...new Set(
    Object.values(import.meta.glob("./**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true }))
      .map(String)
      .flatMap((source) => [...source.matchAll(/[?&]dialog=([a-z-]+)|case "([a-z-]+)"/g)])
      .map(([, asked, known]) => asked ?? known),
  ),
];
const queriesOf = (tenant: Tenant) => {
  const names = new URLSearchParams(namesOf(tenant));
  const forms = ["edit", "upload", "status", "notes", "comment", "time", "logo", "activate", "deactivate"];
  return [
    `?${names}`,
    ...forms.map((form) => `?${form}&${names}`),
    ...dialogs.map((dialog) => `?dialog=${dialog}&${names}`),
  ];
};

/** What an answer would put into a page or send as its body. */
async function textOf(answer: unknown): Promise<string> {
  if (!(answer instanceof Response)) return JSON.stringify(answer ?? null);
  const body = await answer.clone().arrayBuffer();
  return `${answer.headers.get("location") ?? ""} ${Buffer.from(body).toString("latin1")}`;
}

const closed = leaves.filter(({ address }) => !open.has(address));
const withIds = (address: string, tenant: Tenant) =>
  /:id/.test(address)
    ? idsOf(tenant).map((id) => ({ id, path: tenant.logoPath, token: "1" }))
    : [{ id: "1", path: tenant.logoPath, token: "1" }];

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

test("the sources tell of their dialogs", () => expect(dialogs).toContain("delete-file"));

const directions = [
  { own: marks[0], theirs: marks[1] },
  { own: marks[1], theirs: marks[0] },
];

describe.each(directions)("of $theirs, a user of $own", ({ own, theirs }) => {
  test("would see the marks if they might", async () => {
    const context = await contextOf(administrator);
    const { loader } = await moduleOf("routes/staff/_staff.permits.$id.tsx");
    if (!loader) throw new Error("No loader");
    const params = { id: String(tenants[theirs].permitId) };
    const answer = await answerAt(loader, "/permits/:id", { params, context });
    expect(await textOf(answer)).toContain(theirs);
  });

  test.each(closed)("sees nothing at $address", async ({ file, address }) => {
    const { loader } = await moduleOf(file);
    if (!loader) return;
    const other = tenants[theirs];
    const context = await contextOf(tenants[own].user);
    for (const params of withIds(address, other)) {
      for (const query of ["", ...queriesOf(other)]) {
        const answer = await answerAt(loader, address, { query, params, context });
        const at = `${address} ${params.id} ${query}`;
        expect((await textOf(answer)).toLowerCase(), at).not.toContain(theirs.toLowerCase());
      }
    }
  });
});

// After all reading: a user may change what is their own, and the marks with it.
describe.each(directions)("of $theirs, a user of $own", ({ own, theirs }) => {
  test.each(closed)("changes nothing at $address", async ({ file, address }) => {
    const { action } = await moduleOf(file);
    if (!action) return;
    const other = tenants[theirs];
    const before = await rowsOf(other);
    const context = await contextOf(tenants[own].user);
    const typed = { ...namesOf(other), ...filled };
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      for (const params of withIds(address, other)) {
        for (const query of ["", ...queriesOf(other)]) {
          const answer = await answerAt(action, address, {
            method,
            query,
            params,
            context,
            body: address.startsWith("/api/") ? JSON.stringify(typed) : new URLSearchParams(typed),
          });
          const at = `${method} ${address} ${params.id} ${query}`;
          expect(statusOf(answer), at).toBeGreaterThanOrEqual(200);
          expect((await textOf(answer)).toLowerCase(), at).not.toContain(theirs.toLowerCase());
        }
      }
    }
    expect(await rowsOf(other)).toBe(before);
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
