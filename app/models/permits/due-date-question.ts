import { type CalendarDate, formatDate } from "../calendar-date";

type PermitDates = { creationDate: CalendarDate; submissionDate?: CalendarDate | null };

export function dueDateQuestions(
  dueDate: CalendarDate | null | undefined,
  { creationDate, submissionDate }: PermitDates,
  name = "the due date",
): string[] {
  if (!dueDate) return [];
  const earlier = [
    { date: creationDate, what: "the permit's creation date" },
    { date: submissionDate, what: "its submission date" },
  ];
  return earlier.flatMap(({ date, what }) =>
    date && dueDate < date ? [before(name, dueDate, what, date)] : [],
  );
}

type Review = { discipline: string; employeeDueDate?: CalendarDate | null };

export const assignmentQuestions = (
  review: Review,
  permit: PermitDates & { dueDate: CalendarDate },
): string[] => [
  ...(review.employeeDueDate === permit.dueDate
    ? []
    : dueDateQuestions(review.employeeDueDate, permit, nameOf(review))),
  ...laterThanPermit(review, permit.dueDate),
];

export const laterThanPermit = (review: Review, dueDate: CalendarDate): string[] =>
  review.employeeDueDate && review.employeeDueDate > dueDate
    ? [
        `${nameOf(review)}, ${formatDate(review.employeeDueDate)}, is after the permit's, ${formatDate(dueDate)}`,
      ]
    : [];

const nameOf = ({ discipline }: Review) => `the due date of ${discipline}`;

export const receivedQuestions = (
  receivedOn: CalendarDate | null | undefined,
  dueDate: CalendarDate,
): string[] =>
  receivedOn && receivedOn > dueDate
    ? [before("the due date", dueDate, "the day on which the plans were received", receivedOn)]
    : [];

const before = (name: string, date: CalendarDate, what: string, other: CalendarDate) =>
  `${name}, ${formatDate(date)}, is before ${what}, ${formatDate(other)}`;

type TickedPermit = PermitDates & {
  name: string;
  dueDate: CalendarDate;
  /** The last day on which an open review is due. */
  lastReviewOn: CalendarDate | null;
};

/** At most one question of a kind about all ticked permits, as the edit of one asks. */
export function tickedPermitQuestions(dueDate: CalendarDate | null | undefined, permits: TickedPermit[]) {
  if (!dueDate) return [];
  const changed = permits.filter((permit) => permit.dueDate !== dueDate);
  const theDueDate = `the due date, ${formatDate(dueDate)},`;
  return [
    ...ofAll(
      changed.filter((permit) => dueDateQuestions(dueDate, permit).length > 0),
      (names) => `${theDueDate} is before the creation or submission date of ${names}`,
    ),
    ...ofAll(
      changed.filter(({ lastReviewOn }) => lastReviewOn !== null && lastReviewOn > dueDate),
      (names) => `${theDueDate} is before that of an open review of ${names}`,
    ),
  ];
}

type TickedReview = Pick<Review, "employeeDueDate"> & {
  name: string;
  permit: PermitDates & { dueDate: CalendarDate };
};

/** The same of ticked reviews. */
export function tickedReviewQuestions(dueDate: CalendarDate | null | undefined, reviews: TickedReview[]) {
  if (!dueDate) return [];
  const changed = reviews.filter(({ employeeDueDate }) => employeeDueDate !== dueDate);
  const theDueDate = `the due date, ${formatDate(dueDate)},`;
  return [
    ...ofAll(
      changed.filter(
        ({ permit }) => permit.dueDate !== dueDate && dueDateQuestions(dueDate, permit).length > 0,
      ),
      (names) => `${theDueDate} is before the permit's creation or submission date of ${names}`,
    ),
    ...ofAll(
      changed.filter(({ permit }) => dueDate > permit.dueDate),
      (names) => `${theDueDate} is after the permit's of ${names}`,
    ),
  ];
}

const ofAll = (rows: { name: string }[], question: (names: string) => string): string[] =>
  rows.length > 0 ? [question(rows.map(({ name }) => name).join(", "))] : [];
