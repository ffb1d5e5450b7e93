import { type CalendarDate, formatDate } from "~/models/calendar-date";
import type { Discipline } from "~/models/discipline";
import { momentOn } from "./demo-calendar";
import { clearNotes } from "./demo-data";
import { isDemoUser } from "./demo-first-lists";
import type { DemoPeople, DemoUser } from "./demo-people";
import { cycleName, type DemoCycle, type DemoPermit } from "./demo-permits";
import { type Random, randomFrom } from "./demo-random";
import type { CommentRow, DemoReview, TimeEntryRow } from "./demo-reviews";
import {
  backCheckWork,
  completenessWork,
  type DemoFinding,
  type DemoLine,
  endings,
  findings,
  firstReviewWork,
  internals,
  leftToCorrect,
  openings,
  resubmittals,
  settled,
  waiting,
} from "./demo-story-data";

/** A permit of more reviews has less to tell of each: its page should come as fast as the others. */
const fewReviews = 4;
/** Ten hours in quarters. */
const longestDay = 40;
const listed = new Intl.ListFormat("en-US");

/** What a story is told with. */
type Telling = {
  people: DemoPeople;
  days: CalendarDate[];
  random: Random;
  comments: CommentRow[];
  timeEntries: TimeEntryRow[];
};

/**
 * Makes the first permits worth reading: their reviews begin with a finding that fits the project, which is
 * asked, answered and checked in the next cycle, hours go with it, and each discipline keeps its reviewer.
 * The reviews of the others come back as they are.
 */
export function tellStories(
  first: DemoPermit[],
  reviews: DemoReview[],
  people: DemoPeople,
  days: CalendarDate[],
) {
  const telling: Telling = { people, days, random: randomFrom(53), comments: [], timeEntries: [] };
  const findingOf = takingTurns();
  const told = new Map<number, DemoReview>();
  for (const [index, permit] of first.entries()) {
    const present = reviews.filter((review) => review.permit === permit);
    const found = new Map(
      permit.requiredDisciplines.map((discipline) => [discipline, findingOf(permit, discipline)]),
    );
    const own = present.map((review) => retold(review, present, found, days));
    for (const review of own) {
      told.set(review.row.id, review);
      logHours(review, telling);
    }
    discuss({ permit, reviews: own, found, index }, telling);
  }
  return {
    reviews: reviews.map((review) => told.get(review.row.id) ?? review),
    comments: telling.comments,
    timeEntries: telling.timeEntries,
  };
}

type Found = Map<Discipline, DemoFinding | undefined>;

/** The findings of a discipline that fit a project, the one that was told least often. */
function takingTurns() {
  const told = new Map<DemoFinding, number>();
  return ({ row }: DemoPermit, discipline: Discipline): DemoFinding | undefined => {
    const times = (finding: DemoFinding) => told.get(finding) ?? 0;
    const [finding] = findingsFor(row.projectName, discipline).sort(
      (one, other) => times(one) - times(other),
    );
    if (finding) told.set(finding, times(finding) + 1);
    return finding;
  };
}

export const findingsFor = (projectName: string, discipline: Discipline): DemoFinding[] =>
  findings[discipline].filter(({ fits }) => fits.some((words) => projectName.includes(words)));

const isLong = ({ cycles, requiredDisciplines }: DemoPermit) =>
  cycles.length * requiredDisciplines.length > fewReviews;

const isFirstCycle = ({ permit, cycle }: DemoReview) => permit.cycles[0] === cycle;

/** Whether a completed review found nothing to correct. */
const isClear = ({ permit, cycle }: DemoReview) =>
  permit.cycles.at(-1) === cycle && !["resubmittal_required", "cancelled"].includes(permit.row.status);

/** A review as its story has it: over several days, by the reviewer who has its discipline at the end. */
function retold(review: DemoReview, present: DemoReview[], found: Found, days: CalendarDate[]): DemoReview {
  const { cycle, row } = review;
  const last = present.findLast((each) => each.row.discipline === row.discipline);
  const reviewer = last?.reviewer ?? review.reviewer;
  const employeeId = reviewer.employeeId;
  if (!review.worked) return { ...review, reviewer, row: { ...row, employeeId } };

  const end = Math.max(review.worked.end, Math.min(cycle.start + 2, cycle.end));
  const worked = { start: cycle.start, end };
  // Not all at the same minute.
  const spread = (row.id % 50) / 500;
  const startedAt = momentOn(days[Math.min(cycle.start + 1, end)], "reviewing", spread);
  if (row.status !== "completed") {
    return { ...review, reviewer, worked, startedAt, row: { ...row, employeeId, updatedAt: startedAt } };
  }
  const completedAt = momentOn(days[end], "deciding", 0.1 + spread);
  const note = isClear(review) ? inTurn(clearNotes, row.id) : correctionOf(review, found);
  return {
    ...review,
    reviewer,
    worked,
    startedAt,
    row: { ...row, employeeId, comment: note, completedAt, updatedAt: completedAt },
  };
}

/** In the first cycle what was found, in each later one something else that fits. */
function correctionOf({ permit, cycle, row }: DemoReview, found: Found): string {
  const first = found.get(row.discipline);
  const others = findingsFor(permit.row.projectName, row.discipline).filter((finding) => finding !== first);
  const left = isLong(permit) ? [first] : [first, ...others];
  return left[permit.cycles.indexOf(cycle)]?.note ?? leftToCorrect;
}

function workOn(review: DemoReview): string[] {
  const { permit, worked, row } = review;
  if (!worked) return [completenessWork];
  if (isFirstCycle(review)) return firstReviewWork[row.discipline].slice(0, isLong(permit) ? 1 : 3);
  return isLong(permit) ? [] : backCheckWork;
}

function logHours(review: DemoReview, { days, random, timeEntries }: Telling): void {
  const { permit, cycle, worked, reviewer, row } = review;
  const lines = workOn(review);
  const { start, end } = worked ?? { start: cycle.start, end: cycle.start };
  const [least, most] = !worked ? [2, 2] : isFirstCycle(review) ? [4, 13] : [2, 6];
  for (const [index, description] of lines.entries()) {
    const day = start + Math.round(((end - start) * index) / Math.max(lines.length - 1, 1));
    const workDate = days[day] as CalendarDate;
    const logged = timeEntries
      .filter((entry) => entry.employeeId === reviewer.employeeId && entry.workDate === workDate)
      .reduce((sum, { quarterHours }) => sum + quarterHours, 0);
    const quarterHours = Math.min(random.between(least, most), longestDay - logged);
    if (quarterHours < 1) continue;
    const loggedAt = momentOn(workDate, "deciding", 0.4);
    timeEntries.push({
      permitId: permit.row.id,
      employeeId: reviewer.employeeId,
      discipline: row.discipline,
      reviewCycle: row.reviewCycle,
      quarterHours,
      workDate,
      description,
      createdAt: loggedAt,
      updatedAt: loggedAt,
    });
  }
}

type Story = { permit: DemoPermit; reviews: DemoReview[]; found: Found; index: number };

function discuss(story: Story, telling: Telling): void {
  const { permit, reviews, index } = story;
  const { people } = telling;
  const colleagues = people.usersOfCity(permit.row.cityId);
  const say = speaker(permit, telling);
  const city = colleagues[index % colleagues.length] as DemoUser;
  const authors = { administrator: people.administrator, city };

  opening(story, authors, telling);
  const firsts = reviews.filter(isFirstCycle);
  const asked = firsts
    .sort((one, other) => rank(one, people) - rank(other, people))
    .slice(0, isLong(permit) ? 1 : 3);
  for (const [position, review] of asked.entries()) askAndCheck(story, review, position, city, telling);

  const [text, reply] = inTurn(internals, index);
  const [cycle, ...later] = permit.cycles;
  const started = firsts.find(({ worked }) => worked);
  if (cycle && started && later.length === 0 && cycle.end > cycle.start) {
    const thread = say(people.administrator, text, { cycle, day: cycle.start + 1, phase: "intake", at: 0.5 });
    say(started.reviewer, reply, {
      cycle,
      day: cycle.start + 1,
      phase: "deciding",
      at: 0.5,
      thread,
    });
  }
  const decided = permit.row.status === "in_process" ? permit.cycles.slice(0, -1) : permit.cycles;
  for (const each of isLong(permit) ? decided.slice(-1) : decided) ending(story, each, authors, telling);
}

/** The demo reviewer's own come first, then what somebody has worked on. */
const rank = ({ reviewer, worked }: DemoReview, people: DemoPeople) =>
  (isDemoUser(reviewer, people) ? 0 : 2) + (worked ? 0 : 1);

const inTurn = <Value>(list: Value[], index: number): Value => list[index % list.length] as Value;

type Place = {
  cycle: DemoCycle;
  /** A position in the working days. */
  day: number;
  phase: Parameters<typeof momentOn>[1];
  at: number;
  /** The comment that is answered. */
  thread?: CommentRow;
  isShared?: boolean;
  discipline?: Discipline;
};

/** Writes down what somebody says of a permit, and answers with the comment. */
function speaker(permit: DemoPermit, { people, days, random, comments }: Telling) {
  const cityId = permit.row.cityId;
  return (author: DemoUser, text: string, place: Place): CommentRow => {
    const { cycle, day, phase, at, thread, isShared = false, discipline = null } = place;
    const createdAt = momentOn(days[day], phase, at + random.fraction() * 0.03);
    const comment: CommentRow = {
      id: comments.length + 1,
      permitId: permit.row.id,
      parentId: thread?.id ?? null,
      reviewCycle: cycleName(permit, cycle),
      discipline: thread ? thread.discipline : discipline,
      authorId: author.id,
      authorName: author.name,
      authorCityId: people.usersOfCity(cityId).some(({ id }) => id === author.id) ? cityId : null,
      text,
      isShared: thread ? thread.isShared : isShared,
      createdAt,
      updatedAt: createdAt,
    };
    comments.push(comment);
    return comment;
  };
}

type Authors = Record<DemoLine["from"], DemoUser>;

function opening(story: Story, authors: Authors, telling: Telling): void {
  const { permit, reviews, index } = story;
  const [cycle] = permit.cycles;
  if (!cycle) return;
  const isSingle = permit.cycles.length === 1;
  const due = formatDate(isSingle ? permit.row.dueDate : (telling.days[cycle.end] as CalendarDate));
  const disciplines = listed.format(permit.requiredDisciplines);
  const thousands = 120 + ((permit.row.id * 37) % 800);
  const lines = reviews.length > 0 ? inTurn(openings, index) : waiting;
  const say = speaker(permit, telling);
  let thread: CommentRow | undefined;
  for (const [position, { from, text }] of lines.entries()) {
    const filled = text
      .replace("{disciplines}", disciplines)
      .replace("{due}", due)
      .replace("{lower}", `$${thousands},000`)
      .replace("{higher}", `$${thousands + 26},000`);
    const place = { cycle, day: cycle.start, phase: "reviewing", at: 0.2 + 0.3 * position } as const;
    const comment = say(authors[from], filled, { ...place, thread, isShared: true });
    thread ??= comment;
  }
}

/** What a reviewer asks in the first cycle, what the city answers, and what the second cycle shows. */
function askAndCheck(
  story: Story,
  review: DemoReview,
  position: number,
  city: DemoUser,
  telling: Telling,
): void {
  const { permit, reviews, found, index } = story;
  const { cycle, worked, reviewer, row } = review;
  const finding = found.get(row.discipline);
  if (!finding) return;
  const say = speaker(permit, telling);
  const last = worked?.end ?? cycle.end;
  const day = Math.min(cycle.start + 1 + (position % 2), last);
  // On the next day, or later on the same where there is none.
  const next = Math.min(day + 1, last);
  const isNext = next > day;
  const asked = { cycle, day, phase: "reviewing", at: 0.1 + 0.1 * position } as const;
  const thread = say(reviewer, finding.question, { ...asked, isShared: true, discipline: row.discipline });
  say(city, finding.answer, {
    cycle,
    day: next,
    phase: isNext ? "intake" : "reviewing",
    at: 0.5 + 0.1 * position,
    thread,
  });
  if (row.status !== "completed") return;
  const close = isClear(review) ? inTurn(settled, index + position) : finding.close;
  say(reviewer, close, { cycle, day: next, phase: "reviewing", at: 0.85 + 0.04 * position, thread });

  const check = reviews.find(
    (each) => each.row.discipline === row.discipline && permit.cycles[1] === each.cycle,
  );
  if (check?.row.status !== "completed" || !check.worked) return;
  say(reviewer, finding.backCheck, {
    cycle: check.cycle,
    day: check.worked.end,
    phase: "reviewing",
    at: 0.9,
    thread,
  });
}

/** What the city is told when a cycle is decided, and what it says when the next one begins. */
function ending(story: Story, cycle: DemoCycle, authors: Authors, telling: Telling): void {
  const { permit, index } = story;
  const position = permit.cycles.indexOf(cycle);
  const next = permit.cycles[position + 1];
  const outcome = next ? "resubmittal_required" : permit.row.status;
  if (outcome === "in_process") return; // not decided yet
  const say = speaker(permit, telling);
  const { told, reply } = inTurn(endings[outcome], index + position);
  const evening = { cycle, day: cycle.end, phase: "deciding" } as const;
  const thread = say(authors.administrator, told, { ...evening, at: 0.7, isShared: true });
  const hasMorning = cycle.end + 1 < telling.days.length;
  const answered = hasMorning ? ({ cycle, day: cycle.end + 1, phase: "intake" } as const) : evening;
  say(authors.city, reply, { ...answered, at: hasMorning ? 0.3 : 0.9, thread });
  if (!next) return;
  const text = inTurn(resubmittals, index + position);
  say(authors.city, text, { cycle: next, day: next.start, phase: "intake", at: 0.9, thread });
}
