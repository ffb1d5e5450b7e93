import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { write } from "~/platform/db/db.server";
import { statementsOf } from "~/testing/statements";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { updatePermit } from "../permits/permit.server";
import type { Viewer } from "../policy";
import { assignments, users } from "../tables.server";
import { countReviewers, employeeSummary, listEmployees, readEmployee } from "./employee-list.server";

let administrator: Viewer;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  const permit = await makePermit(administrator, (await makeCity()).id);
  const bea = await makeViewer("employee", { name: "Bea Long", disciplines: ["Fire", "Civil"] });
  await makeViewer("employee", { name: "Abe Moss", disciplines: ["Fire"] });
  await makeViewer("employee", { name: "Zoe Hart", disciplines: ["Fire"] });
  const nameless = await makeViewer("employee", { email: "nameless@example.test", disciplines: ["Fire"] });
  await assign(permit, bea, "Fire");
  await assign(permit, bea, "Plumbing");
  const done = await assign(permit, bea, "Civil");
  await write(async (tx) => {
    await tx
      .update(assignments)
      .set({ status: "completed" })
      .where(eq(assignments.id, done?.id ?? 0));
    await tx.update(users).set({ firstName: "", lastName: null }).where(eq(users.id, nameless.id));
  });
});

test("the dashboard's card has the first three employees, their open assignments, and the number of employees", async () => {
  const { first, total } = await employeeSummary(administrator);
  expect(total).toBe(4);
  expect(first.map(({ name, openAssignments }) => [name, openAssignments])).toEqual([
    ["Abe Moss", 0],
    ["Bea Long", 2],
    ["nameless@example.test", 0],
  ]);
});

test.each(["employee", "city", null] as const)("the role %s gets 403 for the card", async (role) => {
  await expect(employeeSummary(await makeViewer(role))).rejects.toMatchObject({ status: 403 });
});

test("the number of reviewers includes certified administrators and no city users", async () => {
  const total = async () => (await countReviewers())[0]?.total ?? 0;
  const before = await total();
  await makeViewer("admin", { disciplines: [] });
  await makeViewer("city");
  expect(await total()).toBe(before);
  await makeViewer("admin", { disciplines: ["Fire"] });
  expect(await total()).toBe(before + 1);
});

test("the card counts only open assignments of current cycles", async () => {
  const permit = await makePermit(administrator, (await makeCity()).id);
  const aaron = await makeViewer("employee", { name: "Aaron Abel", disciplines: ["Fire"] });
  await assign(permit, aaron, "Fire");
  const openAssignments = async () =>
    (await employeeSummary(administrator)).first.find(({ name }) => name === "Aaron Abel")?.openAssignments;
  expect(await openAssignments()).toBe(1);
  await updatePermit(administrator, permit.id, { reviewCycle: "PC2" });
  expect(await openAssignments()).toBe(0);
});

describe("the list of employees", () => {
  const found = async (search: string) =>
    (await listEmployees(administrator, { search })).rows.map(({ name }) => name);

  beforeAll(async () => {
    await makeViewer("employee", {
      name: "Ángel Ibarra",
      email: "x_y@list.test",
      disciplines: ["Mechanical"],
    });
    await makeViewer("admin", { name: "Vera Long", email: "xzy@list.test", disciplines: [] });
    await makeViewer("city", { name: "Cy Clerk", email: "clerk@list.test" });
  });

  test("has only reviewers and administrators, in the order of their names", async () => {
    const { rows } = await listEmployees(administrator, { search: "list.test" });
    expect(rows).toMatchObject([
      { name: "Ángel Ibarra", role: "employee", isAdministrator: false, disciplines: ["Mechanical"] },
      { name: "Vera Long", role: "admin", isAdministrator: true, disciplines: [] },
    ]);
    expect(await found("Cy Clerk")).toEqual([]);
  });

  test.each([
    ["first name", "vera"],
    ["last name", "LONG"],
    ["full name", "vera lon"],
    ["email", "XZY@list"],
  ])("can be searched by %s, ignoring case", async (_, search) => {
    expect(await found(search)).toContain("Vera Long");
  });

  test.each(["mechanical", "MECHAN", "Ángel", "ángel", "ÁNGEL IBARRA", "ibarra angel"])(
    "can be searched by discipline and accented name, ignoring case and accents: %s",
    async (search) => {
      expect(await found(search)).toEqual(["Ángel Ibarra"]);
    },
  );

  test("treats SQL wildcards in a search as plain text", async () => {
    expect(await found("x_y@")).toEqual(["Ángel Ibarra"]);
    expect(await found("%")).toEqual([]);
    expect(await found("\\")).toEqual([]);
    expect(await found("'")).toEqual([]);
    expect(await found("\0vera")).toContain("Vera Long");
  });

  test("has ten rows per page, and returns the last page for a page number that is too high", async () => {
    for (let index = 0; index < 12; index += 1) {
      await makeViewer("employee", {
        name: `Paged ${String.fromCharCode(97 + index)}`,
        disciplines: ["Civil"],
      });
    }
    const first = await listEmployees(administrator, { search: "paged" });
    expect(first).toMatchObject({ total: 12, page: 1 });
    expect(first.rows).toHaveLength(10);
    const last = await listEmployees(administrator, { search: "paged", page: 99 });
    expect(last).toMatchObject({ page: 2 });
    expect(last.rows.map(({ name }) => name)).toEqual(["Paged k", "Paged l"]);
  });

  test("runs two statements for any number of rows", async () => {
    expect(await statementsOf(() => listEmployees(administrator, { search: "paged" }))).toBe(2);
    expect(await statementsOf(() => listEmployees(administrator, { search: "Vera" }))).toBe(2);
  });

  test.each(["employee", "city", null] as const)(
    "returns 403 to the role %s, as does a single employee",
    async (role) => {
      const viewer = await makeViewer(role);
      await expect(listEmployees(viewer, {})).rejects.toMatchObject({ status: 403 });
      await expect(readEmployee(viewer, 1)).rejects.toMatchObject({ status: 403 });
    },
  );

  test("readEmployee throws 404 for an unknown employee and for a city user", async () => {
    await expect(readEmployee(administrator, 999_999)).rejects.toMatchObject({ status: 404 });
    const cityUser = await makeViewer("city", { disciplines: ["Fire"] });
    await expect(readEmployee(administrator, cityUser.employeeId ?? 0)).rejects.toMatchObject({
      status: 404,
    });
  });
});
