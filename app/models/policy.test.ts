import { describe, expect, test } from "vitest";
import {
  accessDenied,
  allow,
  type Capability,
  hasOwnPortal,
  isAdministrator,
  isReviewer,
  may,
  policy,
  type Reach,
  type Role,
  reach,
  roleLabel,
  roles,
  rolesWithCapability,
  roleLabelsWithCapability,
  type Subject,
  type Viewer,
} from "./policy";
import { Refusal } from "./refusal";

// How the policy is read. What it says is proven where people meet it, by the table of access.test.ts.

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

const capabilities = Object.keys(policy) as Capability[];
const everyRole = Object.keys(roles) as Role[];

/** Every role with every capability that goes just so far for it. */
const reaching = (far: Reach) =>
  everyRole.flatMap((role) =>
    capabilities
      .filter((capability) => policy[capability][role] === far)
      .map((capability) => ({ role, capability })),
  );

const subjects: Record<string, Subject | undefined> = {
  "nothing in particular": undefined,
  "what says nothing of itself": {},
  "one's own": { isOwn: true },
  "somebody else's": { isOwn: false },
  "one's own, in one's city": { isOwn: true, cityId: 1 },
  "somebody else's, in one's city": { isOwn: false, cityId: 1 },
  "one's own, in another city": { isOwn: true, cityId: 2 },
  "somebody else's, in another city": { isOwn: false, cityId: 2 },
  "what is of no city": { cityId: null },
};

const asked = (viewer: Viewer, capability: Capability) =>
  Object.keys(subjects).filter((name) => may(viewer, capability, subjects[name]));

describe.each<[Reach, string[]]>([
  ["all", Object.keys(subjects)],
  ["own", Object.keys(subjects).filter((name) => name.startsWith("one's own") || !subjects[name])],
  ["city", Object.keys(subjects).filter((name) => name.endsWith("in one's city") || !subjects[name])],
  ["none", []],
])("a capability that reaches %s", (far, granted) => {
  test("is had about so much", () => {
    const all = reaching(far);
    expect(all.length).toBeGreaterThan(0);
    for (const { role, capability } of all) {
      expect(reach({ role }, capability)).toBe(far);
      expect(asked(person(role, 1), capability), `${role} ${capability}`).toEqual(granted);
    }
  });

  test("is allowed silently, or refused, as it is had", () => {
    for (const { role, capability } of reaching(far)) {
      for (const [name, subject] of Object.entries(subjects)) {
        const ask = () => allow(person(role, 1), capability, subject);
        if (granted.includes(name)) expect(ask).not.toThrow();
        else expect(ask).toThrow(Refusal);
      }
    }
  });
});

test("a viewer without a role may nothing, whatever it is asked about, even of their city", () => {
  for (const capability of capabilities) {
    expect(reach(person(null), capability)).toBe("none");
    expect(asked(person(null, 1), capability), capability).toEqual([]);
  }
});

test("a city's user without a city reaches nothing that goes by city, not even what is of no city", () => {
  for (const { role, capability } of reaching("city")) {
    expect(asked(person(role), capability), capability).toEqual([]);
  }
});

test("an administrator reaches everything, and of profiles the own", () => {
  expect(capabilities.filter((capability) => policy[capability].admin !== "all")).toEqual(["profile.edit"]);
});

test("no city's user reaches beyond the city, but to what is of no city: the start page, the API's description", () => {
  const unlimited = capabilities.filter((capability) => policy[capability].city === "all");
  expect(unlimited).toEqual(["navigate.dashboard", "dashboard.read", "api.read"]);
});

test("nobody but a city's users has anything by city", () => {
  expect(new Set(reaching("city").map(({ role }) => role))).toEqual(new Set(["city"]));
});

test("only files, work, hours and profiles are somebody's own", () => {
  const nouns = reaching("own").map(({ capability }) => capability.split(".")[0]);
  expect(new Set(nouns)).toEqual(new Set(["plan-file", "assignment", "time-entry", "profile"]));
});

test("everybody with a role edits the own profile, and nobody another's", () => {
  expect(new Set(Object.values(policy["profile.edit"]))).toEqual(new Set(["own"]));
});

test("files are read by those who read their permit", () => {
  expect(policy["plan-file.read"]).toEqual(policy["permit.read"]);
});

test.each([
  ["employee.grant-administrator", "employee.manage"],
  ["permit.submit", "portal.open"],
  ["assignment.work", "assignment.read"],
  ["comment.write", "comment.read"],
  ["time-entry.write", "time-entry.read"],
] as const)("nobody has %s without %s", (capability, needed) => {
  expect(rolesWithCapability(needed)).toEqual(expect.arrayContaining(rolesWithCapability(capability)));
});

const refusalOf = (viewer: Viewer, capability: Capability, subject?: Subject) => {
  try {
    allow(viewer, capability, subject);
  } catch (error) {
    if (error instanceof Refusal) return error;
  }
  throw new Error(`${viewer.role} was let in to ${capability}`);
};

test("a refusal is a 403 that names the roles which would be let in to those who have none of them", () => {
  for (const capability of capabilities) {
    for (const role of [null, ...everyRole.filter((each) => policy[capability][each] === "none")]) {
      const { status, message, details } = refusalOf(person(role, 1), capability);
      const named = { status: 403, message: accessDenied, details: { requiredRoles: roleLabelsWithCapability(capability) } };
      expect({ status, message, details }).toEqual(named);
    }
  }
});

test.each([
  ["own", { isOwn: false }, "Your role allows this for your own, current work only."],
  ["city", { cityId: 2 }, "Your role allows this for your own city only."],
] as const)(
  "one for somebody who has it by %s names no roles, and says how far it goes",
  (far, other, hint) => {
    for (const { role, capability } of reaching(far)) {
      const { status, message, details } = refusalOf(person(role, 1), capability, other);
      expect({ status, message, details }).toEqual({ status: 403, message: accessDenied, details: { hint } });
    }
  },
);

test("a query is told which roles have a capability, or have it just so far", () => {
  expect(rolesWithCapability("permit.create")).toEqual(["admin"]);
  expect(rolesWithCapability("assignment.work")).toEqual(["admin", "employee"]);
  expect(rolesWithCapability("assignment.work", "own")).toEqual(["employee"]);
  expect(rolesWithCapability("permit.read", "city")).toEqual(["city"]);
});

test("the roles that have a capability are named by their labels, in the order of the roles", () => {
  const labels = capabilities.map((capability) => roleLabelsWithCapability(capability).join(", "));
  expect(new Set(labels)).toEqual(
    new Set([
      "Administrator",
      "Administrator, Employee",
      "Administrator, City User",
      "Administrator, Employee, City User",
    ]),
  );
});

test("a role has its label, and none has none", () => {
  expect(roleLabel("admin")).toBe("Administrator");
  expect(roleLabel("employee")).toBe("Employee");
  expect(roleLabel("city")).toBe("City User");
  expect(roleLabel(null)).toBeNull();
});

test("each role has its part: administering, reviewing, or a portal of its own", () => {
  const those = (has: (role: Role | null) => boolean) => [...everyRole, null].filter(has);
  expect(those(isAdministrator)).toEqual(["admin"]);
  expect(those((role) => isReviewer({ role }))).toEqual(["employee"]);
  expect(those((role) => hasOwnPortal({ role }))).toEqual(["city"]);
});
