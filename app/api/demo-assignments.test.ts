import { eq, inArray } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { addDays } from "~/models/calendar-date";
import { today } from "~/models/clock.server";
import { db, write } from "~/models/db.server";
import type { Viewer } from "~/models/policy";
import { assignments, permits, users } from "~/models/tables.server";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { postDemoAssignments } from "./demo.server";

let administrator: Viewer;
let first: Viewer;
let second: Viewer;
let inactive: Viewer;
let city: { id: number };

beforeAll(async () => {
  city = await makeCity();
  administrator = await makeViewer("admin");
  first = await makeViewer("employee", { disciplines: ["Structural", "Fire"] });
  second = await makeViewer("employee", { disciplines: ["Structural"] });
  inactive = await makeViewer("employee", { disciplines: ["Civil"] });
  await write((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, inactive.id)));
});

beforeEach(() => write((tx) => tx.delete(permits)));

const createPermit = (fields: Record<string, unknown> = {}) => makePermit(administrator, city.id, fields);

async function create(viewer = administrator) {
  const response = await postDemoAssignments(viewer);
  return { status: response.status, body: (await response.json()) as { message: string; created: number } };
}

const rowsOf = (...created: { id: number }[]) =>
  db
    .select()
    .from(assignments)
    .where(
      inArray(
        assignments.permitId,
        created.map(({ id }) => id),
      ),
    );

test("a permit is assigned in its required disciplines, to certified reviewers who are active", async () => {
  const dueDate = addDays(today(), 20);
  const permit = await createPermit({ dueDate, requiredDisciplines: ["Structural", "Fire", "Civil"] });
  expect(await create()).toEqual({
    status: 201,
    body: { message: "Test assignments created successfully", created: 2 },
  });
  const rows = await rowsOf(permit);
  expect(rows.map(({ discipline }) => discipline).sort()).toEqual(["Fire", "Structural"]);
  expect(rows.find(({ discipline }) => discipline === "Fire")?.employeeId).toBe(first.employeeId);
  expect(rows.every((row) => row.employeeDueDate === dueDate && row.status === "assigned")).toBe(true);
  expect((await create()).body.created).toBe(0);
});

test("assignments are spread over reviewers, and those of overdue permits are due in ten days", async () => {
  const overduePermits = [
    await createPermit({ dueDate: "2025-01-02" }),
    await createPermit({ dueDate: "2025-01-02" }),
  ];
  expect((await create()).body.created).toBe(2);
  const rows = await rowsOf(...overduePermits);
  expect(new Set(rows.map(({ employeeId }) => employeeId))).toEqual(
    new Set([first.employeeId, second.employeeId]),
  );
  expect(rows.map(({ employeeDueDate }) => employeeDueDate)).toEqual(Array(2).fill(addDays(today(), 10)));
});

test("at most ten permits are assigned, skipping those without a certified reviewer", async () => {
  for (let count = 0; count < 11; count += 1) await createPermit();
  for (let count = 0; count < 11; count += 1) await createPermit({ requiredDisciplines: ["Civil"] });
  expect((await create()).body.created).toBe(10);
  expect((await create()).body.created).toBe(1);
});

test("only permits in process without a reviewer in the current cycle are assigned", async () => {
  await createPermit({ status: "approved" });
  await assign(await createPermit(), first, "Structural");
  expect((await create()).body.created).toBe(0);
  const moved = await createPermit();
  await assign(moved, first, "Structural");
  await write((tx) => tx.update(permits).set({ reviewCycle: "PC2" }).where(eq(permits.id, moved.id)));
  expect((await create()).body.created).toBe(1);
});

test("only an administrator can create assignments", async () => {
  const cityUser = await makeViewer("city", { cityId: city.id });
  for (const viewer of [first, cityUser, await makeViewer(null)]) {
    await expect(postDemoAssignments(viewer)).rejects.toMatchObject({ status: 403 });
  }
});
