import { eq, inArray } from "drizzle-orm";
import { env } from "~/env.server";
import { formatDate } from "../calendar-date";
import type { Connection } from "../db.server";
import type { Discipline } from "../discipline";
import { cityBadgeOf } from "../permits/city-status";
import type { PermitStatus, ReviewCycle } from "../permits/permit";
import { displayName } from "../person";
import { pluralize } from "../pluralize";
import { isReviewer, reach, type Viewer } from "../policy";
import { ofCycle } from "../review-cycle.server";
import { assignments, cities, employees, permits } from "../tables.server";
import { type Email, queueMail } from "./mail.server";
import {
  administratorRecipients,
  cityUserRecipients,
  type Recipient,
  reviewerRecipients,
  staffRecipients,
} from "./recipients.server";

export type NewAssignment = { employeeId: number; discipline: Discipline; employeeDueDate: string | null };

/** Tells reviewers, inside a write, what they were given on a permit: one letter each, none to the viewer. */
export async function notifyOfAssignments(
  tx: Connection,
  viewer: Viewer,
  permit: { id: number },
  given: NewAssignment[],
): Promise<void> {
  if (given.length === 0) return;
  const asked = given.map(({ employeeId }) => employeeId);
  const reviewers = await reviewerRecipients(tx, viewer, inArray(employees.id, asked));
  await send(tx, permit, reviewers, (about, reviewer) => {
    const own = given.filter(({ employeeId }) => employeeId === reviewer.employeeId);
    const what = own.map(({ discipline, employeeDueDate }) =>
      employeeDueDate ? `${discipline}, due ${formatDate(employeeDueDate)}` : discipline,
    );
    return {
      subject: `Assigned to you: ${about.title}`,
      lines: [`You were assigned on ${about.long}: ${what.join("; ")}.`],
      path: `/employee-dashboard/permits/${permit.id}`,
    };
  });
}

/**
 * Tells reviewers, inside a write, whose open work they have taken over: one letter each, however many
 * permits it is about, and none to the viewer.
 */
export async function notifyOfTakeover(
  tx: Connection,
  viewer: Viewer,
  former: { name: string },
  taken: { employeeId: number; discipline: Discipline }[],
): Promise<void> {
  if (taken.length === 0) return;
  const asked = taken.map(({ employeeId }) => employeeId);
  const reviewers = await reviewerRecipients(tx, viewer, inArray(employees.id, asked));
  const emails = reviewers.map((reviewer): Email => {
    const own = taken.filter(({ employeeId }) => employeeId === reviewer.employeeId);
    const chosen = [...new Set(own.map(({ discipline }) => discipline))];
    const what = `${pluralize(own.length, "assignment", "assignments")} of ${former.name}`;
    return {
      to: reviewer.email,
      subject: `Assigned to you: ${what}`,
      lines: [
        `Hello ${displayName(reviewer)},`,
        `You have taken over ${what}, in ${chosen.join(", ")}. Status and due dates are as they were.`,
      ],
      link: { label: "Open your dashboard", url: `${env.ORIGIN}/employee-dashboard` },
    };
  });
  await queueMail(tx, ...emails);
}

/** Tells the administrators, inside a write, of a permit that a city has submitted; never the viewer. */
export async function notifyOfSubmission(
  tx: Connection,
  viewer: Viewer,
  permit: { id: number },
): Promise<void> {
  await send(tx, permit, await administratorRecipients(tx, viewer), (about) => ({
    subject: `New submission: ${about.title}`,
    lines: [`${about.cityName} has submitted ${about.long}.`, `It is due ${formatDate(about.dueDate)}.`],
    path: `/permits/${permit.id}`,
  }));
}

/**
 * Tells, inside a write, of files that were added to a permit. What a city adds is told to the reviewers
 * of its current cycle, or to the administrators when there is nobody to tell; what others add, to its city.
 */
export async function notifyOfFiles(
  tx: Connection,
  viewer: Viewer,
  permit: { id: number; cityId: number; reviewCycle: ReviewCycle },
  added: { reviewCycle: ReviewCycle; files: string[] },
): Promise<void> {
  const isFromCity = reach(viewer, "plan-file.upload") === "city";
  const people = isFromCity
    ? await staffRecipients(tx, viewer, permit)
    : await cityUserRecipients(tx, viewer, permit.cityId);
  const count = added.files.length === 1 ? "a file" : `${added.files.length} files`;
  await send(tx, permit, people, (about, person) => ({
    subject: `Files added: ${about.title}`,
    lines: [
      `${isFromCity ? about.cityName : env.PROVIDER_NAME} has added ${count} to ${about.long}, for ${added.reviewCycle}:`,
      added.files.join(", "),
    ],
    path: isFromCity ? pathFor(person, permit.id) : cityPath(permit.id),
  }));
}

/** Tells a permit's city of its new status, inside a write, in the city's words. */
export async function notifyOfStatus(
  tx: Connection,
  viewer: Viewer,
  permit: { id: number; cityId: number; reviewCycle: ReviewCycle; status: PermitStatus },
): Promise<void> {
  const people = await cityUserRecipients(tx, viewer, permit.cityId);
  if (people.length === 0) return;
  const [assignment] = await tx
    .select({ id: assignments.id })
    .from(assignments)
    .where(ofCycle(permit))
    .limit(1);
  const { label, note } = cityBadgeOf(permit.status, assignment !== undefined);
  const status = note ? `${label} (${note})` : label;
  await send(tx, permit, people, (about) => ({
    subject: `${status}: ${about.title}`,
    lines: [
      `The status of ${about.long} is now ${status}.`,
      permit.status === "resubmittal_required"
        ? `${env.PROVIDER_NAME} needs corrected plans: add them on the permit's page.`
        : "",
    ],
    path: cityPath(permit.id),
  }));
}

const cityPath = (permitId: number) => `/oakvilles/permits/${permitId}`;

const pathFor = (one: Pick<Viewer, "role">, permitId: number) =>
  isReviewer(one) ? `/employee-dashboard/permits/${permitId}` : `/permits/${permitId}`;

type Draft = { subject: string; lines: string[]; path: string };
type About = Awaited<ReturnType<typeof aboutPermit>>;

async function aboutPermit(tx: Connection, id: number) {
  const [permit] = await tx
    .select({
      urban37PermitNumber: permits.urban37PermitNumber,
      revisionNumber: permits.revisionNumber,
      projectName: permits.projectName,
      projectAddress: permits.projectAddress,
      dueDate: permits.dueDate,
      cityName: cities.cityName,
    })
    .from(permits)
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .where(eq(permits.id, id));
  if (!permit) throw new Error("The permit to tell of is not there");
  const number = [permit.urban37PermitNumber, permit.revisionNumber].filter(Boolean).join(" ");
  return {
    cityName: permit.cityName,
    dueDate: permit.dueDate,
    title: `${number}, ${permit.projectName}`,
    long: `${number}, ${permit.projectName}, ${permit.projectAddress}`,
  };
}

/** Queues a letter to each: two statements however many they are. */
async function send<One extends Recipient>(
  tx: Connection,
  { id }: { id: number },
  people: One[],
  draft: (about: About, one: One) => Draft,
): Promise<void> {
  if (people.length === 0) return;
  const about = await aboutPermit(tx, id);
  const emails = people.map((one): Email => {
    const { subject, lines, path } = draft(about, one);
    return {
      to: one.email,
      subject,
      lines: [`Hello ${displayName(one)},`, ...lines.filter(Boolean)],
      link: { label: "Open the permit", url: `${env.ORIGIN}${path}` },
    };
  });
  await queueMail(tx, ...emails);
}
