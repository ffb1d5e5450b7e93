import { eq, or, sql } from "drizzle-orm";
import { yieldToEventLoop } from "~/platform/db/batches.server";
import { db, write } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { readAnswers } from "../answers/answer.server";
import { type EventActor, recordEvent } from "../audit.server";
import { listCityUsers } from "../cities/city-user.server";
import { type CommentRow, commentList } from "../comments/comment-list.server";
import { remarksOf } from "../corrections/correction-list.server";
import { feeList } from "../fees/fee-list.server";
import { correctionsFor } from "../letters/issued-correction.server";
import { letterKinds } from "../letters/letter";
import { findLetter, listLetters } from "../letters/letter.server";
import { permitNumberText } from "../permits/permit";
import { permitList } from "../permits/permit-list.server";
import { type Permit, readPermit } from "../permits/permit-scope.server";
import { listPlanFiles } from "../permits/plan-file.server";
import { planChecksOfPermit } from "../plan-checks/permit-plan-checks.server";
import { allow, cityRole, type Role, staffRoles, type Viewer } from "../policy";
import { notFound, nullIfNotFound } from "../refusal";
import { pick } from "../shown-fields";
import { cities } from "../tables.server";
import { archiveFolder, archiveNames } from "./archive-name";
import { type ArchivedContent, inCycleFolders, planFileContents } from "./archived-plan-files.server";

const columns = pick(cities, "id", "cityName", "urban37CityCode", "logoPath");

export type RecordsCity = Pick<typeof cities.$inferSelect, keyof typeof columns>;

/** Throws 403 and 404. */
export async function readRecordsCity(viewer: Viewer, id: number): Promise<RecordsCity> {
  allow(viewer, "city.export");
  const [city] = await db.select(columns).from(cities).where(eq(cities.id, id));
  if (!city) throw notFound("City");
  return city;
}

/** Finds a city by its id or its code, for the operator's command line, which has no viewer. */
export async function findRecordsCity(named: string): Promise<RecordsCity | undefined> {
  const isId = /^[1-9]\d{0,8}$/.test(named) ? eq(cities.id, Number(named)) : undefined;
  const isCode = eq(sql`upper(${cities.urban37CityCode})`, named.toUpperCase());
  const found = await db.select(columns).from(cities).where(or(isId, isCode));
  return found.find((id) => String(id) === named) ?? found[0];
}

const readerWith = (role: Role, cityId: number | null): Viewer => ({
  ...{ id: -1, role, cityId, employeeId: null, sessionId: null },
  ...{ email: "", firstName: null, lastName: null, profileImageUrl: null, searchesOnSlash: false },
});

/**
 * The records that a city may take along, in batches. They are read as its own users read them, but for fees and users,
 * which are of the city too and have a page for administrators only. The caller checks who asks.
 */
export function recordsOf(cityId: number) {
  const reader = readerWith(cityRole, cityId);
  const administrator = readerWith(staffRoles.administrator, null);
  return {
    permits: () => listPermits(reader),
    planChecks: () => rowsOfPermits(reader, (id) => planChecksOfPermit(reader, id)),
    corrections: () => rowsOfPermits(reader, (id) => readCorrections(reader, id)),
    letters: () => rowsOfPermits(reader, (id) => readLetters(reader, id)),
    answers: () => rowsOfPermits(reader, (id) => readCityAnswers(reader, id)),
    comments: () => rowsOfPermits(reader, (id) => readComments(reader, id)),
    planFiles: () => rowsOfPermits(reader, (id) => readPlanFiles(reader, id)),
    fees: () => feeList(administrator, cityId, { sort: "dateCharged" }).all(),
    users: () => listUsers(administrator, cityId),
    contents: () => listContents(reader),
  };
}

async function* listPermits(reader: Viewer) {
  for await (const rows of permitList(reader, { sort: "number" }).all())
    yield rows.map((row) => ({ ...row, permit: permitNumberText(row) }));
}

/** Reads the rows of one permit after another. One that is deleted meanwhile has none. */
async function* rowsOfPermits<Row extends object>(
  reader: Viewer,
  read: (permitId: number) => Promise<Row[]>,
) {
  for await (const permits of listPermits(reader))
    for (const { id, permit } of permits) {
      const rows = (await nullIfNotFound(read(id))) ?? [];
      if (rows.length > 0) yield rows.map((row) => ({ ...row, permit, permitId: id }));
      await yieldToEventLoop();
    }
}

async function readCorrections(reader: Viewer, permitId: number) {
  const issued = await correctionsFor(reader, permitId, {});
  return issued.map(({ answer, ...row }) => ({
    ...row,
    ...{ answer: answer?.text ?? null, answerSheet: answer?.sheet ?? null, answeredOn: answer?.on ?? null },
    remarks: remarksOf(row.backChecks),
  }));
}

/** To the latest letter of each cycle. */
async function readCityAnswers(reader: Viewer, permitId: number) {
  const permit = await readPermit(reader, permitId);
  const rows = [];
  for (const letter of permit.letters) {
    if (letter.supersededById !== null || !letterKinds[letter.kind].needsAnswers) continue;
    for (const { discipline, item, answer } of await readAnswers(permit, letter)) {
      if (!answer) continue;
      rows.push({
        ...pick(answer, "correctionId", "text", "sheet", "via", "sentAt", "updatedAt"),
        ...{ discipline, number: item.number, letter: letter.number, reviewCycle: letter.reviewCycle },
        // A city gets no names of employees.
        byName: answer.via === "staff" ? env.PROVIDER_NAME : answer.byName,
      });
    }
  }
  return rows;
}

async function readComments(reader: Viewer, permitId: number) {
  const rows: CommentRow[] = [];
  for await (const batch of commentList(reader, await readPermit(reader, permitId)).all())
    rows.push(...batch);
  return rows;
}

const byId = (first: { id: number }, second: { id: number }): number => first.id - second.id;

const folderOf = (permit: Permit): string => `permits/${archiveFolder(permitNumberText(permit), permit.id)}`;

async function readPlanFiles(reader: Viewer, permitId: number) {
  const permit = await readPermit(reader, permitId);
  const files = inCycleFolders(await listPlanFiles(reader, permit));
  return files.map((file) => ({ ...file, path: `${folderOf(permit)}/plans/${file.path}` }));
}

async function readLetters(reader: Viewer, permitId: number) {
  const permit = await readPermit(reader, permitId);
  const letters = (await listLetters(reader, permit)).toSorted(byId);
  const names = archiveNames(letters.map(({ number }) => `${number}.pdf`));
  return letters.map((letter, at) => ({ ...letter, path: `${folderOf(permit)}/letters/${names[at]}` }));
}

async function* listUsers(administrator: Viewer, cityId: number) {
  yield await listCityUsers(administrator, cityId);
}

/** The stored contents of plan files and letters, with their places in the archive. */
async function* listContents(reader: Viewer): AsyncGenerator<ArchivedContent> {
  for await (const files of rowsOfPermits(reader, (id) => readPlanFiles(reader, id)))
    yield* planFileContents(reader, files);
  for await (const letters of rowsOfPermits(reader, (id) => readLetters(reader, id)))
    for (const { id, path } of letters) {
      const letter = await nullIfNotFound(findLetter(reader, id));
      if (letter) yield { path, ...pick(letter, "fileKey", "sha256"), at: letter.createdAt };
    }
}

type Exported = { permits: number; files: number; problems: number; isComplete: boolean };

export const recordExport = (actor: EventActor, { id }: { id: number }, exported: Exported): Promise<void> =>
  write((tx) => recordEvent(tx, actor, "city.exported", id, exported));
