import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { env } from "../app/env.server";
import { listPermits } from "../app/models/permits/permit-list.server";
import type { Viewer } from "../app/models/policy";
import { assign, makeCity, makePeople, makePermit } from "../app/testing/test-rows";
import { type PageData, pageReader } from "./page-data";
import { renderPage as renderWithReact } from "./react/page";
import { renderPage as renderWithTemplates } from "./template/page";

let administrator: Viewer;
let page: PageData;

beforeAll(async () => {
  const { id: cityId } = await makeCity("Bell & O'Hara <Heights>");
  const people = await makePeople(cityId, cityId);
  administrator = people.administrator;
  const permits = [];
  for (const [index, status] of ["approved", "hold", "in_process", "resubmittal_required"].entries()) {
    for (const dueDate of ["2020-01-02", "2090-01-02", "2090-01-03"]) {
      const revisionNumber = index === 2 ? "rev2" : undefined;
      const projectName = `"Harbor" & Bay's <${index}>`;
      permits.push(await makePermit(administrator, cityId, { status, dueDate, revisionNumber, projectName }));
    }
  }
  const [, , , , , , , , permit, sharedPermit] = permits;
  if (!permit || !sharedPermit) throw new Error("No permits");
  await assign(permit, people.reviewer, "Structural");
  await assign(sharedPermit, people.reviewer, "Structural");
  await assign(sharedPermit, people.reviewer, "Mechanical");
  await assign(sharedPermit, administrator, "Fire");
  page = pageReader(join(env.DATA_DIR, "redline.db"))();
});

test("the servers read the rows that Redline shows", async () => {
  const list = await listPermits(administrator, {});
  const shown = list.rows.map((row) => ({
    id: row.id,
    number: row.urban37PermitNumber,
    revision: row.revisionNumber,
    details: `${row.cityPermitNumber} · ${row.projectName}`,
    city: row.cityName,
    reviewer: row.assignedEmployees[0] ?? null,
    moreReviewers: Math.max(0, row.assignedEmployees.length - 1),
  }));
  expect(page.rows.map(({ status, due, ...row }) => row)).toEqual(shown);
  expect(page.rows.filter(({ moreReviewers }) => moreReviewers === 1)).toHaveLength(1);
  expect(page).toMatchObject({ total: list.total, pages: 2, cities: [{ name: "Bell & O'Hara <Heights>" }] });
});

describe("the page", () => {
  const count = (html: string, tag: string) => html.split(`<${tag}`).length - 1;

  test("has ten rows, 44 icons and 60 links, if there are five pages", () => {
    const html = renderWithReact({ ...page, total: 1234, pages: 124 });
    expect([count(html, "tr "), count(html, "svg "), count(html, "a ")]).toEqual([10, 44, 60]);
  });

  test("has the same HTML from template strings as from React", () => {
    // React separates neighboring texts with empty comments.
    const html = renderWithReact(page).replaceAll("<!-- -->", "");
    expect(renderWithTemplates(page)).toBe(html);
    expect(html).toContain("overdue");
    expect(html).toContain("&lt;Heights&gt;");
  });
});
