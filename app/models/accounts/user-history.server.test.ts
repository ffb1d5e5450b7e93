import { count, eq, getTableName, sql } from "drizzle-orm";
import { getTableConfig as postgresTable } from "drizzle-orm/pg-core";
import { getTableConfig as sqliteTable } from "drizzle-orm/sqlite-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { beforeCommit, type Connection, db, rehearse, write } from "~/platform/db/db.server";
import { type AnyColumn, isPostgres, type Table } from "~/platform/db/dialect.server";
import { allTables } from "~/testing/database";
import { makeCity, makeViewer } from "~/testing/test-rows";
import { recordEvents } from "../audit.server";
import { now } from "../clock.server";
import type { Viewer } from "../policy";
import { notFound } from "../refusal";
import { auditEvents, permits, users } from "../tables.server";
import { deleteInSteps, historyColumns, longHistoryOf } from "./user-history.server";

let cityId: number;
let maria: Viewer;
let otherUser: Viewer;

/** Whose rows are counted at the end of each write, and how many were left after each. */
let counted: Viewer | undefined;
let left: number[] = [];

beforeAll(async () => {
  cityId = (await makeCity()).id;
  otherUser = await makeViewer("city", { cityId });
  beforeCommit(async (tx) => {
    if (counted) left.push(await lengthOfHistory(counted, tx));
  });
});

beforeEach(async () => {
  maria = await makeViewer("city", { cityId, name: "Maria Lopez" });
  counted = undefined;
  left = [];
});

async function lengthOfHistory({ id }: Viewer, connection: Connection = db): Promise<number> {
  let length = 0;
  for (const column of historyColumns) {
    const [row] = await connection.select({ rows: count() }).from(column.table).where(eq(column, id));
    length += row?.rows ?? 0;
  }
  return length;
}

const act = (viewer: Viewer, times: number) =>
  write((tx) =>
    recordEvents(
      tx,
      viewer,
      "session.ended",
      Array.from({ length: times }, () => ({ subjectId: viewer.id, changes: {} })),
    ),
  );

let submitted = 0;
const submit = (viewer: Viewer, times: number) =>
  write((tx) =>
    tx.insert(permits).values(
      Array.from({ length: times }, () => ({
        ...{ cityId, permitCreationYear: 2026, urban37PermitNumber: `${viewer.id}-${++submitted}` },
        ...({ status: "in_process", reviewCycle: "PC1", projectType: "residential" } as const),
        ...{ creationDate: "2026-11-01", dueDate: "2026-11-11" },
        ...{ projectName: "Harbor Street", projectAddress: "1420 Harbor Street", projectDescription: "" },
        ...{ createdById: viewer.id, createdAt: now(), updatedAt: now() },
      })),
    ),
  );

/** The smallest command that deletes a user, as those of city users and employees do. */
const deleteUser = ({ id }: Viewer) =>
  deleteInSteps(async (tx) => {
    const longHistory = await longHistoryOf(tx, [id]);
    if (longHistory) return longHistory;
    const [deleted] = await tx.delete(users).where(eq(users.id, id)).returning();
    if (!deleted) throw notFound("User");
    return deleted;
  });

const isStored = async ({ id }: Viewer) => (await db.select().from(users).where(eq(users.id, id))).length > 0;

describe("a long history", () => {
  test("is emptied in many short writes, and still names the deleted user", async () => {
    await act(maria, 2500);
    await submit(maria, 650);
    await act(otherUser, 300);
    counted = maria;
    expect(await deleteUser(maria)).toMatchObject({ firstName: "Maria" });
    expect(await isStored(maria)).toBe(false);
    const emptied = left.map((rows, write) => (left[write - 1] ?? 3150) - rows);
    expect(Math.max(...emptied)).toBe(200);
    expect(emptied.filter((rows) => rows > 0)).toHaveLength(17);
    expect(left.at(-1)).toBe(0);
    expect(
      await db
        .selectDistinct({ actorId: auditEvents.actorId, actorName: auditEvents.actorName })
        .from(auditEvents)
        .where(eq(auditEvents.subjectId, maria.id)),
    ).toEqual([{ actorId: null, actorName: "Maria Lopez" }]);
    const numbers = sql`${permits.urban37PermitNumber} like ${`${maria.id}-%`}`;
    expect(
      await db
        .select({ createdById: permits.createdById, rows: count() })
        .from(permits)
        .where(numbers)
        .groupBy(permits.createdById),
    ).toEqual([{ createdById: null, rows: 650 }]);
    expect(await lengthOfHistory(otherUser)).toBe(300);
  });

  test("lets other writes in while it is emptied", async () => {
    await act(maria, 1000);
    const ended: string[] = [];
    const deletion = deleteUser(maria).then(() => ended.push("deletion"));
    await act(otherUser, 1).then(() => ended.push("other"));
    await deletion;
    expect(ended).toEqual(["other", "deletion"]);
  });

  test("is not emptied by a rehearsal", async () => {
    await act(maria, 250);
    expect(await rehearse(() => deleteUser(maria))).toBeUndefined();
    expect(await lengthOfHistory(maria)).toBe(250);
    expect(await isStored(maria)).toBe(true);
  });

  test("is emptied by two deletions at the same time, of which one finds no user", async () => {
    await act(maria, 900);
    await submit(maria, 300);
    const results = await Promise.allSettled([deleteUser(maria), deleteUser(maria)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(results).toContainEqual({ status: "rejected", reason: expect.objectContaining({ status: 404 }) });
    expect(await lengthOfHistory(maria)).toBe(0);
  });
});

test("a short history is emptied by the write that deletes the user", async () => {
  await act(maria, 120);
  await submit(maria, 80);
  counted = maria;
  await deleteUser(maria);
  expect(left).toEqual([0]);
});

test("a history is long with 201 rows of all columns and users together", async () => {
  const isLong = async (...viewers: Viewer[]) => {
    const ids = viewers.map(({ id }) => id);
    return (await longHistoryOf(db, ids)) !== undefined;
  };
  const priya = await makeViewer("city", { cityId });
  await act(maria, 150);
  await submit(maria, 50);
  expect(await isLong(maria)).toBe(false);
  await act(priya, 1);
  expect(await isLong(maria, priya)).toBe(true);
  await submit(maria, 1);
  expect(await isLong(maria)).toBe(true);
  expect(await isLong()).toBe(false);
});

/** The columns that the database would empty for a deleted user. */
function columnsEmptiedByDatabase(): AnyColumn[] {
  const configOf = (isPostgres ? postgresTable : sqliteTable) as typeof sqliteTable;
  return allTables
    .flatMap((table) => configOf(table as Table).foreignKeys)
    .filter((key) => key.onDelete === "set null")
    .map((key) => key.reference())
    .filter(({ foreignTable }) => getTableName(foreignTable) === getTableName(users))
    .flatMap(({ columns }) => columns);
}

test("a history is all columns that the database would empty for a deleted user", () => {
  const nameOf = (column: AnyColumn) => `${getTableName(column.table)}.${column.name}`;
  const names = columnsEmptiedByDatabase().map(nameOf);
  expect(names.length).toBeGreaterThan(5);
  expect(historyColumns.map(nameOf).sort()).toEqual(names.sort());
});
