import { describe, expect, test } from "vitest";
import {
  accessDenied,
  allow,
  type Capability,
  hasOwnPortal,
  may,
  policy,
  type Role,
  reach,
  roleLabel,
  rolesThat,
  rolesWith,
  type Viewer,
} from "./policy";
import { Refusal } from "./refusal";

const person = (role: Role | null, cityId: number | null = null): Viewer => ({
  id: 1,
  role,
  cityId,
  employeeId: null,
  sessionId: null,
  email: "somebody@example.test",
  firstName: null,
  lastName: null,
  profileImageUrl: null,
});

const viewers = {
  administrator: person("admin"),
  employee: person("employee"),
  cityUser: person("city", 1),
  cityUserWithoutCity: person("city"),
  nobody: person(null, 1),
};

type Answers = {
  /** Who may without a subject, in the order administrator, employee, city user. */
  general: string;
  /** Who may for a subject of the viewer's own that is in the city user's city. */
  own: string;
  /** Who may for somebody else's subject in the city user's city. */
  sameCity: string;
  /** Who may for somebody else's subject in another city. */
  otherCity: string;
};

const everybody: Answers = { general: "aec", own: "aec", sameCity: "aec", otherCity: "aec" };
const staff: Answers = { general: "ae", own: "ae", sameCity: "ae", otherCity: "ae" };
const administrators: Answers = { general: "a", own: "a", sameCity: "a", otherCity: "a" };
const scoped: Answers = { general: "aec", own: "aec", sameCity: "aec", otherCity: "ae" };
const portal: Answers = { general: "ac", own: "ac", sameCity: "ac", otherCity: "a" };
const work: Answers = { general: "ae", own: "ae", sameCity: "a", otherCity: "a" };

const expected: Record<Capability, Answers> = {
  "navigate.dashboard": everybody,
  "navigate.permits": administrators,
  "navigate.plan-review": staff,
  "navigate.calendar": staff,
  "navigate.cities": administrators,
  "navigate.employees": administrators,
  "dashboard.read": everybody,
  "dashboard.administer": administrators,
  "statistics.read": staff,
  "portal.open": portal,
  "profile.edit": { general: "aec", own: "aec", sameCity: "", otherCity: "" },
  "permit.browse": staff,
  "permit.read": scoped,
  "permit.create": administrators,
  "permit.submit": portal,
  "permit.edit": administrators,
  "permit.delete": administrators,
  "permit.history": staff,
  "plan-file.read": scoped,
  "plan-file.upload": { general: "aec", own: "aec", sameCity: "ac", otherCity: "a" },
  "plan-file.delete": { general: "aec", own: "aec", sameCity: "a", otherCity: "a" },
  "assignment.read": staff,
  "assignment.edit": administrators,
  "assignment.work": work,
  "comment.read": scoped,
  "comment.write": scoped,
  "time-entry.read": work,
  "time-entry.write": work,
  "calendar.read": staff,
  "city.read": scoped,
  "city.manage": administrators,
  "city-user.manage": administrators,
  "fee.manage": administrators,
  "pricing.manage": administrators,
  "employee.read": staff,
  "employee.manage": administrators,
  "employee.grant-administrator": administrators,
  "mail.read": administrators,
};

const capabilities = Object.keys(policy) as Capability[];
const letters = { a: viewers.administrator, e: viewers.employee, c: viewers.cityUser };

function whoMay(capability: Capability, subject?: { cityId: number; isOwn: boolean }): string {
  return Object.entries(letters)
    .filter(([, viewer]) => may(viewer, capability, subject))
    .map(([letter]) => letter)
    .join("");
}

describe.each(capabilities)("%s", (capability) => {
  test("is given to the roles of the table, and to no other", () => {
    const answers: Answers = {
      general: whoMay(capability),
      own: whoMay(capability, { cityId: 1, isOwn: true }),
      sameCity: whoMay(capability, { cityId: 1, isOwn: false }),
      otherCity: whoMay(capability, { cityId: 2, isOwn: false }),
    };
    expect(answers).toEqual(expected[capability]);
  });

  test("is refused to a viewer without a role, whatever it is asked about", () => {
    expect(reach(viewers.nobody, capability)).toBe("none");
    expect(may(viewers.nobody, capability)).toBe(false);
    expect(may(viewers.nobody, capability, { cityId: 1, isOwn: true })).toBe(false);
  });
});

test("a city user of no city reaches nothing that goes by city", () => {
  const byCity = capabilities.filter((capability) => policy[capability].city === "city");
  expect(byCity).toContain("permit.read");
  for (const capability of byCity) {
    expect(may(viewers.cityUserWithoutCity, capability)).toBe(false);
    expect(may(viewers.cityUserWithoutCity, capability, { cityId: null })).toBe(false);
    expect(may(viewers.cityUserWithoutCity, capability, { cityId: 1 })).toBe(false);
  }
});

test("a subject that does not say whose it is belongs to nobody", () => {
  expect(may(viewers.employee, "plan-file.upload", { cityId: 1 })).toBe(false);
  expect(may(viewers.cityUser, "permit.read", {})).toBe(false);
});

test("a refusal is a 403 that names the roles which would be let in", async () => {
  const refuse = () => allow(viewers.cityUser, "permit.browse");
  expect(refuse).toThrow(Refusal);
  try {
    refuse();
  } catch (error) {
    const refusal = error as Refusal;
    expect(refusal.status).toBe(403);
    expect(await refusal.json()).toEqual({
      message: accessDenied,
      requiredRoles: ["Administrator", "Employee"],
    });
  }
});

test("what is allowed passes silently", () => {
  expect(() => allow(viewers.administrator, "permit.edit")).not.toThrow();
});

test("the roles that have a capability are named by their labels", () => {
  expect(rolesWith("fee.manage")).toEqual(["Administrator"]);
  expect(rolesWith("permit.read")).toEqual(["Administrator", "Employee", "City User"]);
});

test("a role has its label, and none has none", () => {
  expect(roleLabel("admin")).toBe("Administrator");
  expect(roleLabel("employee")).toBe("Employee");
  expect(roleLabel("city")).toBe("City User");
  expect(roleLabel(null)).toBeNull();
});

test("a query is told which roles have a capability, or have it just so far", () => {
  expect(rolesThat("permit.create")).toEqual(["admin"]);
  expect(rolesThat("assignment.work")).toEqual(["admin", "employee"]);
  expect(rolesThat("permit.read", "city")).toEqual(["city"]);
});

test("a city's user has a portal of its own, and nobody else", () => {
  const having = Object.entries(viewers).filter(([, viewer]) => hasOwnPortal(viewer));
  expect(having.map(([name]) => name)).toEqual(["cityUser", "cityUserWithoutCity"]);
});
