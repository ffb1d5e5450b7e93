import { readFileSync } from "node:fs";
import { beforeAll, expect, test, vi } from "vitest";
import { mirrorOf } from "~/testing/new-app";
import { requestPage } from "~/testing/page-request";
import { statementsIn } from "~/testing/statements";
import { signInCookie } from "~/testing/test-addresses";
import { handOverLetter } from "../app/models/letters/hand-over.server";
import { keepPlanCheckList } from "../app/models/plan-checks/listed-plan-check.server";
import type { Viewer } from "../app/models/policy";
import { makeStatusLink } from "../app/models/status-links/status-link.server";
import { isPostgres } from "../app/platform/db/dialect.server";
import { env } from "../app/platform/env.server";
import { type Address, addressesOf, type FilledAddress, fill, type Visitor } from "./addresses";
import { dataValuesOf, readDataValues } from "./data-values";
import { makeFirstRows, makeNineMore } from "./rows-of-everything";

// Only the first refusal of a user in a minute is recorded.
vi.mock(import("~/models/audit/refused-access.server"), () => ({
  recordRefusedAccess: async () => undefined,
}));

/** The statements that a page may execute. */
const budget: number = JSON.parse(readFileSync("bench/budget.json", "utf8")).statements;

type Counts = Map<string, { page: string; statements: string[] }>;
type Cookies = Record<Visitor, string>;

let ofOneRow: Counts;
let ofTenRows: Counts;
let ofStatusLink: Record<string, number>;

beforeAll(async () => {
  vi.spyOn(env, "DEMO", "get").mockReturnValue(true);
  keepPlanCheckList();
  const scene = await makeFirstRows();
  const { administrator, reviewer, cityUser } = scene.people;
  const cookies = {
    administrator: await signInCookie(administrator),
    reviewer: await signInCookie(reviewer),
    city: await signInCookie(cityUser),
    signedOut: "",
  };
  ofOneRow = await countAll(cookies);
  await makeNineMore(scene);
  ofTenRows = await countAll(cookies);
  ofStatusLink = await countByStatusLink(administrator);
  vi.restoreAllMocks();
});

/** What decides which statements a page executes: not the values of a sort or a filter, but that it has one. */
function kindOf({ visitor, path }: Address): string {
  const [page = "", query] = path.split("?");
  const parameters = [...new URLSearchParams(query)].map(([name, value]) =>
    ["dialog", "search", "view"].includes(name) ? `${name}=${value}` : name,
  );
  return [visitor, page, ...parameters].join(" ");
}

async function countAll(cookies: Cookies): Promise<Counts> {
  const values = isPostgres ? dataValuesOf((await mirrorOf()).rows) : readDataValues(env.DATA_DIR);
  const addresses = addressesOf(await (await requestPage("/api/openapi.json", cookies.administrator)).json());
  const ofEachKind = new Map(addresses.map((address) => [kindOf(address), address] as const));
  const counts: Counts = new Map();
  for (const listed of ofEachKind.values()) {
    const address = fill(listed, values);
    if (!address) throw new Error(`The test has no row for ${listed.path}`);
    const page = `${listed.visitor} ${listed.path.split("?")[0]}`;
    if (!address.isWhole)
      counts.set(address.name, { page, statements: await statementsOf(address, cookies) });
  }
  return counts;
}

async function statementsOf(
  { visitor, path, form, name, status = 200 }: FilledAddress,
  cookies: Cookies,
): Promise<string[]> {
  // The first time, the page of a permit notes that it was opened.
  if (/\/permits\/\d+(\?|$)/.test(path)) await (await requestPage(path, cookies[visitor])).text();
  const init = form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) };
  return statementsIn(async () => {
    const response = await requestPage(path, cookies[visitor], init);
    await response.text();
    if (response.status !== status) throw new Error(`${name} (${path}) has the status ${response.status}`);
  });
}

/** The pages that an applicant opens with a link of a permit with a letter. */
async function countByStatusLink(administrator: Viewer): Promise<Record<string, number>> {
  const { ids } = isPostgres ? dataValuesOf((await mirrorOf()).rows) : readDataValues(env.DATA_DIR);
  const permitId = Number(ids.issuedPermitOfCity);
  await handOverLetter(administrator, permitId, "PC1");
  const { link } = await makeStatusLink(administrator, permitId);
  const counts: Record<string, number> = {};
  for (const page of ["", "/answers", "/answers/send"]) {
    const path = `${new URL(link).pathname}${page}`;
    const statements = await statementsIn(async () => {
      const response = await requestPage(path, "");
      expect(response.status, page).toBe(200);
      await response.text();
    });
    counts[page] = statements.length;
  }
  return counts;
}

/** The most statements of a page with any filter, sort, search or dialog. */
function mostByPage(): Record<string, number> {
  const most: Record<string, number> = {};
  for (const { page, statements } of ofTenRows.values()) {
    most[page] = Math.max(most[page] ?? 0, statements.length);
  }
  return most;
}

test("no page executes more statements than its budget", () => {
  const over = Object.entries(mostByPage()).filter(([, statements]) => statements > budget);
  expect(Object.fromEntries(over)).toEqual({});
});

test("no page of a status link executes more statements than the budget", () => {
  for (const [page, statements] of Object.entries(ofStatusLink)) {
    expect(statements, page).toBeLessThanOrEqual(budget);
  }
});

test("the number of statements is the same with one row and with ten", () => {
  const differences = [...ofTenRows].flatMap(([name, { statements }]) => {
    const few = ofOneRow.get(name)?.statements.length;
    return few === statements.length ? [] : [`${name}: ${few} with one row, ${statements.length} with ten`];
  });
  expect(differences).toEqual([]);
});
