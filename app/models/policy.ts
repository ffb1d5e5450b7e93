import { Refusal } from "./refusal";

export const roles = {
  admin: { label: "Administrator" },
  employee: { label: "Employee" },
  city: { label: "City User" },
} as const;

export type Role = keyof typeof roles;

export const firstRole: Role = "admin";

export const cityRole: Role = "city";

export const staffRoles = { administrator: "admin", reviewer: "employee" } as const;
export const isAdministrator = (role: Role | null): boolean => role === staffRoles.administrator;

/** Who has come by a status link: no user, and of one permit. */
const applicantRole = "applicant";

type ScopeFacts = {
  includes: (actor: ScopedActor, subject?: Subject) => boolean;
  /** Explains the scope to a viewer who has the capability, but not for a subject. */
  limit?: string;
};

const scopes = {
  all: { includes: () => true },
  own: {
    includes: ({ permitId }, subject) =>
      subject === undefined ||
      subject.isOwn === true ||
      (permitId !== undefined && subject.permitId === permitId),
    limit: "Your role allows this for your own, current work only.",
  },
  city: {
    includes: ({ cityId }, subject) =>
      typeof cityId === "number" && (subject === undefined || subject.cityId === cityId),
    limit: "Your role allows this for your own city only.",
  },
  none: { includes: () => false },
} satisfies Record<string, ScopeFacts>;

export type Scope = keyof typeof scopes;

const allRoles = { admin: "all", employee: "all", city: "all" } as const;
const staff = { admin: "all", employee: "all", city: "none" } as const;
const administrators = { admin: "all", employee: "none", city: "none" } as const;

export const policy = {
  "navigate.dashboard": allRoles,
  "navigate.permits": administrators,
  "navigate.plan-review": staff,
  "navigate.calendar": staff,
  "navigate.cities": administrators,
  "navigate.employees": administrators,

  "dashboard.read": allRoles,
  "dashboard.administer": administrators,
  "statistics.read": staff,
  "portal.open": { admin: "all", employee: "none", city: "city" },
  "profile.edit": { admin: "own", employee: "own", city: "own" },
  "api.read": allRoles,
  "help.read": allRoles,
  "help.read-settings": administrators,

  "permit.browse": staff,
  "permit.read": { admin: "all", employee: "all", city: "city" },
  "permit.create": administrators,
  "permit.submit": { admin: "all", employee: "none", city: "city" },
  "permit.edit": administrators,
  "permit.give-city-number": { admin: "all", employee: "none", city: "city" },
  "permit.delete": administrators,
  "permit.restore": administrators,
  "permit.history": staff,
  "legal-hold.manage": administrators,
  "retention.manage": administrators,

  "plan-file.read": { admin: "all", employee: "all", city: "city" },
  "plan-file.upload": { admin: "all", employee: "own", city: "city" },
  "plan-file.delete": { admin: "all", employee: "own", city: "own" },
  "plan-file.set-aside": administrators,

  "assignment.read": staff,
  "assignment.edit": administrators,
  "assignment.work": { admin: "all", employee: "own", city: "none" },
  "plan-check.browse": staff,
  "plan-check.read": { admin: "all", employee: "all", city: "city" },
  "plan-check.manage": administrators,
  "correction.read": { admin: "all", employee: "all", city: "city" },
  "correction.write": { admin: "all", employee: "own", city: "none" },
  "back-check.write": { admin: "all", employee: "own", city: "none" },
  "private-mark.draw": staff,
  "decision.make": { admin: "all", employee: "own", city: "none" },
  "letter.read": { admin: "all", employee: "all", city: "city" },
  "letter.release": administrators,
  "letter.hand-over": { admin: "all", employee: "none", city: "city" },
  "status-link.manage": { admin: "all", employee: "none", city: "city" },
  "answer.write": { admin: "all", employee: "none", city: "city" },
  "resubmittal.return": administrators,
  "standard-comment.read": staff,
  "standard-comment.manage": administrators,
  "comment.read": { admin: "all", employee: "all", city: "city" },
  "comment.write": { admin: "all", employee: "all", city: "city" },
  "comment.keep-internal": staff,
  "time-entry.read": { admin: "all", employee: "own", city: "none" },
  "time-entry.write": { admin: "all", employee: "own", city: "none" },
  "calendar.read": staff,

  "city.read": { admin: "all", employee: "all", city: "city" },
  "city.manage": administrators,
  "city.export": administrators,
  "city-user.manage": administrators,
  "fee.manage": administrators,
  "pricing.manage": administrators,
  "employee.read": staff,
  "employee.manage": administrators,
  "employee.grant-administrator": administrators,
  "mail.read": administrators,
  "mail.manage": administrators,
  "audit.read": administrators,
  "session.manage": administrators,
} as const satisfies Record<string, Record<Role, Scope>>;

export type Capability = keyof typeof policy;

/** What an applicant may do, for the permit of the link alone: in their scope only this one is their own. */
const ofApplicants: readonly Capability[] = [
  "permit.read",
  "plan-file.read",
  "plan-file.upload",
  "letter.read",
  "answer.write",
];

/** Without a role, they see the navigation and are refused everything else. */
export type Viewer = {
  id: number;
  role: Role | null;
  cityId: number | null;
  employeeId: number | null;
  sessionId: number | null;
  email: string;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
  searchesOnSlash: boolean;
};

/** Who has come by a status link. */
export type Applicant = {
  role: typeof applicantRole;
  permitId: number;
  linkId: number;
  email: string | null;
};

/** A user, or an applicant who has none. */
export type Actor = Viewer | Applicant;

export const applicantBy = (link: Omit<Applicant, "role">): Applicant => ({ role: applicantRole, ...link });

export const isApplicant = (actor: { role: Actor["role"] }): actor is Applicant =>
  actor.role === applicantRole;

export const isReviewer = (viewer: { role: Actor["role"] }) => scopeOf(viewer, "assignment.work") === "own";

/** Whether the viewer has a portal of their own, with their start page and permits. */
export const hasOwnPortal = (viewer: Pick<Viewer, "role">) => scopeOf(viewer, "portal.open") === "city";

export type Subject = { cityId?: number | null; permitId?: number; isOwn?: boolean };

type ScopedActor = { role: Actor["role"]; cityId?: number | null; permitId?: number };

export function scopeOf({ role }: { role: Actor["role"] }, capability: Capability): Scope {
  if (role === applicantRole) return ofApplicants.includes(capability) ? "own" : "none";
  return role === null ? "none" : policy[capability][role];
}

export function may(actor: ScopedActor, capability: Capability, subject?: Subject): boolean {
  return scopes[scopeOf(actor, capability)].includes(actor, subject);
}

export const accessDenied =
  "You don't have permission to access this page. This area contains sensitive information that is restricted to authorized personnel only.";

export function allow(viewer: Actor, capability: Capability, subject?: Subject, message = accessDenied) {
  if (may(viewer, capability, subject)) return;
  const { limit: hint }: ScopeFacts = scopes[scopeOf(viewer, capability)];
  throw new Refusal(403, message, hint ? { hint } : { requiredRoles: roleLabelsWithCapability(capability) });
}

export function rolesWithCapability(capability: Capability, scope?: Scope): Role[] {
  return (Object.keys(roles) as Role[]).filter((role) => {
    const roleScope: Scope = policy[capability][role];
    return scope ? roleScope === scope : roleScope !== "none";
  });
}

export const roleLabelsWithCapability = (capability: Capability): string[] =>
  rolesWithCapability(capability).map((role) => roles[role].label);

export const roleLabel = (role: Role | null): string | null => (role === null ? null : roles[role].label);
