import { expect, test } from "vitest";
import { loadCalendarForPrint, loadPlanCheckCalendar } from "~/pages/plan-review/plan-check-calendar.server";
import { rendered, renderedInSteps, textOf } from "~/testing/rendered";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { CalendarForPrint, PlanCheckCalendar } from "./plan-check-calendar";

test("the calendar has its specified headings, with 'Provider permit number'", async () => {
  const administrator = await makeViewer("admin");
  const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  await assign(await makePermit(administrator, (await makeCity()).id), reviewer, "Fire");
  const address = "/plan-check-calendar";
  const calendar = await loadPlanCheckCalendar(reviewer, new URL(`http://localhost:3000${address}`));
  const html = rendered(<PlanCheckCalendar calendar={calendar} />, address);
  const headings = [...html.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/g)].map(([, heading = ""]) =>
    textOf(heading),
  );
  expect(headings.slice(-9)).toEqual([
    "Employee",
    "Discipline",
    "Provider permit number",
    "Project",
    "Employee Due Date",
    "Permit Due Date",
    "Days Until Due",
    "Status",
    "Actions",
  ]);
  expect(html).not.toContain('"Permit Number"');
  expect(html).toMatch(/<th scope="row"[^>]*data-label="Provider permit number"/);
  expect(html).toMatch(/<span role="status"[^>]*><span[^>]*>1 assignment</);
});

test("a row that was just completed keeps its button, and so the focus; a finished review offers none", async () => {
  const administrator = await makeViewer("admin");
  const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  await assign(await makePermit(administrator, (await makeCity()).id), reviewer, "Fire");
  const address = `/plan-check-calendar?employeeId=${reviewer.employeeId}`;
  const calendar = await loadPlanCheckCalendar(reviewer, new URL(`http://localhost:3000${address}`));
  const [row] = calendar.rows;
  const buttonOf = (changes: object, completed?: object) => {
    const shown = { ...calendar, rows: [{ ...row, ...changes }], ...(completed && { completed }) };
    const html = rendered(<PlanCheckCalendar calendar={shown as typeof calendar} />, address);
    return /<button[^>]*>(?=Complete<)/.exec(html)?.[0];
  };
  const undo = { action: address, fields: {} };
  expect(buttonOf({})).toContain('type="submit"');
  expect(buttonOf({ status: "completed" })).toBeUndefined();
  expect(buttonOf({ isFinished: true })).toBeUndefined();
  const done = buttonOf({ status: "completed" }, { id: row?.id, undo });
  expect(done).toMatch(/type="button".*aria-disabled="true"/);
  expect(done).not.toContain('disabled=""');
});

test("the calendar to print renders 500 rows in steps, in their order and without scripts", async () => {
  const administrator = await makeViewer("admin");
  const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  await assign(await makePermit(administrator, (await makeCity()).id), reviewer, "Fire");
  const address = "/plan-check-calendar?print";
  const paper = await loadCalendarForPrint(reviewer, new URL(`http://localhost:3000${address}`));
  const rows = paper.rows.slice(0, 1).flatMap((row) =>
    Array.from({ length: 500 }, (_, index) => ({
      ...row,
      id: index + 1,
      urban37PermitNumber: `PRINTED-${index + 1}-`,
    })),
  );
  const { html, steps } = await renderedInSteps(<CalendarForPrint paper={{ ...paper, rows }} />, address);
  const printed = [...html.matchAll(/PRINTED-(\d+)-/g)].map(([, number]) => Number(number));
  expect(printed).toEqual(rows.map(({ id }) => id));
  expect(steps).toBeGreaterThanOrEqual(10);
  expect(html).not.toMatch(/<template|<script|\$RC/);
});
