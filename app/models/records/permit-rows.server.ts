import { asc, eq, inArray, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Connection } from "~/platform/db/db.server";
import type { AnyColumn } from "~/platform/db/dialect.server";
import { pick } from "../shown-fields";
import {
  assignments,
  backChecks,
  cities,
  comments,
  correctionAnswers,
  correctionNumbers,
  corrections,
  damagedLetters,
  letterPictures,
  letters,
  mailOutbox,
  markups,
  permitDisciplines,
  permits,
  planChecks,
  planFiles,
  planSets,
  sheets,
  standardComments,
  statusLinks,
  timeEntries,
  users,
  waitingThreads,
} from "../tables.server";

type Row = Record<string, unknown>;

const ofPermit = (table: { permitId: AnyColumn }) => (_: Connection, permitId: number) =>
  eq(table.permitId, permitId);

const ofRows =
  (column: AnyColumn, parents: SQLiteTable & { id: AnyColumn; permitId: AnyColumn }) =>
  (connection: Connection, permitId: number) =>
    inArray(
      column,
      connection.select({ id: parents.id }).from(parents).where(eq(parents.permitId, permitId)),
    );

type Stored = { table: SQLiteTable; order: AnyColumn; of: (connection: Connection, permitId: number) => SQL };

/** What belongs to a permit, after what it refers to. Triggers derive the rows of other tables from these. */
const storedTables = {
  permits: { table: permits, order: permits.id, of: (_, permitId) => eq(permits.id, permitId) },
  permitDisciplines: {
    table: permitDisciplines,
    order: permitDisciplines.discipline,
    of: ofPermit(permitDisciplines),
  },
  statusLinks: { table: statusLinks, order: statusLinks.id, of: ofPermit(statusLinks) },
  planChecks: { table: planChecks, order: planChecks.id, of: ofPermit(planChecks) },
  letters: { table: letters, order: letters.id, of: ofPermit(letters) },
  damagedLetters: {
    table: damagedLetters,
    order: damagedLetters.letterId,
    of: ofRows(damagedLetters.letterId, letters),
  },
  letterPictures: {
    table: letterPictures,
    order: letterPictures.id,
    of: ofRows(letterPictures.letterId, letters),
  },
  correctionNumbers: {
    table: correctionNumbers,
    order: correctionNumbers.discipline,
    of: ofPermit(correctionNumbers),
  },
  corrections: { table: corrections, order: corrections.id, of: ofPermit(corrections) },
  correctionAnswers: {
    table: correctionAnswers,
    order: correctionAnswers.id,
    of: ofRows(correctionAnswers.correctionId, corrections),
  },
  backChecks: { table: backChecks, order: backChecks.id, of: ofRows(backChecks.correctionId, corrections) },
  planFiles: { table: planFiles, order: planFiles.id, of: ofPermit(planFiles) },
  planSets: { table: planSets, order: planSets.id, of: ofPermit(planSets) },
  sheets: { table: sheets, order: sheets.id, of: ofPermit(sheets) },
  markups: { table: markups, order: markups.id, of: ofRows(markups.sheetId, sheets) },
  comments: { table: comments, order: comments.id, of: ofPermit(comments) },
  waitingThreads: { table: waitingThreads, order: waitingThreads.commentId, of: ofPermit(waitingThreads) },
  assignments: { table: assignments, order: assignments.id, of: ofPermit(assignments) },
  timeEntries: { table: timeEntries, order: timeEntries.id, of: ofPermit(timeEntries) },
} satisfies Record<string, Stored>;

type TableName = keyof typeof storedTables;

export type PermitRows = { [Name in TableName]: (typeof storedTables)[Name]["table"]["$inferSelect"][] };

export const namesOfPermitTables = Object.keys(storedTables) as TableName[];

export async function readPermitRows(tx: Connection, permitId: number): Promise<PermitRows> {
  const rows: Partial<Record<TableName, Row[]>> = {};
  for (const name of namesOfPermitTables) {
    const { table, order, of }: Stored = storedTables[name];
    rows[name] = await tx.select().from(table).where(of(tx, permitId)).orderBy(asc(order));
  }
  return rows as PermitRows;
}

/** The files that the rows have, with their hashes. */
export const filesOfPermitRows = ({ planFiles, letters, letterPictures }: PermitRows) =>
  [...planFiles, ...letters, ...letterPictures].map((row) => pick(row, "fileKey", "sha256"));

export const reviewersOfRows = ({ assignments, timeEntries }: PermitRows): number[] => [
  ...new Set([...assignments, ...timeEntries].map(({ employeeId }) => employeeId)),
];

/** What may be deleted while a permit is in the bin, and the columns that are then empty. */
export const emptiedColumns = [
  {
    table: users,
    columns: [
      "createdById",
      "releasedById",
      "byId",
      "authorId",
      "uploadedById",
      "decidedById",
      "confirmedById",
      "withdrawnById",
    ],
  },
  { table: cities, columns: ["authorCityId"] },
  { table: standardComments, columns: ["standardCommentId"] },
  { table: mailOutbox, columns: ["handOverEmailId"] },
];

/** Enough for one statement of the widest table. */
const rowsAtOnce = 500;

export async function insertPermitRows(tx: Connection, rows: PermitRows): Promise<void> {
  for (const name of namesOfPermitTables) {
    // A permit that an earlier version put in the bin has no rows of newer tables.
    const present = await withoutDeleted(tx, rows[name] ?? []);
    for (let start = 0; start < present.length; start += rowsAtOnce) {
      const some = present.slice(start, start + rowsAtOnce);
      await tx.insert(storedTables[name].table as SQLiteTable).values(some);
    }
  }
  await keepPlansWaiting(tx, rows.planFiles ?? []);
}

/** A trigger says that all plans of a later cycle wait; those of a returned resubmittal do not. */
async function keepPlansWaiting(tx: Connection, files: Row[]): Promise<void> {
  const ids = files.filter(({ awaitsCycle }) => !awaitsCycle).map(({ id }) => id as number);
  await tx.update(planFiles).set({ awaitsCycle: false }).where(inArray(planFiles.id, ids));
}

async function withoutDeleted(tx: Connection, rows: Row[]): Promise<Row[]> {
  let present = rows;
  for (const { table, columns } of emptiedColumns) {
    const ids = new Set(rows.flatMap((row) => columns.flatMap((column) => row[column] ?? [])) as number[]);
    if (ids.size === 0) continue;
    const found = await tx
      .select({ id: table.id })
      .from(table)
      .where(inArray(table.id, [...ids]));
    for (const { id } of found) ids.delete(id);
    present = present.map((row) => withEmpty(row, columns, ids));
  }
  return withoutGoneOwners(tx, present);
}

/** Private marks are gone with their owner. */
async function withoutGoneOwners(tx: Connection, rows: Row[]): Promise<Row[]> {
  const owners = [...new Set(rows.flatMap(({ ownerId }) => ownerId ?? []))] as number[];
  if (owners.length === 0) return rows;
  const found = await tx.select({ id: users.id }).from(users).where(inArray(users.id, owners));
  return rows.filter(({ ownerId }) => ownerId == null || found.some(({ id }) => id === ownerId));
}

const withEmpty = (row: Row, columns: string[], ids: Set<unknown>): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      columns.includes(name) && ids.has(value) ? null : value,
    ]),
  );
