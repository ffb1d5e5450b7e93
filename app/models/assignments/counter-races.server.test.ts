import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, rowsOf } from "~/platform/db/db.server";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import type { Viewer } from "../policy";
import { saveAssignments } from "./assignment.server";

/** What differs between the counters that cities share, and a recount. */
const differing = sql`
  select 'employee ' || employee_id as what from assignment_counts where assignments <>
    (select count(*) from assignments where is_current and assignments.employee_id = assignment_counts.employee_id and assignments.status = assignment_counts.status)
  union all select 'day ' || due_date from due_counts where assignments <>
    (select count(*) from assignments where is_open and employee_due_date = due_date)
  union all select 'mail ' || status from mail_counts where emails <>
    (select count(*) from mail_outbox where mail_outbox.status = mail_counts.status)`;

test("cities that assign the same reviewers at once do not wait for each other in a circle", async () => {
  const administrator = await makeViewer("admin");
  const one = await makeViewer("employee", { disciplines: ["Fire"] });
  const other = await makeViewer("employee", { disciplines: ["Structural"] });
  const permits = await Promise.all(
    Array.from({ length: 6 }, async () => makePermit(administrator, (await makeCity()).id)),
  );
  const assign = (id: number, round: number, order: number) => {
    const row = (reviewer: Viewer, discipline: "Fire" | "Structural", day: number) => ({
      discipline,
      employeeId: reviewer.employeeId ?? 0,
      employeeDueDate: `2026-12-1${day}` as const,
      status: "assigned" as const,
    });
    const rows = [row(one, "Fire", round % 3), row(other, "Structural", (round + 1) % 3)];
    return saveAssignments(administrator, id, order % 2 ? rows : rows.toReversed());
  };
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(permits.map(({ id }, order) => assign(id, round, order)));
    await Promise.all(permits.map(({ id }) => saveAssignments(administrator, id, [])));
  }
  expect(await rowsOf(db, differing)).toEqual([]);
});
