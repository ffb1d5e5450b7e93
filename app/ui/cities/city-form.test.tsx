import { beforeEach, expect, test } from "vitest";
import { createCity, readCity, updateCity } from "~/models/cities/city.server";
import type { Viewer } from "~/models/policy";
import { cityAction } from "~/pages/cities/city-actions.server";
import { editCityForm } from "~/pages/cities/city-form.server";
import { loadCityPage } from "~/pages/cities/city-page.server";
import { loadCityTable } from "~/pages/cities/city-table.server";
import { rendered, textOf } from "~/testing/rendered";
import { makeViewer } from "~/testing/test-rows";
import { CityPage } from "./city-page";
import { CitiesPage } from "./city-table";

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

const urlOf = (query: string) => new URL(`http://localhost:3000/cities/${id}${query}`);

async function htmlOf(query: string, formResult?: unknown): Promise<string> {
  const page = await loadCityPage(administrator, id, urlOf(query));
  return rendered(<CityPage page={page} secret={null} />, `/cities/${id}${query}`, formResult);
}

/** Posts the edit form as a browser does, with the values that it was opened with and these, and returns its page. */
async function conflictAfter(
  saved: Parameters<typeof updateCity>[2],
  typed: Record<string, string>,
): Promise<string> {
  const { values } = await editCityForm(await readCity(administrator, id));
  await updateCity(administrator, id, saved);
  const filled = Object.entries({ ...values, ...typed }).map(([name, value = ""]) => [
    name,
    value.replaceAll("\n", "\r\n"),
  ]);
  const body = new URLSearchParams(filled.filter(([, value]) => value !== ""));
  const request = new Request(urlOf("?edit"), { method: "POST", body });
  const { data } = (await cityAction({ request, viewer: administrator, id, url: urlOf("?edit") })) as never;
  return textOf(await htmlOf("?edit", data));
}

test("the form shows the settings of letters, in the section of plan check", async () => {
  const html = await htmlOf("?edit");
  expect(textOf(html)).toMatch(
    /Plan check Write corrections and letters for this city Name reviewers in letters Contact in letters Printed in letters; if empty, Urban37\. Building counter \(707\) 555-0123 Codes that apply Printed at the end of letters\. .* Approval letters say \(required\) Approved Recommended for approval/,
  );
  expect(html).toMatch(/<input type="checkbox"[^>]* name="letterNamesReviewers"[^>]* checked=""/);
  expect(html).toContain(">Building counter\n(707) 555-0123</textarea>");
  expect(html).toMatch(/<option value="recommended" selected="">/);
});

test("a new city begins with the settings of a plain letter", async () => {
  const table = await loadCityTable(administrator, new URL("http://localhost:3000/cities?dialog=new"));
  const html = rendered(<CitiesPage table={table} />, "/cities?dialog=new");
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
  expect(textOf(await htmlOf(""))).toContain(
    "Approval letters say Recommended for approval Name reviewers in letters Yes Contact in letters Building counter (707) 555-0123 Codes that apply 2025 &lt;Code&gt; Last changed",
  );
  await updateCity(administrator, id, { usesCorrections: false });
  expect(textOf(await htmlOf(""))).not.toMatch(/in letters|Approval letters|Codes that apply/);
});
