import { inArray } from "drizzle-orm";
import { type Connection, write } from "~/platform/db/db.server";
import { changesBetween, recordEvents } from "../audit.server";
import { changeRow } from "../change-row.server";
import { now } from "../clock.server";
import { claimKey, scopedIdempotencyKey } from "../idempotency.server";
import { pluralize } from "../pluralize";
import { allow, type Viewer } from "../policy";
import { Refusal } from "../refusal";
import { cities, standardComments } from "../tables.server";
import { comparableTitle } from "./standard-comment";
import type { ImportOptions } from "./standard-comment.schema.server";
import { refuseFullLibrary, type StandardComment, titleIsTaken } from "./standard-comment.server";
import { type ImportedRow, quoted, type RowProblem, readImportedRows } from "./standard-comment-file.server";

export type ImportResult = Awaited<ReturnType<typeof importStandardComments>>;

const maxListed = 20;

/** A statement has a limit of values, and each row has one for every column. */
const rowsAtOnce = 500;

/** All rows or none. A row with a present title changes it if `updatesEqual`, is left out if `keepsEqual`, else is bad. */
export async function importStandardComments(
  viewer: Viewer,
  table: string[][],
  { updatesEqual, keepsEqual, formKey }: ImportOptions & { keepsEqual?: boolean },
) {
  allow(viewer, "standard-comment.manage");
  const fileKey = scopedIdempotencyKey(formKey, viewer);
  const keyOf = ({ row }: ImportedRow) => scopedIdempotencyKey(fileKey, viewer, row);

  return write(async (tx) => {
    await claimKey(tx, "standard comment import", fileKey, { table, updatesEqual });
    const cityIds = await readCityIds(tx);
    const { rows, problems } = readImportedRows(table, (code) => cityIds.get(code.toUpperCase()));
    problems.push(...repeatedRows(rows));
    const earlier = await countAdded(tx, rows.map(keyOf));
    if (earlier > 0) return { added: earlier, updated: 0, unchanged: rows.length - earlier };
    const present = await readPresent(tx, rows);
    const taken = keepsEqual || updatesEqual ? [] : rows.filter((row) => present.has(placeOf(row.fields)));
    refuseProblems([...problems, ...taken.map(({ row }) => ({ row, problem: titleIsTaken }))]);
    const added = rows.filter(({ fields }) => !present.has(placeOf(fields)));
    await refuseFullLibrary(tx, added.length);
    const values = added.map((row) => ({ ...row.fields, idempotencyKey: keyOf(row) }));
    await insertAll(tx, viewer, values);
    const updated = keepsEqual ? 0 : await updateAll(tx, viewer, rows, present);
    return { added: added.length, updated, unchanged: rows.length - added.length - updated };
  });
}

async function readCityIds(tx: Connection) {
  const codes = await tx.select({ id: cities.id, code: cities.urban37CityCode }).from(cities);
  return new Map(codes.map(({ id, code }) => [code.toUpperCase(), id]));
}

type Fields = ImportedRow["fields"];

/** No two standard comments have the same. */
const placeOf = ({ discipline, cityId, title }: Pick<Fields, "discipline" | "cityId" | "title">) =>
  JSON.stringify([discipline, cityId ?? null, comparableTitle(title)]);

function repeatedRows(rows: ImportedRow[]): RowProblem[] {
  const firstRows = new Map<string, number>();
  return rows.flatMap(({ row, fields }) => {
    const place = placeOf(fields);
    const first = firstRows.get(place);
    firstRows.set(place, first ?? row);
    if (first === undefined) return [];
    return [{ row, problem: `Title ${quoted(fields.title)} is in row ${first} too` }];
  });
}

function refuseProblems(problems: RowProblem[]): void {
  const [first] = problems;
  if (!first) return;
  const sorted = problems.toSorted((one, other) => one.row - other.row);
  const messages = sorted.slice(0, maxListed).map(({ row, problem }) => `Row ${row}: ${problem}`);
  const others = sorted.length - messages.length;
  if (others > 0) messages.push(`And ${pluralize(others, "more problem", "more problems")}`);
  throw new Refusal(400, `${messages[0]}. Nothing was imported.`, { fields: { file: messages } });
}

/** By an earlier post of the same form. */
async function countAdded(tx: Connection, keys: (string | undefined)[]): Promise<number> {
  const sent = keys.filter((key) => key !== undefined);
  return sent.length === 0 ? 0 : tx.$count(standardComments, inArray(standardComments.idempotencyKey, sent));
}

async function readPresent(tx: Connection, rows: ImportedRow[]) {
  const { id, discipline, cityId, title } = standardComments;
  const all = await tx.select({ id, discipline, cityId, title }).from(standardComments);
  const places = new Set(rows.map(({ fields }) => placeOf(fields)));
  const ids = all.filter((comment) => places.has(placeOf(comment))).map((comment) => comment.id);
  const present = await tx.select().from(standardComments).where(inArray(standardComments.id, ids));
  return new Map(present.map((comment) => [placeOf(comment), comment]));
}

async function insertAll(tx: Connection, viewer: Viewer, values: (Fields & { idempotencyKey?: string })[]) {
  const times = { createdAt: now(), updatedAt: now() };
  for (let start = 0; start < values.length; start += rowsAtOnce) {
    const rows = values.slice(start, start + rowsAtOnce).map((row) => ({ isActive: true, ...row, ...times }));
    const created = await tx.insert(standardComments).values(rows).returning();
    const events = created.map((row) => ({ subjectId: row.id, changes: changesBetween(null, row) }));
    await recordEvents(tx, viewer, "standard-comment.created", events);
  }
}

async function updateAll(
  tx: Connection,
  viewer: Viewer,
  rows: ImportedRow[],
  present: Map<string, StandardComment>,
) {
  const events: { subjectId: number; changes: Record<string, unknown> }[] = [];
  for (const { fields } of rows) {
    const row = present.get(placeOf(fields));
    const changes = row && changesBetween(row, { ...row, ...fields });
    if (!row || !changes || Object.keys(changes).length === 0) continue;
    await changeRow(tx, standardComments, row, { ...fields });
    events.push({ subjectId: row.id, changes });
  }
  await recordEvents(tx, viewer, "standard-comment.updated", events);
  return events.length;
}
