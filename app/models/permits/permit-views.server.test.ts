import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { write } from "~/platform/db/db.server";
import { permitPage } from "~/testing/permit-page";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { today } from "../clock.server";
import type { Viewer } from "../policy";
import { assignments, permits } from "../tables.server";
import { permitDueStatus, permitStatuses, permitStatusValues } from "./permit";
import { updatePermit } from "./permit.server";
import { type PermitFilter, type PermitView, permitSortNames, permitViews } from "./permit-filter";

let administrator: Viewer;
let reviewer: Viewer;
let city: { id: number };

beforeAll(async () => {
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { disciplines: ["Fire", "Structural"] });
});

beforeEach(async () => {
  city = await makeCity();
});

const make = (cityPermitNumber: string, fields: Record<string, unknown> = {}) =>
  makePermit(administrator, city.id, { cityPermitNumber, requiredDisciplines: ["Fire"], ...fields });
const list = (filter: PermitFilter, viewer = administrator) =>
  permitPage(viewer, { cityId: city.id, ...filter });
const numbersIn = async (filter: PermitFilter, viewer = administrator) => {
  const { rows, total } = await list(filter, viewer);
  expect(total).toBe(rows.length);
  return rows.map(({ cityPermitNumber }) => cityPermitNumber);
};

describe("each view has the permits that it names", () => {
  test.each(permitStatusValues)("open and on hold, with the status %s", async (status) => {
    await make("A-1", { status });
    const { isOpen, pause } = permitStatuses[status];
    const isHeld: boolean = pause !== null && !pause.isFinal;
    expect(await numbersIn({ view: "open" })).toEqual(isOpen ? ["A-1"] : []);
    expect(await numbersIn({ view: "hold" })).toEqual(isHeld ? ["A-1"] : []);
  });

  test.each(permitStatusValues)(
    "late as the list's own due dates say, with the status %s",
    async (status) => {
      const dates = ["2026-11-10", today(), "2099-01-01"];
      for (const dueDate of dates) await make(dueDate, { status, dueDate });
      const late = dates.filter((dueDate) => (permitDueStatus({ status, dueDate }, today())?.days ?? 0) < 0);
      expect(await numbersIn({ view: "late" })).toEqual(late);
    },
  );

  test("unassigned: open, with a required discipline that nobody reviews in the current cycle", async () => {
    const permit = await make("A-1", { requiredDisciplines: ["Fire", "Structural"] });
    const isListed = async () => (await numbersIn({ view: "unassigned" })).length === 1;
    expect(await isListed()).toBe(true);
    await assign(permit, reviewer, "Fire");
    expect(await isListed()).toBe(true);
    await assign(permit, reviewer, "Structural");
    expect(await isListed()).toBe(false);
    await updatePermit(administrator, permit.id, { reviewCycle: "PC2" });
    expect(await isListed()).toBe(true);
    await updatePermit(administrator, permit.id, { status: "hold" });
    expect(await isListed()).toBe(false);
  });

  test("mine: with an open review of the viewer", async () => {
    const [open, done, other] = [await make("open"), await make("done"), await make("other")];
    const completed = await assign(done, reviewer, "Fire");
    await assign(open, reviewer, "Fire");
    await assign(other, await makeViewer("employee", { disciplines: ["Fire"] }), "Fire");
    const isCompleted = eq(assignments.id, completed?.id ?? 0);
    await write((tx) => tx.update(assignments).set({ status: "completed" }).where(isCompleted));
    expect(await numbersIn({ view: "mine" }, reviewer)).toEqual(["open"]);
    expect(await numbersIn({ view: "mine" })).toEqual([]);
    expect(await numbersIn({ view: "mine" }, { ...reviewer, employeeId: null })).toEqual([]);
  });
});

describe("a view combines with", () => {
  beforeEach(async () => {
    for (const number of ["LATE-1", "LATE-2"]) await assign(await make(number), reviewer, "Fire");
    await make("LATE-3", { status: "resubmittal_required" });
    await make("EARLY-1", { dueDate: "2099-01-01" });
    await make("LATE-4", { status: "hold" });
    const isLate = eq(permits.cityId, city.id);
    await write((tx) => tx.update(permits).set({ dueDate: "2026-11-01" }).where(isLate));
    await write((tx) =>
      tx.update(permits).set({ dueDate: "2099-01-01" }).where(eq(permits.cityPermitNumber, "EARLY-1")),
    );
  });

  test("a status, and a status outside it has no rows", async () => {
    expect(await numbersIn({ view: "late", status: "in_process" })).toEqual(["LATE-2", "LATE-1"]);
    expect(await numbersIn({ view: "open", status: "resubmittal_required" })).toEqual(["LATE-3"]);
    expect(await numbersIn({ view: "late", status: "hold" })).toEqual([]);
    expect(await numbersIn({ view: "mine", status: "hold" }, reviewer)).toEqual([]);
  });

  test("a search", async () => {
    expect(await numbersIn({ view: "late", search: "LATE" })).toEqual(["LATE-3", "LATE-2", "LATE-1"]);
    expect(await numbersIn({ view: "mine", search: "LATE", sort: "number" }, reviewer)).toEqual([
      "LATE-1",
      "LATE-2",
    ]);
    expect(await numbersIn({ view: "late", search: "EARLY" })).toEqual([]);
    expect(await numbersIn({ view: "hold", search: "LATE" })).toEqual(["LATE-4"]);
  });

  test.each([undefined, ...permitSortNames])("the order by %s, in all cities too", async (sort) => {
    for (const view of Object.keys(permitViews) as PermitView[]) {
      const numbers = await numbersIn({ view, sort }, reviewer);
      expect(await numbersIn({ view, sort, descending: true }, reviewer)).toEqual(
        sort ? numbers.toReversed() : numbers,
      );
      const all = await permitPage(reviewer, { view, sort });
      expect(all.total).toBeGreaterThanOrEqual(numbers.length);
      expect(all.rows.length).toBe(Math.min(all.total, 10));
    }
  });

  test("the viewer's scope", async () => {
    const clerk = await makeViewer("city", { cityId: (await makeCity()).id });
    for (const view of Object.keys(permitViews) as PermitView[])
      expect(await permitPage(clerk, { view })).toMatchObject({ rows: [], total: 0 });
  });
});
