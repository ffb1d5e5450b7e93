import { readdirSync, readFileSync } from "node:fs";
import { matchRoutes } from "react-router";
import { describe, expect, test } from "vitest";
import { endpoints } from "~/api/table.server";
import type { Endpoint } from "~/endpoint.server";
import { cityStatuses } from "~/models/permits/city-status";
import { permitStatusValues } from "~/models/permits/permit";
import { permitSortNames } from "~/models/permits/permit-filter";
import { planCheckViewValues } from "~/models/plan-checks/plan-check-view";
import { assignmentStatusValues } from "~/models/plan-review/assignment";
import { calendarViews } from "~/models/plan-review/calendar-filter";
import type { z } from "~/models/schema.server";
import { leaves, moduleOf } from "~/testing/test-addresses";
import { addresses } from "./addresses";

const listed = addresses.map(
  ({ path }) => new URL(path.replace(/[{}]/g, "_").replaceAll(" ", "_"), "http://redline.test"),
);

const patterns = leaves.map(({ address }) => ({ path: address }));
const routeOf = (pathname: string) => matchRoutes(patterns, pathname)?.[0]?.route.path;
const byRoute = Map.groupBy(listed, ({ pathname }) => routeOf(pathname));

/** The listed addresses of a route, such as `/permits/:id`. */
const addressesOf = (route: string) => byRoute.get(route) ?? [];

const valuesOf = (route: string, parameter: string) =>
  new Set(addressesOf(route).flatMap(({ searchParams }) => searchParams.getAll(parameter)));

/** Routes that are no page to measure: they sign in or out at another server, or only accept a POST. */
const notMeasured = ["/api/login", "/api/callback", "/api/logout", "/staged-files"];

const pages = leaves.filter(
  ({ file, address }) => !file.startsWith("routes/api/") && !notMeasured.includes(address),
);

test.each(pages)("the list has $address", async ({ file, address }) => {
  expect((await moduleOf(file)).loader ?? (await moduleOf(file)).default).toBeDefined();
  expect(addressesOf(address).length).toBeGreaterThan(0);
});

type Reader = (parameters: URLSearchParams) => unknown;

/** The filters of lists, with the route that has the list. */
const filters = import.meta.glob<Record<string, unknown>>("../app/models/**/*-filter.ts");
const routeOfFilter: Record<string, string> = {
  "permit-filter": "/permits",
  "city-filter": "/cities",
  "employee-filter": "/employees",
  "calendar-filter": "/plan-check-calendar",
  "portal-filter": "/oakvilles",
  "standard-comment-filter": "/standard-comments",
  "plan-check-filter": "/plan-checks",
  "work-filter": "/employee-dashboard",
};

/** Returns the names of the parameters that a function reads. */
function parametersOf(read: Reader): string[] {
  const names = new Set<string>();
  const parameters = new URLSearchParams();
  for (const method of ["get", "has", "getAll"] as const) {
    const original = parameters[method].bind(parameters) as (name: string) => never;
    parameters[method] = ((name: string) => {
      names.add(name);
      return original(name);
    }) as never;
  }
  read(parameters);
  return [...names];
}

describe.each(Object.keys(filters))("%s", (file) => {
  const route = routeOfFilter[file.replace(/.*\/|\.ts$/g, "")] ?? "";

  test("the list has an address with each parameter", async () => {
    const module = await filters[file]?.();
    const [, read] = Object.entries(module ?? {}).find(([name]) => name.startsWith("read")) ?? [];
    const names = parametersOf(read as Reader);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(valuesOf(route, name).size, name).toBeGreaterThan(0);
  });
});

/** One and two characters, part of a number, a year, a code, a word, and a text that is nowhere. */
const kindsOfSearch = [/^.$/, /^..$/, /^26-$/, /^2026$/, /^OAK$/, /^street$/, /^courthouse$/, /^xyzzy$/];

test.each(["/permits", "/oakvilles"])("the list has every kind of search at %s", (route) => {
  const values = [...valuesOf(route, "search")];
  for (const kind of kindsOfSearch)
    expect(
      values.some((value) => kind.test(value)),
      `${kind}`,
    ).toBe(true);
});

const both = (names: readonly string[]) => names.flatMap((name) => [name, `-${name}`]);

test.each([
  ["/permits", "sort", both(permitSortNames)],
  ["/permits", "status", permitStatusValues],
  ["/oakvilles", "status", Object.keys(cityStatuses)],
  ["/employee-dashboard", "status", assignmentStatusValues],
  ["/plan-check-calendar", "view", Object.keys(calendarViews)],
  ["/plan-checks", "view", planCheckViewValues],
])("the list has %s with every value of %s", (route, parameter, values) => {
  expect([...valuesOf(route, parameter)]).toEqual(expect.arrayContaining([...values]));
});

const loaders = ["app/pages", "app/routes"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !/account/.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, "utf8")),
);
const namesIn = (pattern: RegExp) => [
  ...new Set(loaders.flatMap((text) => [...text.matchAll(pattern)].map(([, name = ""]) => name))),
];
/** Parameters of POST requests and of signing in. */
const notOfLists = ["pricing", "assignmentId", "discard", "returnTo"];

test("the list has every parameter that a page reads", () => {
  const read = namesIn(/(?:searchParams\.(?:get|has)\(|idParameter\([\w.]+, )"([\w-]+)"/g);
  expect(read).toContain("month");
  const all = new Set(listed.flatMap(({ searchParams }) => [...searchParams.keys()]));
  expect(read.filter((name) => !all.has(name) && !notOfLists.includes(name))).toEqual([]);
});

test("the list has every dialog", () => {
  const dialogs = namesIn(/dialog(?:=| === "|: ")([a-z-]+)/g);
  expect(dialogs).toContain("next-cycle");
  const all = new Set(listed.flatMap(({ searchParams }) => searchParams.getAll("dialog")));
  expect(dialogs.filter((name) => !all.has(name))).toEqual([]);
});

const reads = endpoints.filter(({ method, query }) => method === "GET" && query);
const routeOfEndpoint = ({ address }: Endpoint) => address.replace(/\{(\w+)\}/g, ":$1");

test.each(reads)("the list has $address with each parameter and sort", (endpoint) => {
  const shape = (endpoint.query?.shape ?? {}) as Record<string, z.ZodType>;
  expect(addressesOf(routeOfEndpoint(endpoint)).length).toBeGreaterThan(0);
  for (const name of Object.keys(shape)) {
    expect(valuesOf(routeOfEndpoint(endpoint), name).size, name).toBeGreaterThan(0);
  }
  if (!shape.sort) return;
  const sort = shape.sort as z.ZodOptional<z.ZodLiteral<string>>;
  expect([...valuesOf(routeOfEndpoint(endpoint), "sort")].toSorted()).toEqual(
    [...sort.unwrap().values].toSorted(),
  );
});

test("the API's lists are also measured without paging", () => {
  const whole = addresses.filter(({ isWhole }) => isWhole).map(({ path }) => path.split("?")[0] ?? "");
  const routes = new Set(whole.map((path) => routeOf(path.replace(/[{}]/g, "_"))));
  for (const list of reads.filter(({ query }) => query && "page" in query.shape)) {
    expect([...routes]).toContain(routeOfEndpoint(list));
  }
});

test("each address is listed once", () => {
  const keys = addresses.map(({ visitor, path }) => `${visitor} ${path}`);
  expect(keys.length).toBe(new Set(keys).size);
});
