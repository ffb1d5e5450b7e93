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
