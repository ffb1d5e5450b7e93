import { expect, test } from "vitest";
import { navigationFor } from "./navigation";

const labelsFor = (role: Parameters<typeof navigationFor>[0]["role"]) =>
  navigationFor({ role }).map(({ label }) => label);

test("only administrators have a link to the permits, and all users have one to the dashboard", () => {
  expect(labelsFor("admin")).toEqual(expect.arrayContaining(["Dashboard", "Permits"]));
  expect(labelsFor("employee")).not.toContain("Permits");
  expect(labelsFor("city")).toEqual(["Dashboard"]);
});

test("the cities follow the calendar, only for administrators", () => {
  const labels = labelsFor("admin");
  expect(labels[labels.indexOf("Plan Check Calendar") + 1]).toBe("Cities");
  expect(labelsFor("employee")).not.toContain("Cities");
});

test("a viewer without a role sees every link that any user sees", () => {
  const visibleToAnyUser = new Set([...labelsFor("admin"), ...labelsFor("employee"), ...labelsFor("city")]);
  expect(new Set(labelsFor(null))).toEqual(visibleToAnyUser);
});

test("navigation links do not contain capabilities", () => {
  for (const link of navigationFor({ role: "admin" })) expect(link).not.toHaveProperty("capability");
});
