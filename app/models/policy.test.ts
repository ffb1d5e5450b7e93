import { describe, expect, test } from "vitest";
import {
  type Actor,
  accessDenied,
  allow,
  applicantBy,
  type Capability,
  hasOwnPortal,
  isAdministrator,
  isApplicant,
  isReviewer,
  may,
  policy,
  type Role,
  roleLabel,
  roleLabelsWithCapability,
  roles,
  rolesWithCapability,
  type Scope,
  type Subject,
  scopeOf,
  type Viewer,
} from "./policy";
import { Refusal } from "./refusal";

// Tests how the policy is read. Its rules are tested by the table in access.test.ts.

const person = (role: Role | null, cityId: number | null = null): Viewer => ({
  id: 1,
  role,
  cityId,
  employeeId: null,
  sessionId: null,
  email: "user@example.test",
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  searchesOnSlash: true,
});

const capabilities = Object.keys(policy) as Capability[];
const everyRole = Object.keys(roles) as Role[];

/** Every role with every capability that has exactly this scope for it. */
const pairsWithScope = (scope: Scope) =>
  everyRole.flatMap((role) =>
    capabilities
      .filter((capability) => policy[capability][role] === scope)
      .map((capability) => ({ role, capability })),
  );

const subjects: Record<string, Subject | undefined> = {
  "no subject": undefined,
  "a subject without details": {},
  "an own subject": { isOwn: true },
  "another user's subject": { isOwn: false },
  "an own subject in the own city": { isOwn: true, cityId: 1 },
  "another user's subject in the own city": { isOwn: false, cityId: 1 },
  "an own subject in another city": { isOwn: true, cityId: 2 },
  "another user's subject in another city": { isOwn: false, cityId: 2 },
  "a subject without a city": { cityId: null },
};

const allowedSubjects = (viewer: Viewer, capability: Capability) =>
  Object.keys(subjects).filter((name) => may(viewer, capability, subjects[name]));

describe.each<[Scope, string[]]>([
  ["all", Object.keys(subjects)],
  ["own", Object.keys(subjects).filter((name) => name.startsWith("an own subject") || !subjects[name])],
  ["city", Object.keys(subjects).filter((name) => name.endsWith("in the own city") || !subjects[name])],
  ["none", []],
])("a capability with the scope %s", (scope, allowed) => {
  test("covers its subjects", () => {
    const all = pairsWithScope(scope);
    expect(all.length).toBeGreaterThan(0);
    for (const { role, capability } of all) {
      expect(scopeOf({ role }, capability)).toBe(scope);
      expect(allowedSubjects(person(role, 1), capability), `${role} ${capability}`).toEqual(allowed);
    }
  });

  test("is refused for all other subjects", () => {
    for (const { role, capability } of pairsWithScope(scope)) {
      for (const [name, subject] of Object.entries(subjects)) {
        const check = () => allow(person(role, 1), capability, subject);
        if (allowed.includes(name)) expect(check).not.toThrow();
        else expect(check).toThrow(Refusal);
      }
    }
  });
});

test("a viewer without a role has no capability, even in their own city", () => {
  for (const capability of capabilities) {
    expect(scopeOf(person(null), capability)).toBe("none");
    expect(allowedSubjects(person(null, 1), capability), capability).toEqual([]);
  }
});

test("a city user without a city has no capability with the scope city, even for a subject without a city", () => {
  for (const { role, capability } of pairsWithScope("city")) {
    expect(allowedSubjects(person(role), capability), capability).toEqual([]);
  }
});

test("an administrator has every capability for all subjects, except editing other profiles", () => {
  expect(capabilities.filter((capability) => policy[capability].admin !== "all")).toEqual(["profile.edit"]);
});

test("city users have the scope all only for the start page, the API documentation and Help", () => {
  const unlimited = capabilities.filter((capability) => policy[capability].city === "all");
  expect(unlimited).toEqual(["navigate.dashboard", "dashboard.read", "api.read", "help.read"]);
});

test("only city users have the scope city", () => {
  expect(new Set(pairsWithScope("city").map(({ role }) => role))).toEqual(new Set(["city"]));
});

test("only files, assignments, their corrections and decisions, hours and profiles have the scope own", () => {
  const nouns = pairsWithScope("own").map(({ capability }) => capability.split(".")[0]);
  expect(new Set(nouns)).toEqual(
    new Set(["plan-file", "assignment", "correction", "back-check", "decision", "time-entry", "profile"]),
  );
});

test("every role can edit only its own profile", () => {
  expect(new Set(Object.values(policy["profile.edit"]))).toEqual(new Set(["own"]));
});

test("every role that can read a permit can read its files", () => {
  expect(policy["plan-file.read"]).toEqual(policy["permit.read"]);
});

test.each([
  ["employee.grant-administrator", "employee.manage"],
  ["permit.submit", "portal.open"],
  ["assignment.work", "assignment.read"],
  ["comment.write", "comment.read"],
  ["time-entry.write", "time-entry.read"],
] as const)("every role that has %s has %s", (capability, required) => {
  expect(rolesWithCapability(required)).toEqual(expect.arrayContaining(rolesWithCapability(capability)));
});

const refusalOf = (viewer: Actor, capability: Capability, subject?: Subject) => {
  try {
    allow(viewer, capability, subject);
  } catch (error) {
    if (error instanceof Refusal) return error;
  }
  throw new Error(`${viewer.role} was allowed ${capability}`);
};

test("allow throws 403 with the roles that have the capability, if the viewer has none of them", () => {
  for (const capability of capabilities) {
    for (const role of [null, ...everyRole.filter((role) => policy[capability][role] === "none")]) {
      const { status, message, details } = refusalOf(person(role, 1), capability);
      const expected = {
        status: 403,
        message: accessDenied,
        details: { requiredRoles: roleLabelsWithCapability(capability) },
      };
      expect({ status, message, details }).toEqual(expected);
    }
  }
});

test.each([
  ["own", { isOwn: false }, "Your role allows this for your own, current work only."],
  ["city", { cityId: 2 }, "Your role allows this for your own city only."],
] as const)(
  "allow throws 403 with the limit and without roles, if the viewer has the scope %s",
  (scope, subject, hint) => {
    for (const { role, capability } of pairsWithScope(scope)) {
      const { status, message, details } = refusalOf(person(role, 1), capability, subject);
      expect({ status, message, details }).toEqual({ status: 403, message: accessDenied, details: { hint } });
    }
  },
);

test("rolesWithCapability returns the roles that have a capability, or have it with one scope", () => {
  expect(rolesWithCapability("permit.create")).toEqual(["admin"]);
  expect(rolesWithCapability("assignment.work")).toEqual(["admin", "employee"]);
  expect(rolesWithCapability("assignment.work", "own")).toEqual(["employee"]);
  expect(rolesWithCapability("permit.read", "city")).toEqual(["city"]);
});

test("the labels of roles with a capability are in the order of the roles", () => {
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

test("a role has a label, and no role has none", () => {
  expect(roleLabel("admin")).toBe("Administrator");
  expect(roleLabel("employee")).toBe("Employee");
  expect(roleLabel("city")).toBe("City User");
  expect(roleLabel(null)).toBeNull();
});

test("each role is one of administrator, reviewer and portal user", () => {
  const rolesWhere = (matches: (role: Role | null) => boolean) => [...everyRole, null].filter(matches);
  expect(rolesWhere(isAdministrator)).toEqual(["admin"]);
  expect(rolesWhere((role) => isReviewer({ role }))).toEqual(["employee"]);
  expect(rolesWhere((role) => hasOwnPortal({ role }))).toEqual(["city"]);
});

describe("an applicant", () => {
  const applicant = applicantBy({ permitId: 7, linkId: 3, email: "ann@example.test" });
  const allowed = capabilities.filter((capability) => scopeOf(applicant, capability) !== "none");

  test("reads the permit, its files and its letters, answers, and sends plans, and does nothing else", () => {
    expect(allowed.toSorted()).toEqual(
      ["permit.read", "plan-file.read", "plan-file.upload", "letter.read", "answer.write"].toSorted(),
    );
    for (const capability of allowed) expect(scopeOf(applicant, capability)).toBe("own");
  });

  test("does so for the permit of the link alone, whatever its city", () => {
    for (const capability of allowed) {
      expect(may(applicant, capability)).toBe(true);
      expect(may(applicant, capability, { permitId: 7, cityId: 1 })).toBe(true);
      for (const subject of [{ permitId: 8 }, { cityId: 1 }, {}, { permitId: undefined, cityId: null }]) {
        expect(may(applicant, capability, subject), capability).toBe(false);
      }
    }
  });

  test("has no capability without a permit", () => {
    const nobody = { role: applicant.role };
    for (const capability of allowed) {
      for (const subject of [{ permitId: 7 }, {}, { permitId: undefined }])
        expect(may(nobody, capability, subject), capability).toBe(false);
    }
  });

  test("is refused everything else, also for that permit and as their own", () => {
    for (const capability of capabilities.filter((one) => !allowed.includes(one))) {
      for (const subject of [undefined, { permitId: 7 }, { permitId: 7, isOwn: true, cityId: 1 }]) {
        expect(may(applicant, capability, subject), capability).toBe(false);
        expect(refusalOf(applicant, capability, subject)).toMatchObject({ status: 403 });
      }
    }
  });

  test("is neither a user nor one of the roles", () => {
    expect(isApplicant(applicant)).toBe(true);
    for (const role of [...everyRole, null]) expect(isApplicant(person(role, 1))).toBe(false);
    expect(everyRole).not.toContain(applicant.role);
    expect([isReviewer(applicant), isAdministrator(null)]).toEqual([false, false]);
  });
});

test("answers are written by administrators and by the permit's city, and reviewers write none", () => {
  expect(policy["answer.write"]).toEqual({ admin: "all", employee: "none", city: "city" });
  expect(policy["status-link.manage"]).toEqual({ admin: "all", employee: "none", city: "city" });
  expect(rolesWithCapability("resubmittal.return")).toEqual(["admin"]);
});
