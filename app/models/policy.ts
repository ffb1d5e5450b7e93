import { Refusal } from "./refusal";

export const roles = {
  admin: { label: "Administrator" },
  employee: { label: "Employee" },
  city: { label: "City User" },
} as const;

export type Role = keyof typeof roles;

/** Whom the operator makes on the command line, to let everybody else in. */
export const firstRole: Role = "admin";

/** Whom a city's own page invites. */
export const cityRole: Role = "city";

/** What the provider's people are: those who administer, and those who only review. */
export const staffRoles = { administrator: "admin", reviewer: "employee" } as const;
export const isAdministrator = (role: Role | null): boolean => role === staffRoles.administrator;

/** How far a capability goes: everything, the viewer's own, the viewer's city, or nothing. */
export type Reach = "all" | "own" | "city" | "none";

const everybody = { admin: "all", employee: "all", city: "all" } as const;
const staff = { admin: "all", employee: "all", city: "none" } as const;
const administrators = { admin: "all", employee: "none", city: "none" } as const;

export const policy = {
  "navigate.dashboard": everybody,
  "navigate.permits": administrators,
  "navigate.plan-review": staff,
  "navigate.calendar": staff,
  "navigate.cities": administrators,
  "navigate.employees": administrators,

  "dashboard.read": everybody,
  "dashboard.administer": administrators,
  "statistics.read": staff,
  "portal.open": { admin: "all", employee: "none", city: "city" },
  "profile.edit": { admin: "own", employee: "own", city: "own" },
  "api.read": everybody,

  "permit.browse": staff,
  "permit.read": { admin: "all", employee: "all", city: "city" },
  "permit.create": administrators,
  "permit.submit": { admin: "all", employee: "none", city: "city" },
  "permit.edit": administrators,
  "permit.give-city-number": { admin: "all", employee: "none", city: "city" },
  "permit.delete": administrators,
  "permit.history": staff,

  "plan-file.read": { admin: "all", employee: "all", city: "city" },
  "plan-file.upload": { admin: "all", employee: "own", city: "city" },
  "plan-file.delete": { admin: "all", employee: "own", city: "own" },

  "assignment.read": staff,
  "assignment.edit": administrators,
  "assignment.work": { admin: "all", employee: "own", city: "none" },
  "comment.read": { admin: "all", employee: "all", city: "city" },
  "comment.write": { admin: "all", employee: "all", city: "city" },
  "time-entry.read": { admin: "all", employee: "own", city: "none" },
  "time-entry.write": { admin: "all", employee: "own", city: "none" },
  "calendar.read": staff,

  "city.read": { admin: "all", employee: "all", city: "city" },
  "city.manage": administrators,
  "city-user.manage": administrators,
  "fee.manage": administrators,
  "pricing.manage": administrators,
  "employee.read": staff,
  "employee.manage": administrators,
  "employee.grant-administrator": administrators,
  "mail.read": administrators,
} as const satisfies Record<string, Record<Role, Reach>>;

export type Capability = keyof typeof policy;

/** Who is looking. A viewer without a role sees the navigation and is refused everything else. */
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
};

/** Whether the viewer is a plan reviewer, whose page of a permit is the review page. */
export const isReviewer = (viewer: Pick<Viewer, "role">): boolean =>
  reach(viewer, "assignment.work") === "own";

/** Whether the viewer has a portal of their own, which is their home and their page of a permit. */
export const hasOwnPortal = (viewer: Pick<Viewer, "role">): boolean =>
  reach(viewer, "portal.open") === "city";

/** What a capability is asked about: whose city it is in, and whether it is the viewer's own. */
export type Subject = { cityId?: number | null; isOwn?: boolean };

/** How far a capability goes for a viewer, without looking at any row. */
export function reach(viewer: Pick<Viewer, "role">, capability: Capability): Reach {
  return viewer.role === null ? "none" : policy[capability][viewer.role];
}

/** Whether a viewer may do something, to a subject where one is given. Use `allow` to refuse. */
export function may(viewer: Viewer, capability: Capability, subject?: Subject): boolean {
  switch (reach(viewer, capability)) {
    case "all":
      return true;
    case "own":
      return subject === undefined || subject.isOwn === true;
    case "city":
      return viewer.cityId !== null && (subject === undefined || subject.cityId === viewer.cityId);
    default:
      return false;
  }
}

export const accessDenied =
  "You don't have permission to access this page. This area contains sensitive information that is restricted to authorized personnel only.";

/** How far a role goes that is refused all the same. */
const limits: Partial<Record<Reach, string>> = {
  own: "Your role allows this for your own, current work only.",
  city: "Your role allows this for your own city only.",
};

/** Refuses with 403, and names the roles that would be let in to whoever has none of them. */
export function allow(viewer: Viewer, capability: Capability, subject?: Subject): void {
  if (may(viewer, capability, subject)) return;
  const hint = limits[reach(viewer, capability)];
  throw new Refusal(403, accessDenied, undefined, hint ? { hint } : { requiredRoles: roleLabelsWithCapability(capability) });
}

/** The roles that have a capability at all, or that have it just so far: what a query asks. */
export function rolesWithCapability(capability: Capability, far?: Reach): Role[] {
  return (Object.keys(roles) as Role[]).filter((role) => {
    const reached: Reach = policy[capability][role];
    return far ? reached === far : reached !== "none";
  });
}

/** The labels of the roles that have a capability at all. */
export const roleLabelsWithCapability = (capability: Capability): string[] =>
  rolesWithCapability(capability).map((role) => roles[role].label);

export const roleLabel = (role: Role | null): string | null => (role === null ? null : roles[role].label);
