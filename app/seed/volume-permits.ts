import { addDays, type CalendarDate } from "~/models/calendar-date";
import { dayOf } from "~/models/clock.server";
import { reviewCycles, revisions } from "~/models/permits/permit";
import { momentOn } from "./demo-calendar";
import { projectKinds, revisionReasons } from "./demo-data";
import type { DemoDiscipline } from "./demo-disciplines";
import {
  clampYear,
  createNumbering,
  type DemoCycle,
  type DemoPermit,
  type DemoStatus,
  lastUpdate,
  type Numbers,
  type PermitRow,
  type Project,
  randomApplicant,
  randomDueDate,
  randomProject,
  yearOf,
} from "./demo-permits";
import { type Random, randomFrom } from "./demo-random";
import { dealt, shuffled } from "./uneven-shares";
import type { VolumeCity, VolumePeople } from "./volume-people";
import type { VolumeSizes } from "./volume-sizes";

/** A review of a permit: `cycle` is a position in the permit's cycles. */
export type PlannedReview = { cycle: number; discipline: DemoDiscipline; isOpen: boolean };
export type VolumePermit = DemoPermit & {
  city: VolumeCity;
  isNewest: boolean;
  isBusiest: boolean;
  reviews: PlannedReview[];
};

export type VolumeContext = {
  sizes: VolumeSizes;
  people: VolumePeople;
  today: CalendarDate;
  /** The working days of the period. */
  days: CalendarDate[];
};

const settledShares: [DemoStatus, number][] = [
  ["approved", 0.9],
  ["resubmittal_required", 0.04],
  ["cancelled", 0.04],
  ["hold", 0.02],
];
const cycleShares: [number, number][] = [
  [1, 0.62],
  [2, 0.25],
  [3, 0.1],
  [4, 0.03],
];
const revisedShare = 0.08;
const maxRevisions = 3;
const daysOfCycle = { review: [4, 12], pause: [3, 9] } as const;
const maxReviews = 5;
/** The kinds of projects by the number of their disciplines, at least. */
const kindsWith = Array.from({ length: maxReviews + 1 }, (_, count) =>
  projectKinds.filter(({ disciplines }) => disciplines.length >= count),
);

/**
 * Generates the permits, oldest first. The newest 3 % are in process and have all open reviews but for one of
 * each permit on hold.
 */
export function* volumePermits(context: VolumeContext): Generator<VolumePermit> {
  const { sizes, people, days } = context;
  const random = randomFrom(101);
  const deck = shuffled(sizes.cities, random);
  const reviewCounts = countsOfReviews(sizes, random);
  const nextIdentity = createIdentities(random);
  const open = createOpenReviews(sizes);
  const isBusiest = createBusiest(sizes);

  for (const [index, cityIndex] of deck.entries()) {
    const id = index + 1;
    const isNewest = id > sizes.permits - sizes.newestPermits;
    const city = people.cities[cityIndex] as VolumeCity;
    const reviewCount = reviewCounts.next().value as number;
    const drawn = isNewest ? "in_process" : random.weighted(settledShares);
    const needsReview = drawn === "hold" || drawn === "resubmittal_required";
    const status = needsReview && reviewCount === 0 ? "approved" : drawn;

    const created = ((index + random.fraction()) / sizes.permits) * days.length;
    const count = cycleCount(random, reviewCount, days.length - 1 - created);
    const allowedCount = isNewest ? open.allowedCycles(count, reviewCount) : count;
    const cycles = cyclesOf(random, Math.floor(created), days.length - 1, allowedCount);

    const identity = nextIdentity(
      city,
      yearOf(days[Math.floor(created)] as CalendarDate),
      status,
      reviewCount,
    );
    const possible = identity.project.requiredDisciplines;
    const reviews = reviewsOf(reviewCount, cycles.length, possible);
    if (isNewest) open.openNewest(reviews, cycles.length - 1, random);
    else if (status === "hold") open.openHeld(reviews);

    const row = permitRow(
      { id, city, status, isNewest, created, cycles, reviews, identity },
      context,
      random,
    );
    const requiredDisciplines = requiredOf(reviews, cycles, possible);
    yield { row, requiredDisciplines, cycles, reviews, city, isNewest, isBusiest: isBusiest(row, reviews) };
  }
}

type PermitDraft = Pick<VolumePermit, "city" | "isNewest" | "cycles" | "reviews"> & {
  id: number;
  status: DemoStatus;
  /** A position in the days; its fraction is the time of the day. */
  created: number;
  identity: Identity;
};

function permitRow(draft: PermitDraft, { people, today, days }: VolumeContext, random: Random): PermitRow {
  const { id, city, status, isNewest, created, cycles, reviews, identity } = draft;
  const { numbers, revision } = identity;
  const { requiredDisciplines, ...project } = identity.project;
  const day = Math.floor(created);
  const creationDate = days[day] as CalendarDate;
  const createdAt = momentOn(creationDate, "intake", created - day);
  const submitted = days[cycles.at(-1)?.start ?? day] as CalendarDate;
  const updatedAt = lastUpdate(days, cycles, status) ?? createdAt;
  return {
    id,
    cityId: city.id,
    ...numbers,
    cityPermitNumber: isNewest && revision === 0 && random.chance(0.2) ? null : numbers.cityPermitNumber,
    revisionNumber: revision > 0 ? (revisions[revision - 1] ?? null) : null,
    status,
    reviewCycle: reviewCycles[cycles.length - 1] ?? "PC1",
    isExpeditedReview: random.chance(0.12),
    needsPhysicalPlans: random.chance(0.1),
    creationDate,
    dueDate: isNewest
      ? randomDueDate(random, today, submitted, status)
      : addDays(submitted, random.between(8, 30)),
    submissionDate: random.chance(0.8) ? creationDate : addDays(creationDate, -random.between(1, 3)),
    ...project,
    applicantName: null,
    applicantEmail: null,
    applicantPhone: null,
    ...randomApplicant(random, city),
    createdById: people.administrator.id,
    createdAt,
    updatedAt,
    approvedOn: status === "approved" ? dayOf(updatedAt) : null,
    isAssigned: reviews.some(({ cycle }) => cycle === cycles.length - 1),
  };
}

/** Chooses one permit: the first of the largest city with reviews in the second half of the period. */
function createBusiest({ permits }: VolumeSizes) {
  let isFound = false;
  return ({ id, cityId }: PermitRow, reviews: PlannedReview[]): boolean => {
    if (isFound) return false;
    isFound = id === permits || (id > permits / 2 && cityId === 1 && reviews.length > 0);
    return isFound;
  };
}

/** The reviews of each permit; those of the newest permits are dealt separately, as most of them are open. */
function* countsOfReviews(sizes: VolumeSizes, random: Random): Generator<number> {
  const deal = { random, group: 10, winners: 20, most: maxReviews };
  const { permits, newestPermits, assignments, newestAssignments } = sizes;
  yield* dealt(assignments - newestAssignments, permits - newestPermits, deal);
  yield* dealt(newestAssignments, newestPermits, deal);
}

/** Opens exactly as many reviews as there are to be open. */
function createOpenReviews({ openAssignments, newestAssignments }: VolumeSizes) {
  let openLeft = openAssignments;
  let left = newestAssignments;
  return {
    /** A newest permit has earlier cycles only while enough of the completed reviews are left for them. */
    allowedCycles: (cycles: number, reviews: number) =>
      left - openLeft < reviews || reviews < 2 ? 1 : cycles,
    openNewest(reviews: PlannedReview[], currentCycle: number, random: Random) {
      left -= reviews.filter(({ cycle }) => cycle < currentCycle).length;
      for (const review of reviews) {
        if (review.cycle < currentCycle) continue;
        review.isOpen = random.fraction() * left < openLeft;
        if (review.isOpen) openLeft -= 1;
        left -= 1;
      }
    },
    openHeld([review]: PlannedReview[]) {
      if (!review || openLeft === 0) return;
      review.isOpen = true;
      openLeft -= 1;
    },
  };
}

/** Returns the reviews of a permit: one discipline after another, each in the current cycle and before it. */
function reviewsOf(count: number, cycles: number, disciplines: DemoDiscipline[]): PlannedReview[] {
  return Array.from({ length: count }, (_, index) => ({
    cycle: cycles - 1 - (index % cycles),
    discipline: disciplines[Math.floor(index / cycles)] as DemoDiscipline,
    isOpen: false,
  }));
}

/** The disciplines of the current reviews, or one that waits for a reviewer. */
function requiredOf(
  reviews: PlannedReview[],
  cycles: DemoCycle[],
  possible: DemoDiscipline[],
): DemoDiscipline[] {
  const current = reviews.filter(({ cycle }) => cycle === cycles.length - 1);
  return current.length > 0 ? current.map(({ discipline }) => discipline) : possible.slice(0, 1);
}

function cycleCount(random: Random, reviews: number, daysLeft: number): number {
  const most = Math.min(Math.max(1, reviews), 1 + Math.floor(daysLeft / 5));
  return Math.min(random.weighted(cycleShares), most);
}

/** Cycles one after another, closer together if they would end after the last day. */
function cyclesOf(random: Random, created: number, last: number, count: number): DemoCycle[] {
  const marks = [0];
  for (let index = 0; index < count * 2 - 1; index += 1) {
    const [minimum, maximum] = index % 2 === 0 ? daysOfCycle.review : daysOfCycle.pause;
    marks.push((marks.at(-1) ?? 0) + random.between(minimum, maximum));
  }
  const scale = Math.min(1, (last - created) / (marks.at(-1) ?? 1));
  const dayOf = (mark = 0) => created + Math.floor(mark * scale);
  return Array.from({ length: count }, (_, index) => ({
    start: dayOf(marks[index * 2]),
    end: dayOf(marks[index * 2 + 1]),
  }));
}

type Identity = { numbers: Numbers; project: Project; revision: number };

/** Gives each permit its numbers and project: new ones, or those of an approved permit with the next revision. */
function createIdentities(random: Random) {
  const nextNumbers = createNumbering();
  const revisable = new Map<number, Identity>();
  return (city: VolumeCity, year: number, status: DemoStatus, reviews: number): Identity => {
    const approved = revisable.get(city.id);
    const isRevision =
      approved &&
      approved.revision < maxRevisions &&
      approved.project.requiredDisciplines.length >= reviews &&
      random.chance(revisedShare);
    const identity = isRevision
      ? {
          numbers: approved.numbers,
          project: { ...approved.project, projectDescription: random.pick(revisionReasons) },
          revision: approved.revision + 1,
        }
      : {
          numbers: nextNumbers(city, clampYear(year)),
          project: randomProject(random, kindsWith[reviews]),
          revision: 0,
        };
    if (status === "approved") revisable.set(city.id, identity);
    else if (isRevision) revisable.delete(city.id);
    return identity;
  };
}
