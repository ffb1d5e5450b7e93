import { addDays, type CalendarDate, daysBetween } from "~/models/calendar-date";
import { dayOf } from "~/models/clock.server";
import {
  formatPermitNumber,
  type PermitStatus,
  permitYears,
  type ReviewCycle,
  reviewCycles,
  revisions,
} from "~/models/permits/permit";
import type { permits } from "~/models/tables.server";
import { momentOn, workingDaysBefore } from "./demo-calendar";
import {
  businesses,
  cities,
  eateries,
  families,
  firms,
  firstNames,
  type ProjectKind,
  places,
  projectKinds,
  revisionReasons,
  streets,
} from "./demo-data";
import type { DemoDiscipline } from "./demo-disciplines";
import { type Random, randomFrom } from "./demo-random";

/** The statuses of the sample data, which has texts for each. A new status can do without. */
export type DemoStatus = Extract<
  PermitStatus,
  "approved" | "in_process" | "resubmittal_required" | "hold" | "cancelled"
>;

export type PermitRow = typeof permits.$inferInsert & {
  id: number;
  status: DemoStatus;
  reviewCycle: ReviewCycle;
};
export type Project = Pick<
  PermitRow,
  "projectName" | "projectAddress" | "projectType" | "projectDescription"
> & {
  requiredDisciplines: DemoDiscipline[];
};
export type Numbers = Pick<PermitRow, "permitCreationYear" | "urban37PermitNumber" | "cityPermitNumber">;

/** The start and the end of a review cycle: positions in `workingDaysBefore(today)`. */
export type DemoCycle = { start: number; end: number };
export type DemoPermit = { row: PermitRow; requiredDisciplines: DemoDiscipline[]; cycles: DemoCycle[] };

const statusShares: [DemoStatus, number][] = [
  ["in_process", 0.45],
  ["approved", 0.25],
  ["resubmittal_required", 0.15],
  ["hold", 0.1],
  ["cancelled", 0.05],
];
const cycleShares: [number, number][] = [
  [1, 0.5],
  [2, 0.28],
  [3, 0.15],
  [4, 0.07],
];
/** Days from today: overdue, today, this week, later. */
const dueShares: [[minimum: number, maximum: number], number][] = [
  [[-21, -1], 0.12],
  [[0, 0], 0.06],
  [[1, 7], 0.27],
  [[8, 28], 0.55],
];
const shortestReview = 5;
const daysPerCycle = 12;
/** Every fifth permit has no city permit number yet, if it is in its first review. */
const unnumberedEvery = 5;
/** The oldest sixth of the permits has numbers of last year. */
const lastYearShare = 1 / 6;

const citiesById = cities.map((city, index) => ({ ...city, id: index + 1 }));
const cityShares = citiesById.map((city) => [city, city.share] as const);
type City = Pick<(typeof citiesById)[number], "id" | "urban37CityCode" | "areaCode" | "cityPermitNumber">;

/**
 * The share of permits that have arrived at a point of the demo's period; both are from 0 to 1. Even the newest
 * permits are old enough to have reviews.
 */
const intake = [
  { share: 0.66, time: 0.66 },
  { share: 0.925, time: 0.79 },
  { share: 1, time: 0.95 },
];

/**
 * The first permit in the list of the demo reviewer. It is in its second review, so that there are corrections to
 * back-check. Its first review is not drawn like those of the others, so that these stay as they are.
 */
export const permitOfDemoReviewer = 70;
/** A permit of Oakville in its first review, whose letter is ready and waits for its release. */
export const readyPermit = 186;
/** A permit of Oakville whose first letter lacked a code reference, so that it was released again on the next day. */
export const reissuedPermit = 202;
/** Permits of Oakville and Cedar Falls whose resubmittal waits for the next cycle. */
export const resubmittedPermits = [147, 191];
/** A permit of Oakville whose resubmittal was returned as incomplete: it had only a drawing of the plants. */
export const returnedPermit = 90;
/** The first permit in the list of the city's demo user: half of its corrections are answered. */
export const halfAnsweredPermit = 240;

/** The administrator is the first user. */
const administratorId = 1;

export const yearOf = (date: CalendarDate) => Number(date.slice(0, 4));
export const clampYear = (year: number) => Math.min(Math.max(year, permitYears.first), permitYears.last);

/** Generates `total` permits, oldest first; the result is the same for the same day. */
export function* demoPermits(today: CalendarDate, total: number): Generator<DemoPermit> {
  const random = randomFrom(37);
  const days = workingDaysBefore(today);
  const nextNumbers = createNumbering();
  const revisable = new Map<number, { numbers: Numbers; project: Project; revision: number }>();

  for (let index = 0; index < total; index += 1) {
    const id = index + 1;
    const city = random.weighted(cityShares);
    const status = random.weighted(statusShares);
    const position = timeOfShare((index + random.fraction()) / total) * days.length;
    const created = Math.floor(position);
    const creationDate = days[created] as CalendarDate;
    const createdAt = momentOn(creationDate, "intake", position - created);

    const year = index < total * lastYearShare ? yearOf(today) - 1 : yearOf(creationDate);
    const approved = revisable.get(city.id);
    const revised = approved && approved.revision < 3 && random.chance(0.25) ? approved : undefined;
    const numbers = revised?.numbers ?? nextNumbers(city, clampYear(year));
    const project = revised
      ? { ...revised.project, projectDescription: random.pick(revisionReasons) }
      : randomProject(random);
    const revision = revised ? revised.revision + 1 : 0;
    if (status === "approved") revisable.set(city.id, { numbers, project, revision });
    else if (revised) revisable.delete(city.id);

    const drawn = randomCycles(random, created, days.length - 1, status);
    const cycles = id === permitOfDemoReviewer ? withEarlierCycle(drawn) : drawn;
    const submitted = days[cycles.at(-1)?.start ?? created] as CalendarDate;
    const { requiredDisciplines, ...projectFields } = project;
    const isFirstReview = status === "in_process" && cycles.length === 1 && !revised;
    const decided = id === reissuedPermit ? withReissue(cycles) : cycles;
    const updatedAt = lastUpdate(days, decided, status) ?? createdAt;
    const row: PermitRow = {
      id,
      cityId: city.id,
      ...numbers,
      cityPermitNumber: isFirstReview && id % unnumberedEvery === 0 ? null : numbers.cityPermitNumber,
      revisionNumber: revision > 0 ? (revisions[revision - 1] ?? null) : null,
      status,
      reviewCycle: reviewCycles[cycles.length - 1] ?? "PC1",
      isExpeditedReview: random.chance(0.12),
      needsPhysicalPlans: random.chance(0.1),
      creationDate,
      dueDate: randomDueDate(random, today, submitted, status),
      submissionDate: random.chance(0.8) ? creationDate : addDays(creationDate, -random.between(1, 3)),
      ...projectFields,
      ...randomApplicant(random, city),
      createdById: administratorId,
      idempotencyKey: null,
      createdAt,
      updatedAt,
      approvedOn: status === "approved" ? dayOf(updatedAt) : null,
    };
    yield { row, requiredDisciplines, cycles };
  }
}

function timeOfShare(share: number): number {
  let from = { share: 0, time: 0 };
  for (const to of intake) {
    if (share < to.share) {
      return from.time + ((share - from.share) / (to.share - from.share)) * (to.time - from.time);
    }
    from = to;
  }
  return from.time;
}

/** Numbers permits per city and year, as the application does. */
export function createNumbering() {
  const counts = new Map<string, number>();
  return (city: City, permitCreationYear: number): Numbers => {
    const key = `${city.id} ${permitCreationYear}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return {
      permitCreationYear,
      urban37PermitNumber: formatPermitNumber(city.urban37CityCode, permitCreationYear, count),
      cityPermitNumber: city.cityPermitNumber(permitCreationYear, count),
    };
  };
}

export function randomProject(random: Random, kinds: readonly ProjectKind[] = projectKinds): Project {
  const kind = random.pick(kinds);
  const [minimum, maximum] = kind.area ?? [0, 0];
  const area = random.between(minimum / 10, maximum / 10) * 10;
  return {
    projectName: kind.name
      .replace("{family}", random.pick(families))
      .replace("{place}", random.pick(places))
      .replace("{business}", random.pick(businesses))
      .replace("{eatery}", random.pick(eateries)),
    projectAddress: randomAddress(random, kind),
    projectType: kind.type,
    projectDescription: kind.description.replace("{area}", area.toLocaleString("en-US")),
    requiredDisciplines: kind.disciplines,
  };
}

function randomAddress(random: Random, { unit }: ProjectKind): string {
  const address = `${random.between(10, 2490) * 2 + 1} ${random.pick(streets)}`;
  return unit ? `${address}, ${unit} ${random.between(1, 4)}${random.between(0, 3)}0` : address;
}

/** Each cycle ends halfway to the next, which leaves time to resubmit. The last cycle ends with the decision. */
function randomCycles(random: Random, created: number, last: number, status: DemoStatus): DemoCycle[] {
  const maximum = 1 + Math.floor((last - created) / daysPerCycle);
  const count = status === "cancelled" ? 1 : Math.min(random.weighted(cycleShares), maximum);
  const starts = Array.from({ length: count + 1 }, (_, index) =>
    Math.floor(created + ((last - created) * index) / count),
  );
  return starts.slice(0, count).map((start, index) => {
    const next = starts[index + 1] ?? last;
    if (index < count - 1) return { start, end: Math.floor((start + next) / 2) };
    return { start, end: status === "in_process" ? last : random.between(Math.min(start + 2, last), last) };
  });
}

/** Splits the only cycle: the first review ends after a quarter of it, and the second begins in its middle. */
function withEarlierCycle(cycles: DemoCycle[]): DemoCycle[] {
  const [only] = cycles;
  if (!only || cycles.length > 1) return cycles;
  const partOf = (share: number) => Math.floor(only.start + (only.end - only.start) * share);
  return [
    { start: only.start, end: partOf(0.25) },
    { start: partOf(0.5), end: only.end },
  ];
}

/** The last review ends a day later, with its second letter. */
const withReissue = (cycles: DemoCycle[]): DemoCycle[] =>
  cycles.map((cycle) => (cycle === cycles.at(-1) ? { ...cycle, end: cycle.end + 1 } : cycle));

export function randomDueDate(
  random: Random,
  today: CalendarDate,
  submitted: CalendarDate,
  status: DemoStatus,
): CalendarDate {
  const [minimum, maximum] = random.weighted(dueShares);
  const isSettled = status === "approved" || status === "cancelled";
  const days = isSettled ? random.between(-21, 3) : random.between(minimum, maximum);
  const earliest = daysBetween(today, submitted) + shortestReview;
  return addDays(today, Math.max(days, earliest));
}

export function randomApplicant(random: Random, { areaCode }: City) {
  if (random.chance(0.12)) return {};
  const firstName = random.pick(firstNames);
  const lastName = random.pick(families);
  return {
    applicantName: `${firstName} ${lastName}`,
    applicantEmail: `${firstName}.${lastName}@${random.pick(firms)}`.toLowerCase(),
    applicantPhone: random.chance(0.8) ? `(${areaCode}) 555-01${random.between(10, 99)}` : null,
  };
}

export function lastUpdate(
  days: CalendarDate[],
  cycles: DemoCycle[],
  status: DemoStatus,
): string | undefined {
  const current = cycles.at(-1);
  if (!current) return undefined;
  if (status !== "in_process") return decidedAt(days, current);
  return cycles.length > 1 ? cycleStartedAt(days, current) : undefined;
}

export const cycleName = ({ cycles }: DemoPermit, cycle: DemoCycle): ReviewCycle =>
  reviewCycles[cycles.indexOf(cycle)] ?? "PC1";

export const decidedAt = (days: CalendarDate[], { end }: DemoCycle) => momentOn(days[end], "deciding", 0.5);
export const cycleStartedAt = (days: CalendarDate[], { start }: DemoCycle) =>
  momentOn(days[start], "intake", 0.5);
/** When the plans of a later cycle were sent, after the hand-over of the letter before it. */
export const resubmittedAt = (days: CalendarDate[], { start }: DemoCycle) =>
  momentOn(days[start], "intake", 0.4);
