import { eq, inArray } from "drizzle-orm";
import type { Connection } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { addressOfCalendar } from "../assignments/calendar-filter";
import { formatDate } from "../calendar-date";
import type { Discipline } from "../discipline";
import { cityBadgeOf } from "../permits/city-status";
import {
  isBefore,
  type PermitStatus,
  permitNumberText,
  permitStatuses,
  type ReviewCycle,
} from "../permits/permit";
import { permitAddress, portalAddressOf, reviewAddressOf } from "../permits/permit-address";
import { personName } from "../person";
import { pluralize } from "../pluralize";
import { hasOwnPortal, scopeOf, type Viewer } from "../policy";
import { pick } from "../shown-fields";
import { cities, employees, permits } from "../tables.server";
import { type Email, emailTo, queueEmails, queueHeldEmails, queueJoinedEmail } from "./mail.server";
import { readRecipientSteps } from "./recipient-step.server";
import {
  administratorRecipients,
  allStaffRecipients,
  cityUserRecipients,
  type Recipient,
  reviewerRecipients,
  staffRecipients,
} from "./recipients.server";

export type NewAssignment = { employeeId: number; discipline: Discipline; employeeDueDate: string | null };

/** `toBackCheck` has a discipline for each correction to back-check. Call inside a transaction, as all these functions. */
export async function notifyOfAssignments(
  tx: Connection,
  viewer: Viewer,
  permit: { id: number },
  added: NewAssignment[],
  toBackCheck: readonly Discipline[] = [],
): Promise<void> {
  if (added.length === 0) return;
  const employeeIds = added.map(({ employeeId }) => employeeId);
  const reviewers = await reviewerRecipients(tx, viewer, inArray(employees.id, employeeIds));
  const draft = (about: About, reviewer: (typeof reviewers)[number]): Draft => {
    const assigned = added.filter(({ employeeId }) => employeeId === reviewer.employeeId);
    const disciplines = assigned.map(dueText);
    const waiting = toBackCheck.filter((discipline) => assigned.some((row) => row.discipline === discipline));
    const corrections = pluralize(waiting.length, "correction", "corrections");
    return {
      subject: `Assigned to you: ${about.title}`,
      lines: [
        `You were assigned to ${about.long}: ${disciplines.join("; ")}.`,
        waiting.length > 0 ? `${corrections} to back-check.` : "",
      ],
      path: reviewAddressOf(permit.id),
      disciplines: assigned.map(({ discipline }) => discipline),
    };
  };
  await queuePermitEmails(tx, permit, reviewers, draft, toBackCheck);
}

/** One email for all permits of a reviewer; of a single permit its own. */
export async function notifyOfGivenAssignments(
  tx: Connection,
  viewer: Viewer,
  given: (NewAssignment & { permitId: number })[],
): Promise<void> {
  if (given.length === 0) return;
  const employeeIds = [...new Set(given.map(({ employeeId }) => employeeId))];
  const reviewers = await reviewerRecipients(tx, viewer, inArray(employees.id, employeeIds));
  for (const reviewer of reviewers) {
    const rows = given.filter(({ employeeId }) => employeeId === reviewer.employeeId);
    const [id, ...otherIds] = new Set(rows.map(({ permitId }) => permitId));
    if (id !== undefined && otherIds.length === 0) {
      await notifyOfAssignments(tx, viewer, { id }, rows);
      continue;
    }
    const lines: string[] = [];
    for (const row of rows) {
      const { long } = await aboutPermit(tx, row.permitId);
      lines.push(`${long}: ${dueText(row)}`);
    }
    const count = pluralize(lines.length, "review", "reviews");
    const email = emailTo(reviewer, {
      subject: `Assigned to you: ${count}`,
      lines: [`${count} were assigned to you:`, ...lines],
      label: "Open the calendar",
      path: addressOfCalendar({ view: "open", employeeId: reviewer.employeeId ?? undefined }),
    });
    await queueEmails(tx, email);
  }
}

const dueText = ({ discipline, employeeDueDate }: NewAssignment) =>
  employeeDueDate ? `${discipline}, due ${formatDate(employeeDueDate)}` : discipline;

type ReturnedReview = { employeeId: number; discipline: Discipline; remark: string };

export async function notifyOfReturn(
  tx: Connection,
  viewer: Viewer,
  permit: { id: number },
  { employeeId, discipline, remark }: ReturnedReview,
): Promise<void> {
  const reviewers = await reviewerRecipients(tx, viewer, eq(employees.id, employeeId));
  await queuePermitEmails(tx, permit, reviewers, (about) => ({
    subject: `Returned to you: ${about.title} (${discipline})`,
    lines: [`${personName(viewer)} asks you to look again: ${remark}`],
    path: `${reviewAddressOf(permit.id)}?discipline=${discipline}`,
    disciplines: [discipline],
  }));
}

/** One email for all permits. */
export async function notifyOfTakeover(
  tx: Connection,
  viewer: Viewer,
  former: { name: string },
  takenOver: { employeeId: number; discipline: Discipline }[],
): Promise<void> {
  if (takenOver.length === 0) return;
  const employeeIds = [...new Set(takenOver.map(({ employeeId }) => employeeId))];
  const reviewers = await reviewerRecipients(tx, viewer, inArray(employees.id, employeeIds));
  const emails = reviewers.map((reviewer) => {
    const assigned = takenOver.filter(({ employeeId }) => employeeId === reviewer.employeeId);
    const disciplines = [...new Set(assigned.map(({ discipline }) => discipline))];
    const workload = `${pluralize(assigned.length, "assignment", "assignments")} of ${former.name}`;
    const line = `You have taken over ${workload}, in ${disciplines.join(", ")}. Status and due dates have not changed.`;
    return emailTo(reviewer, {
      subject: `Assigned to you: ${workload}`,
      lines: [line],
      label: "Open the calendar",
      path: addressOfCalendar({ view: "open", employeeId: reviewer.employeeId ?? undefined }),
    });
  });
  await queueEmails(tx, ...emails);
}

export async function notifyOfSubmission(tx: Connection, viewer: Viewer, permit: { id: number }) {
  await queuePermitEmails(tx, permit, await administratorRecipients(tx, viewer), (about) => ({
    subject: `New submission: ${about.title}`,
    lines: [`${about.cityName} has submitted ${about.long}.`, `It is due ${formatDate(about.dueDate)}.`],
    path: `/permits/${permit.id}`,
  }));
}

/** Tells the other side, and of new plans who can start their cycle. Files within five minutes are in one email. */
export async function notifyOfFiles(
  tx: Connection,
  viewer: Viewer,
  permit: { id: number; cityId: number; reviewCycle: ReviewCycle },
  added: { reviewCycle: ReviewCycle; files: string[] },
): Promise<void> {
  const isFromCity = scopeOf(viewer, "plan-file.upload") === "city";
  const isForLater = isBefore(permit.reviewCycle, added.reviewCycle);
  const recipients = [
    ...(isFromCity ? [] : await cityUserRecipients(tx, viewer, permit.cityId)),
    ...(isForLater ? await allStaffRecipients(tx, viewer, permit) : []),
    ...(isFromCity && !isForLater ? await staffRecipients(tx, viewer, permit) : []),
  ];
  if (recipients.length === 0) return;
  const about = await aboutPermit(tx, permit.id);
  const stepOf = await readRecipientSteps(tx, permit.id);
  const subject = `${isForLater ? "New plans" : "Files added"}: ${about.title}`;
  const topic = ["files", permit.id, added.reviewCycle, isFromCity ? "city" : "provider", isForLater].join(
    " ",
  );
  const draft = (recipient: Recipient, files: string[]): Draft => ({
    subject,
    lines: [
      `${isFromCity ? about.cityName : env.PROVIDER_NAME} has added ${files.length === 1 ? "a file" : `${files.length} files`} to ${about.long}, for ${added.reviewCycle}:`,
      files.join(", "),
      isForLater && !hasOwnPortal(recipient) ? `${added.reviewCycle} has not been started yet.` : "",
    ],
    path: permitAddress(recipient, permit.id),
  });
  for (const recipient of recipients) {
    const joining = { to: recipient.email, topic, items: added.files };
    await queueJoinedEmail(tx, joining, (files) => permitEmail(recipient, draft(recipient, files), stepOf));
  }
}

async function notifyOfStatus(tx: Connection, viewer: Viewer, permit: PermitOfCity) {
  const recipients = await cityUserRecipients(tx, viewer, permit.cityId);
  const status = cityWordOf(permit);
  const emails = await permitEmails(tx, permit, recipients, (about) => ({
    subject: `${status}: ${about.title}`,
    lines: [
      `The status of ${about.long} is now ${status}.`,
      permitStatuses[permit.status].holder === "applicant"
        ? `${env.PROVIDER_NAME} needs corrected plans: add them on the permit's page.`
        : "",
    ],
    path: portalAddressOf(permit.id),
  }));
  return queueHeldEmails(tx, emails);
}

function cityWordOf({ status, isAssigned }: Pick<PermitOfCity, "status" | "isAssigned">): string {
  const { label, second } = cityBadgeOf(status, isAssigned);
  return second?.label ?? label;
}

type PermitOfCity = { id: number; cityId: number; status: PermitStatus; isAssigned: boolean };

/** One email for all permits of a city. Returns the ids of the emails, which are held back while the status can be taken back. */
export async function notifyOfStatuses(
  tx: Connection,
  viewer: Viewer,
  changed: PermitOfCity[],
): Promise<number[]> {
  const queued: number[] = [];
  for (const cityId of new Set(changed.map((permit) => permit.cityId))) {
    const ofCity = changed.filter((permit) => permit.cityId === cityId);
    const [only, ...more] = ofCity;
    if (only && more.length === 0) {
      queued.push(...(await notifyOfStatus(tx, viewer, only)));
      continue;
    }
    const recipients = await cityUserRecipients(tx, viewer, cityId);
    if (recipients.length === 0) continue;
    const lines: string[] = [];
    for (const permit of ofCity) {
      lines.push(`${(await aboutPermit(tx, permit.id)).long}: ${cityWordOf(permit)}`);
    }
    const count = pluralize(lines.length, "permit", "permits");
    const emails = recipients.map((recipient) =>
      emailTo(recipient, {
        subject: `The status of ${count} has changed`,
        lines: [`The status of ${count} has changed:`, ...lines],
        label: "Open the permits",
        path: "/oakvilles",
      }),
    );
    queued.push(...(await queueHeldEmails(tx, emails)));
  }
  return queued;
}

/** `disciplines` are those that it is about, if it is about some of a reviewer's. */
type Draft = { subject: string; lines: string[]; path: string; disciplines?: Discipline[] };
type About = Awaited<ReturnType<typeof aboutPermit>>;

export async function aboutPermit(tx: Connection, id: number) {
  const [permit] = await tx
    .select({
      ...pick(permits, "urban37PermitNumber", "revisionNumber", "projectName", "projectAddress", "dueDate"),
      cityName: cities.cityName,
    })
    .from(permits)
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .where(eq(permits.id, id));
  if (!permit) throw new Error(`Permit ${id} does not exist`);
  const number = permitNumberText(permit);
  return {
    ...pick(permit, "cityName", "dueDate"),
    title: `${number}, ${permit.projectName}`,
    long: `${number}, ${permit.projectName}, ${permit.projectAddress}`,
  };
}

export async function queuePermitEmails<To extends Recipient>(
  tx: Connection,
  permit: { id: number },
  recipients: To[],
  draft: (about: About, recipient: To) => Draft,
  toBackCheck?: readonly Discipline[],
): Promise<void> {
  await queueEmails(tx, ...(await permitEmails(tx, permit, recipients, draft, toBackCheck)));
}

async function permitEmails<To extends Recipient>(
  tx: Connection,
  { id }: { id: number },
  recipients: To[],
  draft: (about: About, recipient: To) => Draft,
  toBackCheck?: readonly Discipline[],
): Promise<Email[]> {
  if (recipients.length === 0) return [];
  const about = await aboutPermit(tx, id);
  const stepOf = await readRecipientSteps(tx, id, toBackCheck);
  return recipients.map((recipient) => permitEmail(recipient, draft(about, recipient), stepOf));
}

type StepOf = Awaited<ReturnType<typeof readRecipientSteps>>;

/** Its link leads to what the recipient does next, or to the permit. */
function permitEmail(recipient: Recipient, { disciplines, ...draft }: Draft, stepOf: StepOf): Email {
  const step = stepOf(recipient, disciplines);
  return emailTo(recipient, {
    ...draft,
    label: step?.label ?? "Open the permit",
    path: step?.to ?? draft.path,
  });
}
