import { eq, inArray } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { addDays } from "~/models/calendar-date";
import { today } from "~/models/clock.server";
import { db, write } from "~/models/db.server";
import type { Viewer } from "~/models/policy";
import { assignments, permits, users } from "~/models/tables.server";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { postDemoAssignments } from "./demo-assignments.server";

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

const make = (fields: Record<string, unknown> = {}) => makePermit(administrator, city.id, fields);

async function create(viewer = administrator) {
  const response = await postDemoAssignments(viewer);
  return { status: response.status, body: (await response.json()) as { message: string; created: number } };
}

const rowsOf = (...made: { id: number }[]) =>
  db
    .select()
    .from(assignments)
    .where(
      inArray(
        assignments.permitId,
        made.map(({ id }) => id),
      ),
    );

test("a permit is assigned in its required disciplines, to certified reviewers who are active", async () => {
  const dueDate = addDays(today(), 20);
  const permit = await make({ dueDate, requiredDisciplines: ["Structural", "Fire", "Civil"] });
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

test("work is spread, and what is past due is due in ten days", async () => {
  const made = [await make({ dueDate: "2025-01-02" }), await make({ dueDate: "2025-01-02" })];
  expect((await create()).body.created).toBe(2);
  const rows = await rowsOf(...made);
  expect(new Set(rows.map(({ employeeId }) => employeeId))).toEqual(
    new Set([first.employeeId, second.employeeId]),
  );
  expect(rows.map(({ employeeDueDate }) => employeeDueDate)).toEqual(Array(2).fill(addDays(today(), 10)));
});

test("ten permits at most are assigned, those that can be", async () => {
  for (let made = 0; made < 11; made += 1) await make();
  for (let made = 0; made < 11; made += 1) await make({ requiredDisciplines: ["Civil"] });
  expect((await create()).body.created).toBe(10);
  expect((await create()).body.created).toBe(1);
});

test("other statuses and permits with a reviewer are left alone; a cycle without one is not", async () => {
  await make({ status: "approved" });
  await assign(await make(), first, "Structural");
  expect((await create()).body.created).toBe(0);
  const moved = await make();
  await assign(moved, first, "Structural");
  await write((tx) => tx.update(permits).set({ reviewCycle: "PC2" }).where(eq(permits.id, moved.id)));
  expect((await create()).body.created).toBe(1);
});

test("nobody but an administrator makes them", async () => {
  const cityUser = await makeViewer("city", { cityId: city.id });
  for (const viewer of [first, cityUser, await makeViewer(null)]) {
    await expect(postDemoAssignments(viewer)).rejects.toMatchObject({ status: 403 });
  }
});
