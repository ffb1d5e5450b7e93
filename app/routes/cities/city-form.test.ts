import { beforeEach, expect, test } from "vitest";
import { createCity, readCity, updateCity } from "~/models/cities/city.server";
import { cityColumns } from "~/models/cities/city-columns";
import { formValuesOf } from "~/models/columns";
import type { Viewer } from "~/models/policy";
import { requestHtml } from "~/testing/page-request";
import { textOf } from "~/testing/rendered";
import { cookieFor } from "~/testing/send-form";
import { makeViewer } from "~/testing/test-rows";

const settings = {
  letterNamesReviewers: true,
  letterContact: "Building counter\n(707) 555-0123",
  letterCodes: "2025 <Code>",
  approvalWording: "recommended",
} as const;

let administrator: Viewer;
let id: number;
let cities = 0;

beforeEach(async () => {
  administrator = await makeViewer("admin");
  const code = `F${++cities}`.padEnd(3, "0");
  const city = { cityName: `Oakville ${code}`, cityNumber: "23", urban37CityCode: code };
  ({ id } = await createCity(administrator, { ...city, ...settings, usesCorrections: true }));
});

/** Returns the HTML of a page of the city, or of the page after its form was sent. */
async function htmlOf(path: string, body?: URLSearchParams): Promise<string> {
  const sent = body && { method: "POST", body };
  return (await requestHtml(`/cities/${path}`, await cookieFor(administrator), sent)).text();
}

/** Posts the edit form as a browser does, with the values that it was opened with and these, and returns its page. */
async function conflictAfter(
  saved: Parameters<typeof updateCity>[2],
  typed: Record<string, string>,
): Promise<string> {
  const city = await readCity(administrator, id);
  const { updatedAt } = city;
  await updateCity(administrator, id, saved);
  const filled = Object.entries({ ...formValuesOf(cityColumns, city), updatedAt, ...typed }).map(
    ([name, value]) => [name, String(value ?? "").replaceAll("\n", "\r\n")],
  );
  const body = new URLSearchParams(filled.filter(([, value]) => value !== ""));
  return textOf(await htmlOf(`${id}/edit`, body));
}

test("the form shows the settings of letters, in the section of plan check", async () => {
  const html = await htmlOf(`${id}/edit`);
  expect(textOf(html)).toMatch(
    /Plan check Write corrections and letters for this city Name reviewers in letters Contact in letters Printed in letters; if empty, Urban37\. Building counter \(707\) 555-0123 Codes that apply Printed at the end of letters\. .* Approval letters say \(required\) Approved Recommended for approval/,
  );
  expect(html).toMatch(/<input type="checkbox"[^>]* name="letterNamesReviewers"[^>]* checked=""/);
  expect(html).toContain(">Building counter\n(707) 555-0123</textarea>");
  expect(html).toMatch(/<option value="recommended" selected="">/);
});

test("a new city begins with the settings of a plain letter", async () => {
  const html = await htmlOf("new");
  expect(html).not.toMatch(/name="letterNamesReviewers"[^>]* checked/);
  expect(html).toMatch(/<option value="approved" selected="">Approved<\/option><option value="recommended">/);
});

test("an edit conflict lists the settings that differ, and only those", async () => {
  const text = await conflictAfter(
    { letterCodes: null, letterNamesReviewers: false, approvalWording: "approved" },
    { letterContact: "Counter 2" },
  );
  const [, differing] = /Your version and the saved one (.*) Save again to keep/.exec(text) ?? [];
  expect(differing).toBe(
    [
      "Field Saved version Your version",
      "Name reviewers in letters No Yes",
      "Contact in letters Building counter (707) 555-0123 Counter 2",
      "Codes that apply none 2025 &lt;Code&gt;",
      "Approval letters say Approved Recommended for approval",
    ].join(" "),
  );
});

test("an edit conflict in another field lists neither checkboxes nor texts of several lines", async () => {
  const text = await conflictAfter({ managerName: "Harriet" }, { managerName: "Gus" });
  expect(text).toMatch(/Your version Manager name Harriet Gus Save again/);
});

test("the city's page shows the settings of a city that uses corrections", async () => {
  expect(textOf(await htmlOf(`${id}`))).toContain(
    "Approval letters say Recommended for approval Resubmittals have The complete set Letters go to The city Applicants answer by their link Yes Name reviewers in letters Yes Contact in letters Building counter (707) 555-0123 Codes that apply 2025 &lt;Code&gt; Last changed",
  );
  await updateCity(administrator, id, { usesCorrections: false });
  expect(textOf(await htmlOf(`${id}`))).not.toMatch(/in letters|Approval letters|Codes that apply/);
});
