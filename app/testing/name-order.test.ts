import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { listReviewerOptions, listReviewers } from "~/models/assignments/reviewer-list.server";
import { activeCityOptions, cityOptions } from "~/models/cities/city.server";
import { listCities, listCityRows } from "~/models/cities/city-list.server";
import { listCityUsers } from "~/models/cities/city-user.server";
import { listColleagues, listEmployees } from "~/models/employees/employee-list.server";
import { listPricing } from "~/models/fees/pricing.server";
import { listTimesheetReviewers, loggableDisciplines } from "~/models/hours/time-entry-list.server";
import type { Option } from "~/models/options";
import { permitList } from "~/models/permits/permit-list.server";
import { personName } from "~/models/person";
import type { Viewer } from "~/models/policy";
import { listOffered, standardCommentList } from "~/models/standard-comments/standard-comment-list.server";
import { cities, cityPricing, standardComments, users } from "~/models/tables.server";
import { sortRows } from "~/platform/api/endpoint.server";
import { write } from "~/platform/db/db.server";
import { permitPage } from "./permit-page";
import { makeCity, makePermit, makeViewer } from "./test-rows";

// One order of names in every list, select and interface, on both databases.

const names = [
  "Ábaco",
  "abe 2",
  "Abe 10",
  "de Luz",
  "De Luz Heights",
  "Dean",
  "éclair",
  "Eden",
  "O’Brien",
  "Obrien 2",
  "Zúñiga",
];
const shuffled = names.map((_, index) => names[(index * 7) % names.length] as string);

const stamps = { createdAt: "2026-11-02T08:00:00.000Z", updatedAt: "2026-11-02T08:00:00.000Z" };
const inactive = "Eden";

let administrator: Viewer;
let cityId: number;

beforeAll(async () => {
  administrator = await makeViewer("admin", { name: "Zz Administrator" });
  for (const name of shuffled) {
    cityId = (await makeCity(name)).id;
    await makePermit(administrator, cityId);
  }
  const nameless = await makeViewer("city", { email: "dean.b@city.test", cityId });
  for (const name of shuffled) {
    await makeViewer("employee", { name, disciplines: ["Fire"] });
    await makeViewer("city", { name, cityId });
  }
  await write(async (tx) => {
    await tx.update(cities).set({ isActive: false }).where(eq(cities.cityName, inactive));
    await tx.update(users).set({ firstName: null, lastName: " " }).where(eq(users.id, nameless.id));
    for (const name of shuffled) {
      const service = { cityId, serviceName: name, pricingType: "hourly" as const, rate: 100 };
      await tx.insert(cityPricing).values({ ...service, ...stamps });
      const comment = { discipline: "Fire" as const, kind: "note" as const, title: name, text: "Text" };
      await tx.insert(standardComments).values({ ...comment, ...stamps });
    }
  });
});

const labelsOf = (options: Option[]) => options.map(({ label }) => label);
const cityNames = (rows: { cityName: string }[]) => rows.map(({ cityName }) => cityName);
const permitCities = (rows: { city: { cityName: string } }[]) => cityNames(rows.map(({ city }) => city));
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name);
const byCity = { sort: "city" } as const;

async function allRows<Row>(batches: AsyncIterable<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}

const lists: Record<string, () => Promise<string[]>> = {
  "the list of cities": async () => [
    ...cityNames((await listCities(administrator, {})).rows),
    ...cityNames((await listCities(administrator, { page: 2 })).rows),
  ],
  "the API's cities": async () => cityNames(await listCityRows(administrator)),
  "the API's cities, sorted": async () =>
    cityNames(sortRows((await listCityRows(administrator)).toReversed(), "cityName")),
  "permits by city": async () => [
    ...permitCities((await permitPage(administrator, byCity)).rows),
    ...permitCities((await permitPage(administrator, { ...byCity, page: 2 })).rows),
  ],
  "found permits by city": async () => [
    ...permitCities((await permitPage(administrator, { ...byCity, search: "Harbor" })).rows),
    ...permitCities((await permitPage(administrator, { ...byCity, search: "Harbor", page: 2 })).rows),
  ],
  "the API's permits by city": async () => permitCities(await permitList(administrator, byCity).page(1, 100)),
  "all of the API's permits by city": async () =>
    permitCities(await allRows(permitList(administrator, byCity).all())),
  "all of the API's found permits by city": async () =>
    permitCities(await allRows(permitList(administrator, { ...byCity, search: "Harbor" }).all())),
  employees: async () => [
    ...namesOf((await listEmployees(administrator, {})).rows),
    ...namesOf((await listEmployees(administrator, { page: 2 })).rows),
  ],
  "the API's employees": async () => namesOf(await listColleagues(administrator)),
  "the API's employees, sorted": async () =>
    namesOf(sortRows((await listColleagues(administrator)).toReversed(), "name")),
  "reviewers of a filter": async () => labelsOf(await listReviewerOptions(administrator)),
  "reviewers to assign": async () => namesOf(await listReviewers(administrator)),
  "reviewers of timesheets": async () =>
    (await listTimesheetReviewers(administrator))?.map(({ label }) => label) ?? [],
  "reviewers to log hours for": async () => {
    const assignments = (await listReviewers(administrator)).toReversed().map(({ id, name }) => ({
      ...{ employeeId: id, employeeName: name, discipline: "Fire", isCertified: true },
    }));
    return loggableDisciplines(administrator, assignments as never).map(({ employeeName }) => employeeName);
  },
  pricing: async () => (await listPricing(administrator, cityId)).map(({ serviceName }) => serviceName),
  "standard comments": async () => {
    const pages = [1, 2].map((page) => standardCommentList(administrator, {}).page(page, 10));
    return (await Promise.all(pages)).flatMap((rows) => rows.map(({ title }) => title));
  },
  "the API's standard comments": async () =>
    (await allRows(standardCommentList(administrator, {}, { sort: "title" }).all())).map(
      ({ title }) => title,
    ),
  "standard comments to choose": async () =>
    (await listOffered(administrator, { cityId }, "Fire", {})).map(({ title }) => title),
};

test.each(Object.keys(lists))("%s are in the order of their names", async (list) => {
  const found = (await lists[list]?.())?.filter((name) => name !== "Zz Administrator");
  expect(found).toEqual(names);
});

test("options of cities have active cities first", async () => {
  const active = names.filter((name) => name !== inactive);
  expect(labelsOf(await cityOptions(administrator))).toEqual([...active, inactive]);
  expect((await activeCityOptions(administrator)).map(({ label }) => label)).toEqual(active);
});

test("a person without a name is where the email is", async () => {
  const rows = await listCityUsers(administrator, cityId);
  const shown = rows.map((user) => personName(user));
  expect(shown).toEqual([...names.slice(0, 6), "dean.b@city.test", ...names.slice(6)]);
});
