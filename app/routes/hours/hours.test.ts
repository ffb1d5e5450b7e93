import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { entriesOnPage } from "~/models/hours/time-entry";
import { addTimeEntry } from "~/models/hours/time-entry.server";
import type { Viewer } from "~/models/policy";
import { requestHtml, requestPage } from "~/testing/page-request";
import { textOf } from "~/testing/rendered";
import { cookieFor, openPage } from "~/testing/send-form";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import type { HoursData } from "./parts/load-hours.server";

let administrator: Viewer;
let reviewer: Viewer;
let cityUser: Viewer;
let number: string;
let permitId: number;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T20:00:00Z") });
  const cityId = (await makeCity("La Cañada")).id;
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { name: "María López", disciplines: ["Fire"] });
  cityUser = await makeViewer("city", { cityId });
  const permit = await makePermit(administrator, cityId);
  number = permit.urban37PermitNumber;
  permitId = permit.id;
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
  const open = async (query: string) => (await openPage<HoursData>(reviewer, `/hours${query}`)).page;

  test("links to the previous and next months, but not to a future month", async () => {
    expect(await open("")).toMatchObject({ previous: "2026-10", next: null, reviewers: null });
    expect(await open("?month=2025-12")).toMatchObject({ previous: "2025-11", next: "2026-01", entries: [] });
  });

  test("has a hundred entries of a long month, the others on the next page, and the total of all", async () => {
    for (let count = 0; count <= entriesOnPage; count += 1) {
      const workDate = `2026-09-${String(1 + (count % 30)).padStart(2, "0")}`;
      await addTimeEntry(reviewer, permitId, { discipline: "Fire", hoursWorked: 0.25, workDate });
    }
    const [first, second, nearest] = [
      await open("?month=2026-09"),
      await open("?month=2026-09&page=2"),
      await open("?month=2026-09&page=9"),
    ];
    expect([first.entries.length, second.entries.length]).toEqual([entriesOnPage, 1]);
    expect(second).toMatchObject({ total: entriesOnPage + 1, quarterHours: entriesOnPage + 1, page: 2 });
    expect(nearest.entries).toEqual(second.entries);
    const html = await (await requestHtml("/hours?month=2026-09", await cookieFor(reviewer))).text();
    expect(textOf(html)).toContain("Showing 1 to 100 of 101 entries");
    expect(html).toContain("month=2026-09&amp;page=2");
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
