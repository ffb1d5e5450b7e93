import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { now } from "~/models/clock.server";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { addPlanFiles } from "~/models/permits/plan-file.server";
import { keepPlanCheckList } from "~/models/plan-checks/listed-plan-check.server";
import type { Viewer } from "~/models/policy";
import { assignments, permits, planChecks, planFiles } from "~/models/tables.server";
import { write } from "~/platform/db/db.server";
import { requestHtml } from "~/testing/page-request";
import { rendered, textOf } from "~/testing/rendered";
import { cookieFor, openPage } from "~/testing/send-form";
import { assign, makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import type { Route } from "./+types/plan-checks";
import { PlanCheckState } from "./parts/plan-check-rows";

keepPlanCheckList();

let administrator: Viewer;
let lee: Viewer;
let cityId: number;
let withCity: number;
let ready: { id: number; urban37PermitNumber: string };

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T20:00:00Z") });
  administrator = await makeViewer("admin");
  lee = await makeViewer("employee", { disciplines: ["Structural"] });
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  ready = await makePermit(administrator, cityId, { dueDate: "2026-11-17", projectName: "Mill Lofts" });
  const assignment = await assign(ready, lee, "Structural");
  const decided = { status: "completed", decision: "approved" } as const;
  const released = { state: "released", releasedAt: now(), outcome: "corrections_required" } as const;
  withCity = (await makePermit(administrator, cityId, { dueDate: "2026-11-10" })).id;
  await write(async (tx) => {
    await tx
      .update(assignments)
      .set(decided)
      .where(eq(assignments.id, assignment?.id ?? 0));
    await tx.update(planChecks).set(released).where(eq(planChecks.permitId, withCity));
  });
  const content = await storeBytes(Buffer.from("%PDF-1.7 plan"));
  const files = [{ ...content, fileName: "A1.pdf", kind: "pdf" as const }];
  await addPlanFiles(administrator, withCity, { origin: "submitted", files });
  const uploadedAt = "2026-11-19T20:00:00.000Z";
  await write((tx) => tx.update(planFiles).set({ uploadedAt }).where(eq(planFiles.permitId, withCity)));
});

afterAll(() => {
  vi.useRealTimers();
});

const htmlOf = async (address: string, viewer = administrator) =>
  (await requestHtml(address, await cookieFor(viewer))).text();
const htmlAt = (query: string, viewer?: Viewer) => htmlOf(`/plan-checks${query}`, viewer);

test("shows the tabs with their counts, and the plan checks that are ready for release", async () => {
  const html = await htmlAt("");
  const text = textOf(html);
  expect(text).toContain(
    "New plans 1 Not started 0 In review 0 Ready for release 1 Late 1 With the city 1 With the applicant 0",
  );
  expect(text).toContain("Permit City Cycle State Received Due Date Decided");
  expect(text).toContain(
    `${ready.urban37PermitNumber} B26-1 · Mill Lofts Oakville PC1 Ready for release Check and release letter of ${ready.urban37PermitNumber} Nov 1, 2026 Nov 17, 2026 3 days overdue 1 of 1 discipline`,
  );
  expect(html.match(/<a[^>]*aria-current="page"[^>]*>([^<]*)/)?.[1]).toBe("Ready for release");
  expect(html).toContain(`href="/permits/${ready.id}"`);
  expect(html).toContain(`href="/permits/${ready.id}/letter"`);
  expect(html).toContain(' class="late">');
});

test("employees read the same, without the steps of an administrator", async () => {
  const list = async (viewer: Viewer) => (await openPage(viewer, "/plan-checks")).page;
  const forAdministrators = (await list(administrator)) as { rows: object[] };
  const rows = forAdministrators.rows.map((row) => ({ ...row, step: null }));
  expect(await list(lee)).toEqual({ ...forAdministrators, rows });
});

test("new plans are listed with their day, and start their cycle in one click", async () => {
  const html = await htmlAt("?view=new_plans");
  expect(textOf(html)).toMatch(
    /Oakville PC1 With the city Start PC2 of \S+ Nov 19, 2026 1 new file Nov 10, 2026/,
  );
  expect(html).toContain(`href="/permits/${withCity}/next-cycle"`);
  expect(textOf(await htmlAt("?view=new_plans", lee))).not.toContain("Start PC2");
});

test("the dialog of the next cycle names the new plans, and has the day of the first", async () => {
  const html = await htmlOf(`/permits/${withCity}/next-cycle`);
  expect(textOf(html)).toContain("New plans: A1.pdf Nov 19, 2026");
  expect(html).toMatch(/name="receivedOn"[^>]*value="2026-11-19"|value="2026-11-19"[^>]*name="receivedOn"/);
});

test("nothing is due of a plan check with the city", async () => {
  const html = await htmlAt("?view=with_city");
  expect(textOf(html)).toMatch(/Nov 1, 2026 1 new file Nov 10, 2026 0 of 1 discipline/);
  expect(html).not.toContain('class="late"');
});

test("an approval reads as its city's word", async () => {
  const planCheck = { word: "approved", status: "approved", approvalWording: "recommended" } as const;
  const { page } = await openPage<Route.ComponentProps["loaderData"]>(administrator, "/plan-checks");
  const [row] = page.rows as [(typeof page.rows)[number]];
  const text = textOf(rendered(<PlanCheckState planCheck={{ ...row, ...planCheck }} />));
  expect(text).toContain("Recommended for approval");
});

test("a permit on hold says so after the word, and is not late", async () => {
  const fields = { status: "hold", dueDate: "2026-11-10", projectName: "Quarry Homes" };
  const { id } = await makePermit(administrator, cityId, fields);
  const html = await htmlAt("?view=not_started&q=quarry");
  expect(textOf(html)).toContain("PC1 Not started On hold Nov 1, 2026 Nov 10, 2026 0 of 1 discipline");
  expect(html).not.toContain('class="late"');
  await write((tx) => tx.delete(permits).where(eq(permits.id, id)));
});

test("a plan check that ended as not applicable is found by a link", async () => {
  const { id } = await makePermit(administrator, cityId, { projectName: "Kiosk" });
  const ended = { state: "closed", releasedAt: now(), outcome: "not_applicable" } as const;
  await write((tx) => tx.update(planChecks).set(ended).where(eq(planChecks.permitId, id)));
  const html = (await htmlAt("")).replaceAll("<!-- -->", "");
  const link = /<a href="([^"]*)"[^>]*>Ended as not applicable \(1\)</.exec(html);
  expect(link?.[1]).toBe("/plan-checks?view=closed");
  expect(textOf(await htmlAt("?view=closed"))).toContain("Kiosk Oakville PC1 Closed");
  await write((tx) => tx.delete(permits).where(eq(permits.id, id)));
});

test("an empty tab says so, and so does a filter without a match", async () => {
  expect(textOf(await htmlAt("?view=with_applicant"))).toContain("No letter is with an applicant.");
  expect(textOf(await htmlAt("?q=xyzzy"))).toContain("No plan checks found Try adjusting");
});

test("the tabs, the form and the chips keep the filter", async () => {
  const html = await htmlAt(`?view=late&q=mill&cityId=${cityId}`);
  expect(html).toContain(`href="/plan-checks?view=ready&amp;cityId=${cityId}&amp;q=mill"`);
  expect(html).toContain('<input type="hidden" name="view" value="late"/>');
  expect(textOf(html)).toContain("1 plan check Search: mill City: Oakville Clear all");
  expect(html).toContain(`href="/plan-checks?view=late&amp;cityId=${cityId}"`);
});

test("a short search says what it finds", async () => {
  expect(textOf(await htmlAt("?q=b2"))).toContain(
    "1 plan check. One or two characters find the beginnings of words; three find any part.",
  );
});

test("the administrator's dashboard links to each tab with its count", async () => {
  const html = await htmlOf("/admin-dashboard");
  expect(textOf(html)).toContain(
    "Plan checks New plans 1 Not started 0 In review 0 Ready for release 1 Late ",
  );
  for (const view of [
    "new_plans",
    "not_started",
    "in_review",
    "ready",
    "late",
    "with_city",
    "with_applicant",
  ])
    expect(html).toContain(`href="/plan-checks?view=${view}"`);
});

test("Plan Review links to the list", async () => {
  expect(await htmlOf("/employee-dashboard", lee)).toContain('href="/plan-checks"');
});
