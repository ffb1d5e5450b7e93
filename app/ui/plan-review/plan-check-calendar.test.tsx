import { expect, test } from "vitest";
import { loadPlanCheckCalendar } from "~/pages/plan-review/plan-check-calendar.server";
import { rendered, textOf } from "~/testing/rendered";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { PlanCheckCalendar } from "./plan-check-calendar";

test("the calendar has its specified headings, with 'Provider permit number'", async () => {
  const administrator = await makeViewer("admin");
  const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  await assign(await makePermit(administrator, (await makeCity()).id), reviewer, "Fire");
  const address = "/plan-check-calendar";
  const calendar = await loadPlanCheckCalendar(reviewer, new URL(`http://localhost:3000${address}`));
  const html = rendered(<PlanCheckCalendar calendar={calendar} />, address);
  const headings = [...html.matchAll(/<th[^>]*>(.*?)<\/th>/g)].map(([, heading = ""]) => textOf(heading));
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
});
