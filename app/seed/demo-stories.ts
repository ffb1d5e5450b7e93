import { type CalendarDate, formatDate } from "~/models/calendar-date";
import { momentOn } from "./demo-calendar";
import { clearNotes } from "./demo-data";
import type { DemoDiscipline } from "./demo-disciplines";
import { isDemoUser } from "./demo-first-pages";
import type { DemoPeople, DemoUser } from "./demo-people";
import type { DemoCycle, DemoPermit } from "./demo-permits";
import { itemAt, type Random, randomFrom } from "./demo-random";
import type { DemoReview } from "./demo-reviews";
import { addComment, type CommentRow, isClear, type TimeEntryRow, type TimeSheet } from "./demo-rows";
import {
  backCheckWork,
  completenessWork,
  type DemoFinding,
  type DemoLine,
  endings,
  findings,
  firstReviewWork,
  internalThreads,
  openings,
  remainingCorrection,
  resubmittals,
  settledReplies,
  unassignedOpening,
} from "./demo-story-data";

/** A permit with more reviews has less text in each, so that its page loads as fast as the others. */
const maxDetailedReviews = 4;
const listFormat = new Intl.ListFormat("en-US");

type StoryContext = {
  people: DemoPeople;
  days: CalendarDate[];
  random: Random;
  comments: CommentRow[];
  timeEntries: TimeEntryRow[];
  timeSheet: TimeSheet;
};

/**
 * Writes a story for each top permit: a review begins with a finding that matches the project, the city
 * replies, and the next cycle checks the correction. The logged hours match the reviews, and each discipline
 * has the same reviewer in all cycles. The reviews of the other permits are returned unchanged.
 */
export function writeStories(
  topPermits: DemoPermit[],
  reviews: DemoReview[],
  people: DemoPeople,
  days: CalendarDate[],
  timeSheet: TimeSheet,
) {
  const random = randomFrom(53);
  const context: StoryContext = { people, days, random, comments: [], timeEntries: [], timeSheet };
  const nextFinding = createFindingPicker();
  const rewritten = new Map<number, DemoReview>();
  for (const [index, permit] of topPermits.entries()) {
    const originals = reviews.filter((review) => review.permit === permit);
    const findingOf = new Map(
      permit.requiredDisciplines.map((discipline) => [discipline, nextFinding(permit, discipline)]),
    );
    const ownReviews = originals.map((review) => rewriteReview(review, originals, findingOf, days));
    for (const review of ownReviews) {
      rewritten.set(review.row.id, review);
      logHours(review, context);
    }
    addDiscussion({ permit, reviews: ownReviews, findingOf, index }, context);
  }
  return {
    reviews: reviews.map((review) => rewritten.get(review.row.id) ?? review),
    comments: context.comments,
    timeEntries: context.timeEntries,
  };
}

type FindingByDiscipline = Map<DemoDiscipline, DemoFinding | undefined>;

/** Picks for each permit and discipline the matching finding that was used least often. */
function createFindingPicker() {
  const uses = new Map<DemoFinding, number>();
  return ({ row }: DemoPermit, discipline: DemoDiscipline): DemoFinding | undefined => {
    const usesOf = (finding: DemoFinding) => uses.get(finding) ?? 0;
    const [finding] = findingsFor(row.projectName, discipline).sort(
      (left, right) => usesOf(left) - usesOf(right),
    );
    if (finding) uses.set(finding, usesOf(finding) + 1);
    return finding;
  };
}

/** Returns the findings of a discipline that match the name of a project. */
export const findingsFor = (projectName: string, discipline: DemoDiscipline): DemoFinding[] =>
  findings[discipline].filter(({ projects }) => projects.some((words) => projectName.includes(words)));

const isLong = ({ cycles, requiredDisciplines }: DemoPermit) =>
  cycles.length * requiredDisciplines.length > maxDetailedReviews;

const isFirstCycle = ({ permit, cycle }: DemoReview) => permit.cycles[0] === cycle;

/** Returns the review with its work spread over several days, by the discipline's latest reviewer. */
function rewriteReview(
  review: DemoReview,
  originals: DemoReview[],
  findingOf: FindingByDiscipline,
  days: CalendarDate[],
): DemoReview {
  const { cycle, row } = review;
  const [last] = originals
    .filter((original) => original.row.discipline === row.discipline)
    .sort((left, right) => right.cycle.start - left.cycle.start);
  const reviewer = last?.reviewer ?? review.reviewer;
  const employeeId = reviewer.employeeId;
  if (!review.worked) return { ...review, reviewer, row: { ...row, employeeId } };

  const end = Math.max(review.worked.end, Math.min(cycle.start + 2, cycle.end));
  const worked = { start: cycle.start, end };
  // Reviews on the same day have different times.
  const offset = (row.id % 50) / 500;
  const startedAt = momentOn(days[Math.min(cycle.start + 1, end)], "reviewing", offset);
  if (row.status !== "completed") {
    return { ...review, reviewer, worked, startedAt, row: { ...row, employeeId, updatedAt: startedAt } };
  }
  const completedAt = momentOn(days[end], "deciding", 0.1 + offset);
  const note = isClear(review.permit, row) ? itemAt(clearNotes, row.id) : correctionOf(review, findingOf);
  return {
    ...review,
    reviewer,
    worked,
    startedAt,
    row: { ...row, employeeId, comment: note, completedAt, updatedAt: completedAt },
  };
}

/** Returns the note of the first cycle's finding; in each later cycle, the note of another matching finding. */
function correctionOf({ permit, cycle, row }: DemoReview, findingOf: FindingByDiscipline): string {
  const first = findingOf.get(row.discipline);
  const others = findingsFor(permit.row.projectName, row.discipline).filter((finding) => finding !== first);
  const corrections = isLong(permit) ? [first] : [first, ...others];
  return corrections[permit.cycles.indexOf(cycle)]?.note ?? remainingCorrection;
}

function workDescriptionsOf(review: DemoReview): string[] {
  const { permit, worked, row } = review;
  if (!worked) return [completenessWork];
  if (isFirstCycle(review)) return firstReviewWork[row.discipline].slice(0, isLong(permit) ? 1 : 3);
  return isLong(permit) ? [] : backCheckWork;
}

function logHours(review: DemoReview, { days, random, timeEntries, timeSheet }: StoryContext): void {
  const { cycle, worked } = review;
  const descriptions = workDescriptionsOf(review);
  const { start, end } = worked ?? { start: cycle.start, end: cycle.start };
  const [minimum, maximum] = !worked ? [2, 2] : isFirstCycle(review) ? [4, 13] : [2, 6];
  for (const [index, description] of descriptions.entries()) {
    const day = start + Math.round(((end - start) * index) / Math.max(descriptions.length - 1, 1));
    const workDate = days[day] as CalendarDate;
    const remaining = timeSheet.remainingQuarterHours(review, workDate);
    const quarterHours = Math.min(random.between(minimum, maximum), remaining);
    if (quarterHours >= 1) timeEntries.push(timeSheet.log(review, workDate, quarterHours, description));
  }
}

type Story = { permit: DemoPermit; reviews: DemoReview[]; findingOf: FindingByDiscipline; index: number };

function addDiscussion(story: Story, context: StoryContext): void {
  const { permit, reviews, index } = story;
  const { people } = context;
  const city = itemAt(people.usersOfCity(permit.row.cityId), index);
  const authors = { administrator: people.administrator, city };

  addOpening(story, authors, context);
  const firstReviews = reviews
    .filter(isFirstCycle)
    .sort((left, right) => rank(left, people) - rank(right, people));
  const discussedReviews = firstReviews.slice(0, isLong(permit) ? 1 : 3);
  for (const [position, review] of discussedReviews.entries())
    addFinding(story, review, position, city, context);

  addInternalThread(story, firstReviews, context);
  const decidedCycles = permit.row.status === "in_process" ? permit.cycles.slice(0, -1) : permit.cycles;
  for (const cycle of isLong(permit) ? decidedCycles.slice(-1) : decidedCycles)
    addEnding(story, cycle, authors, context);
}

/** The demo reviewer's reviews are first, then the other reviews that have started. */
const rank = ({ reviewer, worked }: DemoReview, people: DemoPeople) =>
  (isDemoUser(reviewer, people) ? 0 : 2) + (worked ? 0 : 1);

/** Adds a thread between the administrator and a reviewer, on a permit in its first cycle. */
function addInternalThread(
  { permit, index }: Story,
  firstReviews: DemoReview[],
  context: StoryContext,
): void {
  const [cycle, ...later] = permit.cycles;
  const started = firstReviews.find(({ worked }) => worked);
  if (!cycle || !started || later.length > 0 || cycle.end <= cycle.start) return;
  const [text, reply] = itemAt(internalThreads, index);
  const comment = createCommenter(permit, context);
  const place = { cycle, day: cycle.start + 1, fraction: 0.5 };
  const parent = comment(context.people.administrator, text, { ...place, phase: "intake" });
  comment(started.reviewer, reply, { ...place, phase: "deciding", parent });
}

type CommentPlace = {
  cycle: DemoCycle;
  /** A position in the working days. */
  day: number;
  phase: Parameters<typeof momentOn>[1];
  /** The position in the phase, from 0 to 1. */
  fraction: number;
  parent?: CommentRow | undefined;
  isShared?: boolean;
  discipline?: DemoDiscipline;
};

/** Returns a function that adds a comment on the permit and returns its row. */
function createCommenter(permit: DemoPermit, { people, days, random, comments }: StoryContext) {
  return (author: DemoUser, text: string, { day, phase, fraction, ...place }: CommentPlace): CommentRow => {
    const createdAt = momentOn(days[day], phase, fraction + random.fraction() * 0.03);
    return addComment(comments, { permit, author, text, createdAt, ...place }, people);
  };
}

type Authors = Record<DemoLine["from"], DemoUser>;

function addOpening(story: Story, authors: Authors, context: StoryContext): void {
  const { permit, reviews, index } = story;
  const [cycle] = permit.cycles;
  if (!cycle) return;
  const isSingle = permit.cycles.length === 1;
  const dueDate = formatDate(isSingle ? permit.row.dueDate : (context.days[cycle.end] as CalendarDate));
  const disciplines = listFormat.format(permit.requiredDisciplines);
  const thousands = 120 + ((permit.row.id * 37) % 800);
  const lines = reviews.length > 0 ? itemAt(openings, index) : unassignedOpening;
  const comment = createCommenter(permit, context);
  let parent: CommentRow | undefined;
  for (const [position, { from, text }] of lines.entries()) {
    const filled = text
      .replace("{disciplines}", disciplines)
      .replace("{due}", dueDate)
      .replace("{lower}", `$${thousands},000`)
      .replace("{higher}", `$${thousands + 26},000`);
    const place = { cycle, day: cycle.start, phase: "reviewing", fraction: 0.2 + 0.3 * position } as const;
    const row = comment(authors[from], filled, { ...place, parent, isShared: true });
    parent ??= row;
  }
}

/** Adds the reviewer's question in the first cycle, the city's reply, and the result of the second cycle. */
function addFinding(
  story: Story,
  review: DemoReview,
  position: number,
  city: DemoUser,
  context: StoryContext,
): void {
  const { permit, reviews, findingOf, index } = story;
  const { cycle, worked, reviewer, row } = review;
  const finding = findingOf.get(row.discipline);
  if (!finding) return;
  const comment = createCommenter(permit, context);
  const last = worked?.end ?? cycle.end;
  const day = Math.min(cycle.start + 1 + (position % 2), last);
  // The city replies on the next day, or later on the last day of the review.
  const replyDay = Math.min(day + 1, last);
  const isNextDay = replyDay > day;
  const place = { cycle, day, phase: "reviewing", fraction: 0.1 + 0.1 * position } as const;
  const parent = comment(reviewer, finding.question, {
    ...place,
    isShared: true,
    discipline: row.discipline,
  });
  comment(city, finding.reply, {
    cycle,
    day: replyDay,
    phase: isNextDay ? "intake" : "reviewing",
    fraction: 0.5 + 0.1 * position,
    parent,
  });
  if (row.status !== "completed") return;
  const close = isClear(permit, row) ? itemAt(settledReplies, index + position) : finding.close;
  comment(reviewer, close, {
    cycle,
    day: replyDay,
    phase: "reviewing",
    fraction: 0.85 + 0.04 * position,
    parent,
  });

  const backCheck = reviews.find(
    (later) => later.row.discipline === row.discipline && permit.cycles[1] === later.cycle,
  );
  if (backCheck?.row.status !== "completed" || !backCheck.worked) return;
  comment(reviewer, finding.backCheck, {
    cycle: backCheck.cycle,
    day: backCheck.worked.end,
    phase: "reviewing",
    fraction: 0.9,
    parent,
  });
}

/** Adds the administrator's message at the end of a cycle, the city's reply, and its comment on the resubmittal. */
function addEnding(story: Story, cycle: DemoCycle, authors: Authors, context: StoryContext): void {
  const { permit, index } = story;
  const position = permit.cycles.indexOf(cycle);
  const next = permit.cycles[position + 1];
  const decision = next ? "resubmittal_required" : permit.row.status;
  if (decision === "in_process") return;
  const comment = createCommenter(permit, context);
  const { message, reply } = itemAt(endings[decision], index + position);
  const endOfDay = { cycle, day: cycle.end, phase: "deciding" } as const;
  const parent = comment(authors.administrator, message, { ...endOfDay, fraction: 0.7, isShared: true });
  const hasNextDay = cycle.end + 1 < context.days.length;
  const replyPlace = hasNextDay ? ({ cycle, day: cycle.end + 1, phase: "intake" } as const) : endOfDay;
  comment(authors.city, reply, { ...replyPlace, fraction: hasNextDay ? 0.3 : 0.9, parent });
  if (!next) return;
  const text = itemAt(resubmittals, index + position);
  comment(authors.city, text, { cycle: next, day: next.start, phase: "intake", fraction: 0.9, parent });
}
