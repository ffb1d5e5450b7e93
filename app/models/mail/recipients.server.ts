import { and, asc, eq, inArray, ne, type SQL } from "drizzle-orm";
import type { Connection } from "~/platform/db/db.server";
import type { ReviewCycle } from "../permits/permit";
import { nameColumns } from "../person.server";
import {
  type Actor,
  type Capability,
  isApplicant,
  rolesWithCapability,
  type Scope,
  type Viewer,
} from "../policy";
import { ofCycle } from "../review-cycle.server";
import { assignments, employees, users } from "../tables.server";

export type Recipient = Pick<Viewer, "id" | "email" | "firstName" | "lastName" | "role">;

const person = { id: users.id, ...nameColumns, role: users.role };

const canSignIn = and(eq(users.isActive, true), eq(users.isInvited, false));

/** All but whoever acts. */
const canBeNotified = (actor: Actor) =>
  and(canSignIn, isApplicant(actor) ? undefined : ne(users.id, actor.id));

const selectRecipients = (tx: Connection, viewer: Actor, ...conditions: SQL[]): Promise<Recipient[]> =>
  tx
    .select(person)
    .from(users)
    .where(and(canBeNotified(viewer), ...conditions))
    .orderBy(asc(users.id));

const hasRole = (capability: Capability, scope?: Scope) =>
  inArray(users.role, rolesWithCapability(capability, scope));

export const administratorRecipients = (tx: Connection, viewer: Actor) =>
  selectRecipients(tx, viewer, hasRole("permit.create"));

const isUserOf = (cityId: number) => [eq(users.cityId, cityId), hasRole("permit.read", "city")];

export const cityUserRecipients = (tx: Connection, viewer: Actor, cityId: number) =>
  selectRecipients(tx, viewer, ...isUserOf(cityId));

/** Whether a user of the city has this address, in any spelling; whoever acts too. */
export async function isOfCityUser(tx: Connection, cityId: number, address: string): Promise<boolean> {
  const hasAddress = eq(users.email, address.toLowerCase());
  return (await tx.$count(users, and(canSignIn, hasAddress, ...isUserOf(cityId)))) > 0;
}

export const reviewerRecipients = (tx: Connection, viewer: Actor, condition: SQL) =>
  tx
    .select({ ...person, employeeId: employees.id })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(and(canBeNotified(viewer), hasRole("assignment.work"), condition))
    .orderBy(asc(employees.id));

type PermitInCycle = { id: number; reviewCycle: ReviewCycle };

function reviewersOf(tx: Connection, viewer: Actor, permit: PermitInCycle): Promise<Recipient[]> {
  const assigned = tx.select({ id: assignments.employeeId }).from(assignments).where(ofCycle(permit));
  return reviewerRecipients(tx, viewer, inArray(employees.id, assigned));
}

/** The reviewers, or the administrators if none of them can be notified. */
export async function staffRecipients(tx: Connection, viewer: Actor, permit: PermitInCycle) {
  const reviewers = await reviewersOf(tx, viewer, permit);
  return reviewers.length > 0 ? reviewers : administratorRecipients(tx, viewer);
}

export async function allStaffRecipients(tx: Connection, viewer: Actor, permit: PermitInCycle) {
  const administrators = await administratorRecipients(tx, viewer);
  const isOther = ({ id }: Recipient) => !administrators.some((administrator) => administrator.id === id);
  return [...administrators, ...(await reviewersOf(tx, viewer, permit)).filter(isOther)];
}
