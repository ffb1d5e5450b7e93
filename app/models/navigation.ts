import { type Capability, scopeOf, type Viewer } from "./policy";

type Page = { to: string; label: string; capability: Capability };

const pages: Page[] = [
  { to: "/", label: "Dashboard", capability: "navigate.dashboard" },
  { to: "/permits", label: "Permits", capability: "navigate.permits" },
  { to: "/employee-dashboard", label: "Plan Review", capability: "navigate.plan-review" },
  { to: "/plan-check-calendar", label: "Plan Check Calendar", capability: "navigate.calendar" },
  { to: "/cities", label: "Cities", capability: "navigate.cities" },
  { to: "/employees", label: "Employees", capability: "navigate.employees" },
];

/** Of the user menu. What is a document has no scripts, or signs out. */
export const accountLinks: { to: string; label: string; isDocument?: true }[] = [
  { to: "/profile", label: "Profile" },
  { to: "/help", label: "Help", isDocument: true },
  { to: "/api/logout", label: "Sign Out", isDocument: true },
];

export function navigationFor(viewer: Pick<Viewer, "role">) {
  return pages
    .filter(({ capability }) => viewer.role === null || scopeOf(viewer, capability) !== "none")
    .map(({ to, label }) => ({ to, label }));
}
