import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { write } from "~/platform/db/db.server";
import { statementsOf } from "~/testing/statements";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import type { Discipline } from "../discipline";
import type { Viewer } from "../policy";
import { assignments, users } from "../tables.server";
import { suggestReviewers } from "./reviewer-suggestion.server";

let administrator: Viewer;
let ada: Viewer;
let bo: Viewer;
let cy: Viewer;
let cityId: number;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  cityId = (await makeCity()).id;
  cy = await makeViewer("employee", { name: "Cy Fire", disciplines: ["Fire"] });
  bo = await makeViewer("employee", { name: "Bo Both", disciplines: ["Fire", "Civil"] });
  ada = await makeViewer("employee", { name: "Ada Fire", disciplines: ["Fire"] });
  const former = await makeViewer("employee", { name: "Abe Former", disciplines: ["Fire"] });
  await write(async (tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, former.id)));
});

async function giveWork(reviewer: Viewer, employeeDueDate: string | null, status: "assigned" | "completed") {
  const assignment = await assign(await makePermit(administrator, cityId), reviewer, "Fire");
  await write(async (tx) =>
    tx
      .update(assignments)
      .set({ employeeDueDate, status })
      .where(eq(assignments.id, assignment?.id ?? 0)),
  );
}

const suggest = async (discipline: Discipline, employeeDueDate: string | null) =>
  (await suggestReviewers(administrator, [{ discipline, employeeDueDate }]))[0];

test("without work, the first by name is suggested, with the reason", async () => {
  expect(await suggest("Fire", "2026-12-04")).toEqual({
    employeeId: ada.employeeId,
    reason: "0 open before Dec 4, certified in Fire",
  });
});

test("where nobody is certified, nobody is suggested", async () => {
  expect(await suggest("Plumbing", "2026-12-04")).toEqual({
    employeeId: null,
    reason: "Nobody is certified in Plumbing: certify a plan reviewer under Employees",
  });
});

test("the least open work due before the day counts: not what is due on it, later, or completed", async () => {
  await giveWork(ada, "2026-12-03", "assigned");
  await giveWork(bo, "2026-11-20", "assigned");
  await giveWork(bo, "2026-12-01", "assigned");
  await giveWork(cy, "2026-12-04", "assigned");
  await giveWork(cy, "2026-12-24", "assigned");
  await giveWork(cy, null, "assigned");
  await giveWork(cy, "2026-11-20", "completed");
  expect(await suggest("Fire", "2026-12-04")).toEqual({
    employeeId: cy.employeeId,
    reason: "0 open before Dec 4, certified in Fire",
  });
  expect(await suggest("Fire", "2026-12-25")).toEqual({
    employeeId: ada.employeeId,
    reason: "1 open before Dec 25, certified in Fire",
  });
});

test("without a due date, all open work counts", async () => {
  expect(await suggest("Fire", null)).toEqual({
    employeeId: ada.employeeId,
    reason: "1 open, certified in Fire",
  });
});

test("each review counts up to its own day, in two statements for all", async () => {
  const reviews = [
    { discipline: "Fire", employeeDueDate: "2026-12-03" },
    { discipline: "Fire", employeeDueDate: "2026-12-04" },
    { discipline: "Civil", employeeDueDate: "2026-12-04" },
  ] as const;
  const suggestions = await suggestReviewers(administrator, [...reviews]);
  expect(suggestions.map(({ employeeId }) => employeeId)).toEqual([
    ada.employeeId,
    cy.employeeId,
    bo.employeeId,
  ]);
  expect(await statementsOf(() => suggestReviewers(administrator, [...reviews]))).toBe(2);
});

test("a city user may not ask", async () => {
  const clerk = await makeViewer("city", { cityId });
  await expect(suggestReviewers(clerk, [])).rejects.toMatchObject({ status: 403 });
});
