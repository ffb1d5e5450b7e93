import { isDone } from "~/models/assignments/assignment";
import { listAssignments } from "~/models/assignments/assignment.server";
import type { CalendarDate } from "~/models/calendar-date";
import { dueDateQuestions, laterThanPermit, receivedQuestions } from "~/models/permits/due-date-question";
import { type Permit, readPermit } from "~/models/permits/permit-scope.server";
import { type Capability, may, type Viewer } from "~/models/policy";
import { nullIfNotFound } from "~/models/refusal";

async function permitToAskAbout(viewer: Viewer, id: number, capability: Capability) {
  const permit = await nullIfNotFound(readPermit(viewer, id));
  return permit && may(viewer, capability, permit) ? permit : null;
}

type Dates = { creationDate: CalendarDate; dueDate: CalendarDate; submissionDate: CalendarDate | null };

/** Also about reviews that are due later. */
export async function editQuestions(viewer: Viewer, id: number, dates: Dates): Promise<string[]> {
  const permit = await permitToAskAbout(viewer, id, "permit.edit");
  if (!permit) return [];
  const names = ["creationDate", "dueDate", "submissionDate"] as const;
  if (names.every((name) => dates[name] === permit[name])) return [];
  const reviews = dates.dueDate === permit.dueDate ? [] : await openReviews(viewer, permit);
  return [
    ...dueDateQuestions(dates.dueDate, dates),
    ...reviews.flatMap((review) => laterThanPermit(review, dates.dueDate)),
  ];
}

const openReviews = async (viewer: Viewer, permit: Permit) =>
  (await listAssignments(viewer, permit)).filter(
    ({ reviewCycle, status }) => reviewCycle === permit.reviewCycle && !isDone(status),
  );

type NextDates = { receivedOn?: CalendarDate | null; dueDate?: CalendarDate | null };

export async function nextCycleQuestions(viewer: Viewer, id: number, { receivedOn, dueDate }: NextDates) {
  const permit = await permitToAskAbout(viewer, id, "assignment.edit");
  if (!permit || !dueDate) return [];
  return [...dueDateQuestions(dueDate, permit), ...receivedQuestions(receivedOn, dueDate)];
}

export async function planCheckQuestions(viewer: Viewer, id: number, receivedOn?: CalendarDate) {
  const permit = await permitToAskAbout(viewer, id, "plan-check.manage");
  return permit ? receivedQuestions(receivedOn, permit.dueDate) : [];
}
