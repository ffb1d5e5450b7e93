import { type CalendarDate, formatDate } from "../calendar-date";
import { addressOfEmails } from "../mail/mail-view";
import { dueStatus } from "../permits/due-date";
import { type NumberedPermit, nextReviewCycle, permitNumberText } from "../permits/permit";
import type { StepKind } from "../plan-checks/next-step";
import { pluralize } from "../pluralize";

const queueGroups = {
  now: { label: "Now" },
  today: { label: "Today" },
  week: { label: "This week" },
} as const;

export type QueueGroup = keyof typeof queueGroups;

/** A sentence: the link, with what stands before and after it. */
export type QueueLine = { before?: string; link: string; after?: string; to: string };

export type QueuePart = {
  group: QueueGroup;
  lines: QueueLine[];
  /** Where all of its kind are listed, if there are more. */
  all: { label: string; to: string } | null;
};

export type HomeQueue = ReturnType<typeof queueOf>;

const mostLines = 20;

/** Groups the lines, the most urgent first, at most 20 of them. */
export function queueOf(parts: QueuePart[]) {
  let left = mostLines;
  return (Object.keys(queueGroups) as QueueGroup[]).flatMap((group) => {
    const ofGroup = parts.filter((part) => part.group === group);
    const all = ofGroup.flatMap(({ lines }) => lines);
    const lines = all.slice(0, left);
    left -= lines.length;
    const links = new Map(ofGroup.flatMap(({ all }) => (all ? [[all.to, all]] : [])));
    return lines.length > 0 ? [{ label: queueGroups[group].label, lines, links: [...links.values()] }] : [];
  });
}

type SteppedPermit = NumberedPermit & {
  cityPermitNumber: string | null;
  reviewCycle: Parameters<typeof nextReviewCycle>[0];
  dueDate: CalendarDate;
  newPlans: number;
  readySince: CalendarDate | null;
  step: { kind: StepKind; label: string; to: string };
};

/** "Release OAK-26-028, ready since Oct 27, 2026". */
export function stepLine(permit: SteppedPermit): QueueLine {
  const { step, readySince, reviewCycle, newPlans, dueDate } = permit;
  const number = permitNumberText(permit);
  const forCity = permit.cityPermitNumber ?? number;
  const next = nextReviewCycle(reviewCycle);
  const due = `, due ${formatDate(dueDate)}`;
  const sentences: Record<StepKind, Omit<QueueLine, "to">> = {
    letter: {
      link: `Release ${number}`,
      after:
        newPlans > 0
          ? `, new plans wait for ${next}`
          : readySince
            ? `, ready since ${formatDate(readySince)}`
            : undefined,
    },
    resubmittal: {
      before: `Resubmitted: ${number}, `,
      link: next ? `start ${next}` : `reopen ${reviewCycle}`,
    },
    cycle: { before: `New plans for ${number}: `, link: `start ${next}` },
    assign: { link: `${step.label} for ${number}`, after: due },
    review: { link: `${step.label} for ${number}`, after: due },
    hand_over: { link: `Hand over the letter of ${forCity}` },
    status: { link: `Update the status of ${number}` },
    plans: { before: "Plans missing: ", link: `upload the plans of ${forCity}` },
    number: { link: `Add your permit number for ${number}` },
  };
  return { ...sentences[step.kind], to: step.to };
}

type WaitingPermit = NumberedPermit & { cityPermitNumber: string | null; waiting: unknown[] };

/** "2 comments wait for a reply about OAK-26-028". */
export const replyLine = (permit: WaitingPermit, to: string, isCity: boolean): QueueLine => ({
  link: `${pluralize(permit.waiting.length, "comment waits", "comments wait")} for a reply`,
  after: ` about ${(isCity && permit.cityPermitNumber) || permitNumberText(permit)}`,
  to,
});

/** "2 emails were not delivered": those that nobody has marked as done. */
export const failedEmailLines = (emails: number): QueueLine[] =>
  emails === 0
    ? []
    : [
        {
          link: `${pluralize(emails, "email was", "emails were")} not delivered`,
          to: addressOfEmails("failed"),
        },
      ];

type DueReview = { id: number; discipline: string; day: CalendarDate; reviewer: string };

const dueText = (day: CalendarDate, today: CalendarDate): string => {
  const { days, label } = dueStatus(day, today);
  return days > 0 ? `due ${formatDate(day)}` : label.replace("Due", "due");
};

/** "Fire of OAK-26-028 is 3 days overdue: Ana Ruiz". */
export const dueLine = (
  permit: NumberedPermit & { id: number },
  { id, discipline, day, reviewer }: DueReview,
  today: CalendarDate,
): QueueLine => ({
  link: `${discipline} of ${permitNumberText(permit)}`,
  after: ` is ${dueText(day, today)}: ${reviewer}`,
  to: `/permits/${permit.id}/assignments/${id}/reviewer`,
});

type OwnReview = NumberedPermit & {
  discipline: string;
  employeeDueDate: CalendarDate | null;
  isReturned: boolean;
};

/** "Decide Fire for OAK-26-028, 3 days overdue", or "Fire was returned to you: OAK-26-028". */
export function ownReviewLine(
  review: OwnReview,
  step: { label: string; to: string },
  today: CalendarDate,
): QueueLine {
  const { discipline, employeeDueDate, isReturned } = review;
  const number = permitNumberText(review);
  if (isReturned) return { before: `${discipline} was returned to you: `, link: number, to: step.to };
  const what = step.label.startsWith("Back-check") ? `${step.label} of ${discipline}` : step.label;
  return {
    link: `${what} for ${number}`,
    after: employeeDueDate ? `, ${dueText(employeeDueDate, today)}` : undefined,
    to: step.to,
  };
}
