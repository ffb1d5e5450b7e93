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

type ScopeFacts = {
  includes: (viewer: Pick<Viewer, "cityId">, subject?: Subject) => boolean;
  /** Explains the scope to a viewer who has the capability, but not for a subject. */
  limit?: string;
};

const scopes = {
  all: { includes: () => true },
  own: {
    includes: (_, subject) => subject === undefined || subject.isOwn === true,
    limit: "Your role allows this for your own, current work only.",
  },
  city: {
    includes: ({ cityId }, subject) =>
      cityId !== null && (subject === undefined || subject.cityId === cityId),
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

export const isReviewer = (viewer: Pick<Viewer, "role">) => scopeOf(viewer, "assignment.work") === "own";

/** Whether the viewer has a portal of their own, with their start page and permits. */
export const hasOwnPortal = (viewer: Pick<Viewer, "role">) => scopeOf(viewer, "portal.open") === "city";

export type Subject = { cityId?: number | null; isOwn?: boolean };

export function scopeOf(viewer: Pick<Viewer, "role">, capability: Capability): Scope {
  return viewer.role === null ? "none" : policy[capability][viewer.role];
}

export function may(
  viewer: Pick<Viewer, "role" | "cityId">,
  capability: Capability,
  subject?: Subject,
): boolean {
  return scopes[scopeOf(viewer, capability)].includes(viewer, subject);
}

export const accessDenied =
  "You don't have permission to access this page. This area contains sensitive information that is restricted to authorized personnel only.";

export function allow(viewer: Viewer, capability: Capability, subject?: Subject, message = accessDenied) {
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
