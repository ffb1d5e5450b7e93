import { eq, getTableName, inArray, sql, type Table } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { db, rowsOf, write } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { prepareDemo } from "~/seed/demo.server";
import { allTables } from "~/testing/database";
import { eventsOf } from "~/testing/recorded-events";
import { refused } from "~/testing/refusals";
import { hasFile } from "~/testing/stored-files";
import { assign, makeCity, makeComments, makePermit, makeViewer } from "~/testing/test-rows";
import { deleteCity } from "../cities/city.server";
import { fromNow } from "../clock.server";
import { deleteEmployee } from "../employees/employee.server";
import { removeFiles } from "../files/file-removal.server";
import { storeBytes } from "../files/plan-file-store.server";
import { updatePermit } from "../permits/permit.server";
import { readPermit } from "../permits/permit-scope.server";
import { addPlanFiles } from "../permits/plan-file.server";
import type { Viewer } from "../policy";
import * as tables from "../tables.server";
import { deletePermit, emptyBin, listBin, restorePermit } from "./permit-bin.server";
import { emptiedColumns, namesOfPermitTables } from "./permit-rows.server";

vi.mock(import("../letters/letter-pdf.server"), () => import("~/testing/letter-pdf-stub"));

const day = 24 * 60 * 60 * 1000;

let administrator: Viewer;
let reviewer: Viewer;
let cityId: number;

beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  await prepareDemo();
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  cityId = (await makeCity()).id;
});

/** What a deletion and a restore add, or do not bring back. */
const changedTables = [
  tables.auditEvents,
  tables.openedPermits,
  ...[tables.binnedPermits, tables.binnedFiles, tables.binnedReviewers],
];

async function contents() {
  const rows: Record<string, string[]> = {};
  for (const table of allTables.filter((one) => !changedTables.includes(one as never)))
    rows[getTableName(table)] = (await db.select().from(table)).map((row) => JSON.stringify(row)).sort();
  return rows;
}

/** Empties the bin when a permit has been in it for a number of days. */
async function emptyBinAfter(days: number, permitId: number) {
  const binnedAt = fromNow(-days * day);
  await write((tx) =>
    tx.update(tables.binnedPermits).set({ binnedAt }).where(eq(tables.binnedPermits.permitId, permitId)),
  );
  await emptyBin();
}

test("every permit of the demo is the same after it was deleted and restored, with all counts and lists", async () => {
  const all = (await db.select({ id: tables.permits.id }).from(tables.permits)).map(({ id }) => id);
  expect(all.length).toBeGreaterThan(200);
  // PostgreSQL takes eight times as long.
  const ids = all.filter((_, index) => !isPostgres || index % 8 === 0);
  const before = await contents();
  for (const id of ids) await deletePermit(administrator, id);
  expect(await db.$count(tables.letters, inArray(tables.letters.permitId, ids))).toBe(0);
  for (const id of ids) await restorePermit(administrator, id);
  expect(await contents()).toEqual(before);
  expect(await db.$count(tables.binnedPermits)).toBe(0);
}, 60_000);

describe("the rows of a permit", () => {
  /** Triggers and later writes derive these, and what a user opened is not restored. */
  const derived = [
    "listed_plan_checks",
    "opened_permits",
    "legal_holds",
    "render_jobs",
    "staged_files",
    "unfinished_uploads",
  ];

  test.skipIf(isPostgres)(
    "are those of all tables that refer to permits, and of the rows of these",
    async () => {
      const references = await rowsOf<{ from: string; column: string; to: string; end: string }>(
        db,
        sql`select m.name as "from", k."from" as "column", k."table" as "to", k.on_delete as "end"
        from sqlite_schema m join pragma_foreign_key_list(m.name) k where m.type = 'table'`,
      );
      const tableOf = new Map(Object.entries(tables));
      const names = new Set<string>(
        namesOfPermitTables.map((name) => getTableName(tableOf.get(name) as Table)),
      );
      const belonging = references.filter(({ to, end }) => names.has(to) && end !== "SET NULL");
      expect(new Set(belonging.map(({ from }) => from).filter((name) => !derived.includes(name)))).toEqual(
        new Set([...names].filter((name) => name !== "permits")),
      );
      const emptied = references.filter(
        ({ from, to, end }) => names.has(from) && !names.has(to) && end === "SET NULL",
      );
      for (const { column, to } of emptied) {
        const columns = emptiedColumns.find(({ table }) => getTableName(table) === to)?.columns ?? [];
        expect(
          columns.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
        ).toContain(column);
      }
    },
  );
});

test("a restored permit has lost what was deleted meanwhile", async () => {
  const author = await makeViewer("city", { cityId });
  const permit = await makePermit(administrator, cityId);
  const [commentId = 0] = await makeComments(permit, author, [{ text: "See sheet A-1", isShared: true }]);
  await deletePermit(administrator, permit.id);
  await write((tx) => tx.delete(tables.users).where(eq(tables.users.id, author.id)));
  await restorePermit(administrator, permit.id);
  const [comment] = await db.select().from(tables.comments).where(eq(tables.comments.id, commentId));
  expect(comment).toMatchObject({ text: "See sheet A-1", authorId: null, authorCityId: cityId });
});

test("a number that another permit has got keeps a permit in the bin", async () => {
  const permit = await makePermit(administrator, cityId);
  await deletePermit(administrator, permit.id);
  const { urban37PermitNumber } = permit;
  const other = await makePermit(administrator, cityId, { projectName: "Other Tower" });
  await updatePermit(administrator, other.id, { urban37PermitNumber });
  expect(await refused(restorePermit(administrator, permit.id))).toEqual([
    409,
    expect.stringMatching(
      /is already used by the permit of Other Tower, .*\. Give that permit another number first\.$/,
    ),
  ]);
  expect((await listBin(administrator, {})).rows.map(({ permitId }) => permitId)).toContain(permit.id);
});

test("only administrators see and restore what is in the bin, once", async () => {
  const permit = await makePermit(administrator, cityId, { projectName: "Lost Tower" });
  await deletePermit(administrator, permit.id);
  expect((await listBin(administrator, {})).rows[0]).toMatchObject({
    permitId: permit.id,
    projectName: "Lost Tower",
    binnedByName: expect.any(String),
  });
  for (const viewer of [reviewer, await makeViewer("city", { cityId })]) {
    expect((await refused(listBin(viewer, {})))[0]).toBe(403);
    expect((await refused(restorePermit(viewer, permit.id)))[0]).toBe(403);
  }
  await restorePermit(administrator, permit.id);
  expect(await refused(restorePermit(administrator, permit.id))).toEqual([404, "Permit not found"]);
  const events = await eventsOf("permit", permit.id);
  expect(events.map(({ action }) => action).slice(-2)).toEqual(["permit.deleted", "permit.restored"]);
});

test("files stay as long as the permit is in the bin, and no longer", async () => {
  const permit = await makePermit(administrator, cityId);
  const content = await storeBytes(Buffer.from("%PDF-1.7 binned"));
  const files = [{ ...content, fileName: "plan.pdf", kind: "pdf" as const }];
  await addPlanFiles(administrator, permit.id, { reviewCycle: "PC1", files });
  await deletePermit(administrator, permit.id);
  await emptyBinAfter(29, permit.id);
  await removeFiles();
  expect(hasFile(content.fileKey)).toBe(true);
  await restorePermit(administrator, permit.id);
  await deletePermit(administrator, permit.id);
  await emptyBinAfter(31, permit.id);
  await removeFiles();
  expect(hasFile(content.fileKey)).toBe(false);
  expect((await refused(restorePermit(administrator, permit.id)))[0]).toBe(404);
  expect((await refused(readPermit(administrator, permit.id)))[0]).toBe(404);
  const events = await db
    .select()
    .from(tables.auditEvents)
    .where(eq(tables.auditEvents.action, "permit.erased"));
  expect(events).toMatchObject([{ actorName: "Nobody", subjectId: permit.id }]);
});

test("a city and a reviewer of a permit in the bin cannot be deleted", async () => {
  const city = await makeCity("Binville");
  const colleague = await makeViewer("employee", { disciplines: ["Fire"] });
  const permit = await makePermit(administrator, city.id);
  await assign(permit, colleague, "Fire");
  await deletePermit(administrator, permit.id);
  expect(await refused(deleteCity(administrator, city.id))).toEqual([
    409,
    "Binville has 1 permit in the bin on record, so it cannot be deleted.",
  ]);
  const [status] = await refused(deleteEmployee(administrator, colleague.employeeId ?? 0));
  expect(status).toBe(409);
  await emptyBinAfter(31, permit.id);
  await deleteEmployee(administrator, colleague.employeeId ?? 0);
  await deleteCity(administrator, city.id);
});
