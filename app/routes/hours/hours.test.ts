import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { addTimeEntry } from "~/models/hours/time-entry.server";
import type { Viewer } from "~/models/policy";
import { requestHtml, requestPage } from "~/testing/page-request";
import { textOf } from "~/testing/rendered";
import { cookieFor, openPage } from "~/testing/send-form";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import type { Route } from "./+types/hours";

let administrator: Viewer;
let reviewer: Viewer;
let cityUser: Viewer;
let number: string;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T20:00:00Z") });
  const cityId = (await makeCity("La Cañada")).id;
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { name: "María López", disciplines: ["Fire"] });
  cityUser = await makeViewer("city", { cityId });
  const permit = await makePermit(administrator, cityId);
  number = permit.urban37PermitNumber;
  await assign(permit, reviewer, "Fire");
  const add = (hoursWorked: number, workDate: string, description?: string) =>
    addTimeEntry(reviewer, permit.id, { discipline: "Fire", hoursWorked, workDate, description });
  await add(1, "2026-10-31");
  await add(2, "2026-11-01", "=1+1");
  await add(3, "2026-11-20", 'a "quote", and\nmore');
  await add(0.25, "2026-11-01");
});

afterAll(() => {
  vi.useRealTimers();
});

describe("the page", () => {
  const open = async (query: string) =>
    (await openPage<Route.ComponentProps["loaderData"]>(reviewer, `/hours${query}`)).page;

  test("links to the previous and next months, but not to a future month", async () => {
    expect(await open("")).toMatchObject({ previous: "2026-10", next: null, reviewers: null });
    expect(await open("?month=2025-12")).toMatchObject({ previous: "2025-11", next: "2026-01", days: [] });
  });

  test("asks an administrator, who is no reviewer, for a reviewer", async () => {
    const html = textOf(await (await requestHtml("/hours", await cookieFor(administrator))).text());
    expect(html).toContain("Choose a plan reviewer to see the hours of this month.");
  });
});

describe("the CSV file", () => {
  const download = async (viewer: Viewer, query = "") =>
    requestPage(`/hours.csv${query}`, await cookieFor(viewer));

  test("escapes formulas and quotes every field", async () => {
    const response = await download(reviewer, "?month=2026-11");
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe(
      "attachment; filename=\"hours-Maria-Lopez-2026-11.csv\"; filename*=UTF-8''hours-Maria-Lopez-2026-11.csv",
    );
    expect(await response.text()).toBe(
      [
        `"Date","Reviewer","Permit","City","Discipline","Review cycle","Hours","Description"`,
        `"2026-11-01","María López","${number}","La Cañada","Fire","PC1","2.00","'=1+1"`,
        `"2026-11-01","María López","${number}","La Cañada","Fire","PC1","0.25",""`,
        `"2026-11-20","María López","${number}","La Cañada","Fire","PC1","3.00","a ""quote"", and\nmore"`,
        "",
      ].join("\r\n"),
    );
  });

  test("returns 404 without a reviewer", async () => {
    expect((await download(administrator)).status).toBe(404);
    expect((await download(cityUser)).status).toBe(403);
  });
});
