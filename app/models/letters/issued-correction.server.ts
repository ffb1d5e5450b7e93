import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import { yieldToEventLoop } from "~/platform/db/batches.server";
import { db } from "~/platform/db/db.server";
import { type CorrectionKind, kindInList } from "../corrections/correction";
import type { CorrectionFilter } from "../corrections/correction-filter";
import {
  type BackCheck,
  type CorrectionRow,
  listCorrections,
  readCorrection,
} from "../corrections/correction-list.server";
import { byDiscipline, type Discipline } from "../discipline";
import { type Permit, readPermit, visibleTo } from "../permits/permit-scope.server";
import { allow, scopeOf, type Viewer } from "../policy";
import { notFound } from "../refusal";
import { pick } from "../shown-fields";
import { corrections, letters, permits } from "../tables.server";
import type { LetterContent, LetterItem, LetterPlace } from "./letter";

export type IssuedCorrection = Omit<
  CorrectionRow,
  "count" | "remarks" | "authorName" | "lastEditor" | "isOwn"
> & {
  /** Whether the viewer has written it; only within the firm. */
  isOwn?: boolean;
  /** As the letter has them. */
  places?: LetterPlace[];
};

/** `asCity` reads what the letters say, also for the firm. */
export async function correctionsFor(
  viewer: Viewer,
  permitId: number,
  filter: CorrectionFilter,
  { asCity = false } = {},
): Promise<IssuedCorrection[]> {
  const permit = await readPermit(viewer, permitId);
  const isOfFirm = scopeOf(viewer, "correction.read") === "all";
  if (isOfFirm && !asCity) return listCorrections(viewer, permit, filter);
  allow(viewer, "correction.read", permit);
  return (await issuedCorrections(permit)).filter((row) => matches(row, filter));
}

export async function correctionFor(viewer: Viewer, id: number): Promise<IssuedCorrection> {
  if (scopeOf(viewer, "correction.read") === "all") return readCorrection(viewer, id);
  allow(viewer, "correction.read");
  const [row] = await db
    .select({ permitId: corrections.permitId })
    .from(corrections)
    .innerJoin(permits, eq(permits.id, corrections.permitId))
    // A draft takes no longer than an unknown id: its city must not know that it exists.
    .where(and(eq(corrections.id, id), isNotNull(corrections.firstLetterId), visibleTo(viewer)));
  const issued = row ? await issuedCorrections(await readPermit(viewer, row.permitId)) : [];
  const correction = issued.find((candidate) => candidate.id === id);
  if (!correction) throw notFound("Correction");
  return correction;
}

function matches(
  row: IssuedCorrection,
  { discipline, status, kind, reviewCycle }: CorrectionFilter,
): boolean {
  const wanted = { discipline, status, kind: kindInList({ status, kind }), reviewCycle };
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  return names.every((name) => !wanted[name] || row[name] === wanted[name]);
}

/** Returns corrections by their ids, in that order, as the letters in the viewer's scope say them. */
export async function issuedCorrectionsById(viewer: Viewer, ids: number[]): Promise<IssuedCorrection[]> {
  allow(viewer, "correction.read");
  if (ids.length === 0) return [];
  const rows = await db
    .selectDistinct({ permitId: corrections.permitId })
    .from(corrections)
    .innerJoin(permits, eq(permits.id, corrections.permitId))
    .where(and(inArray(corrections.id, ids), isNotNull(corrections.firstLetterId), visibleTo(viewer)));
  const letters = await lettersOf(rows.map(({ permitId }) => permitId));
  const issued: IssuedCorrection[] = [];
  for (const rows of letters.values()) issued.push(...(await correctionsIn(rows)));
  return ids.flatMap((id) => issued.find((correction) => correction.id === id) ?? []);
}

async function issuedCorrections({ id }: Permit): Promise<IssuedCorrection[]> {
  return correctionsIn((await lettersOf([id])).get(id) ?? []);
}

type LetterRow = Pick<
  typeof letters.$inferSelect,
  "id" | "permitId" | "createdAt" | "supersededById" | "content"
>;

/** Of each permit, the earliest first. */
async function lettersOf(permitIds: number[]): Promise<Map<number, LetterRow[]>> {
  const rows = await db
    .select(pick(letters, "id", "permitId", "createdAt", "supersededById", "content"))
    .from(letters)
    .where(inArray(letters.permitId, permitIds))
    .orderBy(asc(letters.id));
  return Map.groupBy(rows, ({ permitId }) => permitId);
}

async function correctionsIn(rows: LetterRow[]): Promise<IssuedCorrection[]> {
  const issued = new Map<string, IssuedCorrection>();
  const said = new Set<string>();
  for (const { id, permitId, createdAt, supersededById, ...letter } of rows) {
    await yieldToEventLoop();
    const content = JSON.parse(letter.content) as LetterContent;
    // A superseded letter is only read for the texts of what its successor closes, by number.
    const isValid = supersededById === null;
    for (const row of entriesOf(content, { permitId, letterId: id, updatedAt: createdAt })) {
      const earlier = issued.get(row.number);
      const backChecks = [...(earlier?.backChecks ?? []), ...(isValid ? row.backChecks : [])];
      issued.set(row.number, { ...row, letterId: earlier?.letterId ?? id, backChecks });
      if (isValid) said.add(row.number);
    }
    for (const row of closingsOf(content)) {
      const earlier = issued.get(row.number);
      if (!earlier || !isValid) continue;
      const backChecks = [...earlier.backChecks, row.backCheck];
      issued.set(row.number, { ...earlier, status: row.status, backChecks, updatedAt: createdAt });
      said.add(row.number);
    }
  }
  return [...issued.values()].filter(({ number }) => said.has(number)).sort(byNumber);
}

const countIn = (number: string) => Number(number.slice(number.indexOf("-") + 1));

const byNumber = (first: IssuedCorrection, second: IssuedCorrection) =>
  byDiscipline(first.discipline, second.discipline) || countIn(first.number) - countIn(second.number);

type OfLetter = { permitId: number; letterId: number; updatedAt: string };

function entriesOf({ cycle, disciplines: rows }: LetterContent, of: OfLetter): IssuedCorrection[] {
  const entry = (discipline: Discipline, kind: CorrectionKind) => (item: LetterItem) => ({
    ...of,
    ...pick(item, "id", "number", "sheet", "text", "newReason", "places", "answer"),
    ...{ discipline, kind, codeReference: item.code, reviewCycle: item.cycle },
    status: "open" as const,
    backChecks: item.verdict
      ? [{ reviewCycle: cycle, verdict: item.verdict, remark: item.remark }]
      : ([] as BackCheck[]),
  });
  return rows.flatMap(({ discipline, open, added, conditions, notes }) => [
    ...[...open, ...added].map(entry(discipline, "correction")),
    ...conditions.map(entry(discipline, "condition")),
    ...notes.map(entry(discipline, "note")),
  ]);
}

const closingsOf = ({ cycle, disciplines: rows }: LetterContent) =>
  rows
    .flatMap(({ resolved, withdrawn }) => [
      ...resolved.map((number) => ({ number, status: "resolved" as const, remark: null })),
      ...withdrawn.map((row) => ({ ...row, status: "withdrawn" as const })),
    ])
    .map(({ number, status, remark }) => ({
      ...{ number, status },
      backCheck: { reviewCycle: cycle, verdict: status, remark },
    }));
