import { expect, test } from "vitest";
import { navigationFor } from "./navigation";

const labelsFor = (role: Parameters<typeof navigationFor>[0]["role"]) =>
  navigationFor({ role }).map(({ label }) => label);

test("administrators are led to the permits, employees and city users only to the dashboard", () => {
  expect(labelsFor("admin")).toEqual(expect.arrayContaining(["Dashboard", "Permits"]));
  expect(labelsFor("employee")).not.toContain("Permits");
  expect(labelsFor("city")).toEqual(["Dashboard"]);
});

test("the cities follow the calendar, for administrators alone", () => {
  const labels = labelsFor("admin");
  expect(labels[labels.indexOf("Plan Check Calendar") + 1]).toBe("Cities");
  expect(labelsFor("employee")).not.toContain("Cities");
});

test("a viewer without a role sees every link that anybody sees", () => {
  const seenByAnyUser = new Set([...labelsFor("admin"), ...labelsFor("employee"), ...labelsFor("city")]);
  expect(new Set(labelsFor(null))).toEqual(seenByAnyUser);
});

test("the dashboard is current on its exact address alone", () => {
  const exact = navigationFor({ role: "admin" }).filter((link) => link.exact);
  expect(exact).toEqual([{ to: "/", label: "Dashboard", exact: true }]);
});

test("the links of a navigation tell the page nothing of the policy", () => {
  for (const link of navigationFor({ role: "admin" })) expect(link).not.toHaveProperty("capability");
});
