import { and, count, eq, gt } from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import { logLine } from "~/platform/log.server";
import { daysAfter, now } from "../clock.server";
import { planFileStore } from "../files/file-store.server";
import type { OpenedPdf, PdfFacts, ReadPage } from "../pdf/pdf-task";
import { renderPdf } from "../pdf/render-children.server";
import { planSets, renderJobs, sheets } from "../tables.server";
import { beginTurn, triedTwice } from "./job-turn.server";
import { fillTextsOf } from "./placed-sheet-text.server";
import {
  type Findings,
  guessKind,
  isLarge,
  maxSheetsOfPermit,
  noFindings,
  type PlanSetRefusal,
} from "./plan-set";
import type { ClaimedJob, Settle } from "./render-jobs.server";
import { type RenderTask, renderTasks } from "./render-task";
import type { NumberSource } from "./sheet";
import { numberFromBookmark, numberFromLabel } from "./title-block";

const order = renderTasks.check;

/** Opens a file, and then reads its pages one after another. */
export async function checkPlanSet(job: ClaimedJob, settle: Settle): Promise<void> {
  if (job.set.state === "waiting") await openFile(job, settle);
  else await readPages(job, settle);
}

const pathOf = ({ file }: ClaimedJob): string => planFileStore.pathIn(file.fileKey);

async function openFile(job: ClaimedJob, settle: Settle): Promise<void> {
  const opened =
    (await triedTwice(() => renderPdf({ kind: "open", path: pathOf(job) }, order))) ?? unreadable;
  await settle(async (tx) => {
    const refusal = "refusal" in opened ? opened.refusal : await refusalOfMany(tx, job, opened);
    if (refusal) {
      logLine(`plan file ${job.file.id} has no sheets: ${refusal}`);
      await tx
        .update(planSets)
        .set({ state: "refused", refusal, updatedAt: now() })
        .where(eq(planSets.id, job.set.id));
      return "done";
    }
    await addSheets(tx, job, opened as PdfFacts);
    return {};
  });
}

const unreadable: OpenedPdf = { refusal: "unreadable" };

async function refusalOfMany(
  tx: Connection,
  { set }: ClaimedJob,
  { pages }: PdfFacts,
): Promise<PlanSetRefusal | null> {
  const [present] = await tx.select({ count: count() }).from(sheets).where(eq(sheets.permitId, set.permitId));
  return (present?.count ?? 0) + pages.length > maxSheetsOfPermit ? "tooManySheets" : null;
}

const sheetsAtOnce = 100;

async function addSheets(tx: Connection, { set }: ClaimedJob, facts: PdfFacts): Promise<void> {
  const { pages, signatures, hasScripts, hasAttachments } = facts;
  const rows = pages.map(({ width, height, label, bookmark }, index) => ({
    ...{ planSetId: set.id, permitId: set.permitId, page: index + 1, updatedAt: now() },
    ...{ width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) },
    ...namedBy(label, bookmark),
  }));
  for (let start = 0; start < rows.length; start += sheetsAtOnce) {
    await tx.insert(sheets).values(rows.slice(start, start + sheetsAtOnce));
  }
  const largePages = pages.flatMap((page, index) => (isLarge(page) ? [index + 1] : []));
  const findings: Findings = { ...noFindings, signatures, hasScripts, hasAttachments, largePages };
  await tx
    .update(planSets)
    .set({ state: "checking", kind: guessKind(pages), findings, updatedAt: now() })
    .where(eq(planSets.id, set.id));
}

type Named = { number: string; title: string | null; numberSource: NumberSource } | Record<string, never>;

function namedBy(label: string, bookmark: string): Named {
  const [byLabel, byBookmark] = [numberFromLabel(label), numberFromBookmark(bookmark)];
  if (byLabel)
    return { ...byLabel, title: byLabel.title ?? byBookmark?.title ?? null, numberSource: "label" };
  return byBookmark ? { ...byBookmark, numberSource: "bookmark" } : {};
}

async function readPages(job: ClaimedJob, settle: Settle): Promise<void> {
  const { set, pagesDone } = job;
  const pages = await pagesAfter(job);
  const goesOn = beginTurn();
  const read: { id: number; page: number; text: ReadPage | null }[] = [];
  for (const { id, page } of pages) {
    if (!goesOn()) break;
    const text = await triedTwice(() =>
      renderPdf({ kind: "read", path: pathOf(job), page: page - 1 }, order),
    );
    read.push({ id, page, text });
  }
  await settle(async (tx) => {
    const findings = read.reduce(findingsWith, set.findings ?? noFindings);
    for (const { id, text } of read) await nameSheet(tx, id, text);
    const readIds = read.map(({ id }) => id);
    await fillTextsOf(tx, null, readIds);
    const isDone = read.length === pages.length;
    await tx
      .update(planSets)
      .set({ findings, updatedAt: now(), ...(isDone && { state: "ready" }) })
      .where(eq(planSets.id, set.id));
    if (!isDone) return { pagesDone: pagesDone + read.length };
    await queueNext(tx, job);
    return "done";
  });
}

const pagesAfter = ({ set, pagesDone }: ClaimedJob) =>
  db
    .select({ id: sheets.id, page: sheets.page })
    .from(sheets)
    .where(and(eq(sheets.planSetId, set.id), gt(sheets.page, pagesDone)))
    .orderBy(sheets.page);

const maxFonts = 20;

function findingsWith(findings: Findings, { page, text }: { page: number; text: ReadPage | null }): Findings {
  const added = (pages: number[], isOne: boolean) => (isOne ? [...pages, page] : pages);
  return {
    ...findings,
    missingFonts: [...new Set([...findings.missingFonts, ...(text?.missingFonts ?? [])])].slice(0, maxFonts),
    scannedPages: added(findings.scannedPages, text?.isScan ?? false),
    sidewaysPages: added(findings.sidewaysPages, text?.isSideways ?? false),
    unreadPages: added(findings.unreadPages, text === null),
  };
}

async function nameSheet(tx: Connection, id: number, text: ReadPage | null): Promise<void> {
  if (text === null) await tx.update(sheets).set({ cannotBeShown: true }).where(eq(sheets.id, id));
  const found = text?.titleBlock;
  if (!found) return;
  const [sheet] = await tx.select().from(sheets).where(eq(sheets.id, id));
  if (!sheet || sheet.numberSource === "person") return;
  if (sheet.number === null) {
    const { number, title } = found;
    await tx.update(sheets).set({ number, title, numberSource: "text" }).where(eq(sheets.id, id));
  } else if (sheet.title === null && found.number === sheet.number) {
    await tx.update(sheets).set({ title: found.title }).where(eq(sheets.id, id));
  }
}

/** Pictures of files that were there before are drawn when somebody looks at them. */
const daysOfNewFiles = 7;

async function queueNext(tx: Connection, { set, file }: ClaimedJob): Promise<void> {
  const isNew = daysAfter(file.uploadedAt, daysOfNewFiles) > now();
  await queueJobs(tx, set.id, isNew ? ["draw", "compare"] : ["compare"]);
}

async function queueJobs(tx: Connection, planSetId: number, tasks: RenderTask[]): Promise<void> {
  const rows = tasks.map((task) => ({ planSetId, task, ...renderTasks[task], dueAt: now() }));
  await tx.insert(renderJobs).values(rows).onConflictDoNothing();
}

/** Call after a number or the place of a sheet has changed: what it is compared with may be another sheet now. */
export async function queueComparisons(tx: Connection, permitId: number): Promise<void> {
  const sets = await tx
    .select({ id: planSets.id })
    .from(planSets)
    .where(and(eq(planSets.permitId, permitId), eq(planSets.state, "ready"), eq(planSets.kind, "drawings")));
  for (const { id } of sets) await queueJobs(tx, id, ["compare"]);
}
