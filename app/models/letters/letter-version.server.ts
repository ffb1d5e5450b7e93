import { createHash } from "node:crypto";
import { and, asc, desc, eq, getTableColumns, gt, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import { formatTime } from "../clock.server";
import { numberOf } from "../corrections/correction";
import type { Discipline } from "../discipline";
import { readPlacedSheets } from "../markups/place-list.server";
import { isBefore, type ReviewCycle, reviewCycles } from "../permits/permit";
import type { Permit } from "../permits/permit-scope.server";
import { unconfirmedSheets } from "../sheets/stored-sheets.server";
import { pick } from "../shown-fields";
import { someOf } from "../some-of";
import {
  assignments,
  auditEvents,
  cities,
  correctionAnswers,
  corrections,
  planChecks,
  planFiles,
} from "../tables.server";

type Versioned = { id: number; updatedAt: string };

export type LetterRows = {
  city: LetterCity;
  files: LetterFile[];
  sheets: { id: number; name: string }[];
  assignments: readonly Versioned[];
  corrections: readonly Versioned[];
};

/** A release expects it, to release only what was read. It begins with the latest audit event, to name changes. */
export function versionOfLetter(permit: Permit, { city, files, sheets, ...rows }: LetterRows): string {
  const { latestEvent, hasUnconfirmedSheets, ...settings } = city;
  const versions = (versioned: readonly Versioned[]) =>
    versioned.map(({ id, updatedAt }) => `${id} ${updatedAt}`).sort();
  const parts = [
    [permit.id, permit.updatedAt, permit.requiredDisciplines],
    permit.planCheck && [permit.planCheck.id, permit.planCheck.updatedAt],
    settings,
    files.map(({ id, origin, isSetAside }) => [id, origin, isSetAside]),
    sheets.map(({ id, name }) => `${id} ${name}`).sort(),
    versions(rows.assignments),
    // A back-check or a place changes the version of its correction.
    versions(rows.corrections),
  ];
  const hash = createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
  return `${latestEvent}.${hash}`;
}

export async function letterVersion(permit: Permit, connection: Connection = db): Promise<string> {
  return versionOfLetter(permit, {
    city: await readLetterCity(permit, connection),
    files: await readLetterFiles(permit, connection),
    sheets: await readPlacedSheets(permit, connection),
    assignments: await versionsIn(assignments, permit, connection),
    corrections: await versionsIn(corrections, permit, connection),
  });
}

const hashOf = (version: string) => version.slice(version.indexOf(".") + 1);

export const isSameVersion = (version: string, other: string): boolean => hashOf(version) === hashOf(other);

type LetterCity = Awaited<ReturnType<typeof readLetterCity>>;

export async function readLetterCity({ id, cityId, reviewCycle }: Permit, connection: Connection = db) {
  const note = connection
    .select({ coverNote: planChecks.coverNote })
    .from(planChecks)
    .where(and(eq(planChecks.permitId, id), eq(planChecks.reviewCycle, reviewCycle)));
  // Sent or taken back, answers change their number or the latest moment.
  const sent = connection
    .select({ state: sql`coalesce(max(${correctionAnswers.updatedAt}), '') || count(*)` })
    .from(correctionAnswers)
    .innerJoin(corrections, eq(corrections.id, correctionAnswers.correctionId))
    .where(and(eq(corrections.permitId, id), isNotNull(correctionAnswers.sentAt)));
  const latest = connection.select({ id: sql`coalesce(max(${auditEvents.id}), 0)` }).from(auditEvents);
  const [city] = await connection
    .select({
      latestEvent: sql<number>`(${latest})`,
      coverNote: sql<string | null>`(${note})`,
      hasUnconfirmedSheets: unconfirmedSheets(connection, { id, reviewCycle }),
      ...pick(cities, "cityName", "fullName", "logoPath", "letterNamesReviewers", "letterContact"),
      ...pick(cities, "managerPhone", "managerEmail", "letterCodes", "approvalWording"),
      ...pick(cities, "letterRecipients", "applicantsAnswer"),
      sentAnswers: sql<string>`(${sent})`,
    })
    .from(cities)
    .where(eq(cities.id, cityId));
  if (!city) throw new Error(`City ${cityId} does not exist`);
  return city;
}

export type LetterFile = Awaited<ReturnType<typeof readLetterFiles>>[number];

export const readLetterFiles = ({ id, reviewCycle }: Permit, connection: Connection = db) =>
  connection
    .select(
      pick(planFiles, "id", "fileName", "reviewCycle", "origin", "letterId", "isSetAside", "uploadedAt"),
    )
    .from(planFiles)
    .where(
      and(
        eq(planFiles.permitId, id),
        or(inArray(planFiles.reviewCycle, cyclesUpTo(reviewCycle)), eq(planFiles.origin, "marked_up")),
      ),
    )
    .orderBy(asc(planFiles.uploadedAt), asc(planFiles.id));

const cyclesUpTo = (current: ReviewCycle) => reviewCycles.filter((cycle) => !isBefore(current, cycle));

const versionsIn = (table: typeof assignments | typeof corrections, { id }: Permit, connection: Connection) =>
  connection.select({ id: table.id, updatedAt: table.updatedAt }).from(table).where(eq(table.permitId, id));

const maxNamed = 3;

/** Names what was changed since a version: "F-3 (Lee Tran, 2:14 PM)". Empty if no event says it. */
export async function changesSince(tx: Connection, permit: Permit, version: string): Promise<string> {
  const latest = Number.parseInt(version, 10) || 0;
  const isOfCorrection = and(
    eq(auditEvents.subject, "correction"),
    eq(corrections.id, auditEvents.subjectId),
  );
  const { discipline, number } = corrections;
  const events = await tx
    .select({ ...getTableColumns(auditEvents), discipline, number })
    .from(auditEvents)
    .leftJoin(corrections, isOfCorrection)
    .where(and(gt(auditEvents.id, latest), concerns(permit, tx)))
    .orderBy(desc(auditEvents.id))
    .limit(100);
  const named = new Map<string, string>();
  for (const { at, actorName, ...event } of events) {
    const name = nameOf(event, permit);
    if (!named.has(name)) named.set(name, `${name} (${actorName}, ${formatTime(at)})`);
  }
  return someOf([...named.values()], maxNamed);
}

function concerns({ id, cityId, planCheck }: Permit, tx: Connection): SQL {
  const written = tx.select({ id: corrections.id }).from(corrections).where(eq(corrections.permitId, id));
  const isOf = (subject: string, subjectId: number) =>
    and(eq(auditEvents.subject, subject), eq(auditEvents.subjectId, subjectId));
  return or(
    isOf("permit", id),
    isOf("city", cityId),
    planCheck ? isOf("plan-check", planCheck.id) : undefined,
    and(eq(auditEvents.subject, "correction"), inArray(auditEvents.subjectId, written)),
    // A deleted correction is only in its event.
    and(
      eq(auditEvents.action, "correction.deleted"),
      sql`${auditEvents.changes} -> 'permitId' ->> 0 = ${id}`,
    ),
  ) as SQL;
}

type ChangeEvent = Pick<typeof auditEvents.$inferSelect, "subject" | "action" | "changes"> & {
  discipline: Discipline | null;
  number: number | null;
};

function nameOf({ subject, action, changes, discipline, number }: ChangeEvent, { city }: Permit): string {
  if (discipline && number) return numberOf({ discipline, number });
  const values = changes as Record<string, never>;
  if (action === "correction.deleted") {
    return numberOf({ discipline: values.discipline?.[0], number: values.number?.[0] } as never);
  }
  if (action.startsWith("permit.assignment-")) {
    return (changes.assignment as { discipline: Discipline }).discipline;
  }
  if (action.startsWith("permit.file")) return "plan files";
  if (action.startsWith("permit.sheet")) return "the sheets";
  if (subject === "plan-check") return "the plan check";
  return subject === "city" ? `the settings of ${city.cityName}` : "the permit";
}
