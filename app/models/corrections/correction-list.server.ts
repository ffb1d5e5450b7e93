import { and, asc, desc, eq, or, type SQL, sql } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { jsonRows, positionIn, rowsColumn } from "~/platform/db/dialect.server";
import { contains, searchText } from "~/platform/db/text-search.server";
import { storedColumns } from "../columns";
import { type Discipline, disciplines, disciplineValues } from "../discipline";
import { foldForSearch } from "../fold-text";
import type { ReviewCycle } from "../permits/permit";
import { type Permit, visibleTo } from "../permits/permit-scope.server";
import { allow, scopeOf, type Viewer } from "../policy";
import { foundRow } from "../refusal";
import { pick } from "../shown-fields";
import { isAbout, lastChangeOf } from "../stale-row.server";
import { auditEvents, backChecks, corrections, permits } from "../tables.server";
import { isDraft, kindInList, numberOf, type Verdict, verdicts } from "./correction";
import { latestAnswer, sentAnswersColumn } from "./correction-answer.server";
import { correctionColumns } from "./correction-columns";
import type { CorrectionFilter } from "./correction-filter";
import { issuedIn } from "./correction-state.server";

/** Outside the firm, only what a letter says can be read. */
export function readableCorrections(viewer: Viewer): SQL {
  return scopeOf(viewer, "correction.read") === "all" ? sql`1 = 1` : sql`1 = 0`;
}

export type BackCheck = { reviewCycle: ReviewCycle; verdict: Verdict; remark: string | null };

const backChecksColumn = rowsColumn<BackCheck>(
  db
    .select({ rows: jsonRows(pick(backChecks, "reviewCycle", "verdict", "remark"), backChecks.id) })
    .from(backChecks)
    .where(eq(backChecks.correctionId, corrections.id)),
);

/** Null if it is as its author wrote it. */
const lastEditor = sql`(${db
  .select({ actorName: auditEvents.actorName })
  .from(auditEvents)
  .where(and(isAbout("correction", corrections.id), eq(auditEvents.action, "correction.updated")))
  .orderBy(desc(auditEvents.id))
  .limit(1)})` as SQL<string | null>;

const disciplineOrder = positionIn(sql`${disciplineValues.join(",")}`, corrections.discipline);

const inOrderOfNumbers = [asc(disciplineOrder), asc(corrections.number)];

type Range = { limit: number; offset: number };

export function listCorrections(
  viewer: Viewer,
  permit: Permit,
  filter: CorrectionFilter = {},
  range?: Range,
) {
  return readRows(viewer, conditionOf(viewer, permit, filter), range);
}

export const countCorrections = (viewer: Viewer, permit: Permit, filter: CorrectionFilter): Promise<number> =>
  Promise.resolve(db.$count(corrections, conditionOf(viewer, permit, filter)));

function conditionOf(viewer: Viewer, permit: Permit, { q, ...filter }: CorrectionFilter): SQL {
  allow(viewer, "correction.read", permit);
  const search = searchText(q);
  const { discipline, status, reviewCycle } = filter;
  const kind = kindInList(filter);
  return and(
    eq(corrections.permitId, permit.id),
    readableCorrections(viewer),
    discipline && eq(corrections.discipline, discipline),
    status && eq(corrections.status, status),
    kind && eq(corrections.kind, kind),
    reviewCycle && eq(corrections.reviewCycle, reviewCycle),
    search ? containsOrNumber(search) : undefined,
  ) as SQL;
}

/** Also finds a number such as F-3, F 3 or F3. */
function containsOrNumber(search: string): SQL {
  const [, code = "", number = ""] =
    /^([a-z]+)(\d{1,3})$/.exec(foldForSearch(search).replaceAll(" ", "")) ?? [];
  const discipline = disciplineValues.find((name) => disciplines[name].code === code.toUpperCase());
  const inText = contains([corrections.text, corrections.sheet, corrections.codeReference], search);
  if (!discipline) return inText;
  const isNumber = and(eq(corrections.discipline, discipline), eq(corrections.number, Number(number)));
  return or(inText, isNumber) as SQL;
}

export type CorrectionRow = Awaited<ReturnType<typeof readRows>>[number];

async function readRows(viewer: Viewer, where: SQL, { limit, offset }: Range = { limit: -1, offset: 0 }) {
  const rows = await db
    .select({
      correction: storedColumns(corrections, correctionColumns),
      ...pick(corrections, "number", "permitId"),
      letterId: corrections.firstLetterId,
      isOwn: sql`coalesce(${eq(corrections.authorId, viewer.id)}, false)`.mapWith(Boolean) as SQL<boolean>,
      lastEditor,
      backChecks: backChecksColumn,
      sentAnswers: sentAnswersColumn,
    })
    .from(corrections)
    .innerJoin(permits, eq(permits.id, corrections.permitId))
    .where(where)
    .orderBy(...inOrderOfNumbers)
    .limit(limit)
    .offset(offset);
  return rows.map(
    ({ correction, number, permitId, letterId, isOwn, lastEditor, backChecks, sentAnswers }) => ({
      ...correction,
      permitId,
      letterId,
      isOwn,
      lastEditor,
      number: numberOf({ discipline: correction.discipline, number }),
      /** Without the code of the discipline. */
      count: number,
      answer: latestAnswer(sentAnswers),
      backChecks,
      remarks: remarksOf(backChecks),
    }),
  );
}

export const remarksOf = (backChecks: BackCheck[]): string => backChecks.map(remarkText).join("; ");

/** Returns "PC2 not resolved: the rating is missing". */
const remarkText = ({ reviewCycle, verdict, remark }: BackCheck): string =>
  `${reviewCycle} ${verdicts[verdict].word}${remark ? `: ${remark}` : ""}`;

export async function readCorrection(viewer: Viewer, id: number): Promise<CorrectionRow> {
  allow(viewer, "correction.read");
  const isReadable = and(eq(corrections.id, id), visibleTo(viewer), readableCorrections(viewer)) as SQL;
  return foundRow(await readRows(viewer, isReadable), "Correction");
}

/** A link leads to the rest. */
const shownLength = 400;
const closedLength = 100;

const isShown = sql`${positionIn(sql`${sql.placeholder("shown")}`, sql`',' || ${corrections.discipline} || ','`)} > 0`;
const length = sql`case when not ${isShown} then 0 when ${corrections.id} = ${sql.placeholder("full")} then length(${corrections.text}) when ${corrections.status} = 'open' then ${shownLength} else ${closedLength} end`;

const findShown = db
  .select({
    ...storedColumns(corrections, correctionColumns),
    number: corrections.number,
    text: sql<string>`substr(${corrections.text}, 1, ${length})`,
    isCut: sql`length(${corrections.text}) > ${length}`.mapWith(Boolean) as SQL<boolean>,
    isShown: sql`${isShown}`.mapWith(Boolean) as SQL<boolean>,
    issuedIn,
    // Only drafts show it.
    lastEditor: sql<string | null>`case when ${corrections.firstLetterId} is null then ${lastEditor} end`,
    createdAt: corrections.createdAt,
    backChecks: backChecksColumn,
    sentAnswers: sentAnswersColumn,
  })
  .from(corrections)
  .where(eq(corrections.permitId, sql.placeholder("permitId")))
  .orderBy(...inOrderOfNumbers)
  .prepare();

export type ShownCorrection = Awaited<ReturnType<typeof readShownCorrections>>[number];

/** Those of the disciplines in `shown` have their text: its beginning, or all of the one whose id is `full`. */
export async function readShownCorrections(permit: Permit, shown: readonly Discipline[], full = -1) {
  const rows = await findShown.execute({ permitId: permit.id, shown: `,${shown.join(",")},`, full });
  return rows.map(({ sentAnswers, ...row }) => ({
    ...row,
    answer: latestAnswer(sentAnswers),
    isDraft: isDraft(row),
    isBackChecked: row.backChecks.some(({ reviewCycle }) => reviewCycle === permit.reviewCycle),
  }));
}

export async function findDeleted(viewer: Viewer, { id: permitId }: Permit, correctionId: number) {
  if (scopeOf(viewer, "correction.read") !== "all") return undefined;
  const event = await lastChangeOf(db, "correction", correctionId, "correction.deleted");
  const before = (name: string) => (event?.changes as Record<string, unknown[]> | undefined)?.[name]?.[0];
  if (!event || before("permitId") !== permitId) return undefined;
  const discipline = before("discipline") as Discipline;
  return {
    deletedBy: event.actorName,
    discipline,
    number: numberOf({ discipline, number: before("number") as number }),
  };
}
