import { beforeAll, expect, test } from "vitest";
import type { Viewer } from "~/models/policy";
import { rendered, textOf } from "~/testing/rendered";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { PlanReview } from "./parts/plan-review";
import { loadPlanReview } from "./parts/plan-review.server";

const viewers: Record<string, Viewer> = {};

beforeAll(async () => {
  viewers.administrator = await makeViewer("admin");
  viewers.reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  const { id } = await makeCity();
  for (const status of ["in_process", "in_process", "approved"])
    await makePermit(viewers.administrator, id, { status });
});

test.each(["reviewer", "administrator"])(
  "%s sees the statistics strip above the assignments",
  async (role) => {
    const address = "/employee-dashboard";
    const data = await loadPlanReview(viewers[role] as Viewer, new URL(`http://localhost${address}`));
    const text = textOf(rendered(<PlanReview data={data} />, address));
    for (const figure of ["Total Permits 3", "Pending Review 2", "Active Cities 1", "Employees 1"])
      expect(text).toContain(figure);
    expect(text).toContain("Total Assignments 0");
  },
);
