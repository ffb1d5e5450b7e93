import { join } from "node:path";
import { type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test";
import Database from "better-sqlite3";
import { addFunctions } from "../app/platform/db/functions-sqlite.server";
import { sampleDwg, sampleDxf, samplePdf } from "../app/seed/sample-plans";
import { startCluster } from "../scripts/cluster-servers";
import { freePort, startFreshServer, type TestServer } from "../scripts/test-server";
import { type Requester, signIn } from "./sign-in";

export { expect } from "@playwright/test";
export { expectNoAxeViolations, expectNoAxeViolationsOfLayout } from "./accessibility";
export { type DemoAccount, demoAccounts, demoPassword } from "./sign-in";

type Journey = {
  /** Whether the page runs scripts: true in project scripts-on, false in scripts-off. */
  scripts: boolean;
  signIn: typeof signIn;
  /** Opens a page in a separate browser context without a session. */
  newPage: () => Promise<Page>;
  /** Signs a user in with a separate browser context, for journeys with several users. */
  signedIn: (email: string) => Promise<Page>;
  serverOutput: undefined;
  /** Journeys with the same value share servers. Journeys that count the demo's permits are read-only. */
  data: Data;
  installation: Installation;
  /** The first server, at the address of the installation. */
  server: TestServer;
};

type Data = "changed" | "dialogs" | "read-only";

/** Servers, and the address of the one or of their proxy. */
type Installation = { url: string; servers: TestServer[] };
type RunningInstallation = Installation & { stop: () => Promise<void> };

/** Returns the installation of a worker for journeys with such data. */
type Installations = (data: Data) => Promise<Installation>;

type Worker = {
  /** Two servers share a PostgreSQL database and a data folder, and a proxy sends requests to them in turn. */
  hasTwoServers: boolean;
  /** The installations of a worker, which runs its journeys one after another. */
  installations: Installations;
};

/** For a journey that runs with and without scripts: one for each kind of form. All others run with scripts. */
export const alsoWithoutScripts = { tag: "@also-without-scripts" };

/** For a journey about a page without scripts. */
export const withoutScripts = { tag: "@without-scripts" };

/** For a journey that also runs with two servers on PostgreSQL. It must not open the database's file. */
export const onTwoServers = { tag: "@two-servers" };

export const test = base.extend<Journey, Worker>({
  data: ["changed", { option: true }],

  hasTwoServers: [false, { option: true, scope: "worker" }],

  installations: [
    async ({ hasTwoServers }, use) => {
      const started = new Map<Data, RunningInstallation>();
      await use(async (data) => {
        const installation = started.get(data) ?? (await (hasTwoServers ? startTwo() : startOne()));
        started.set(data, installation);
        return installation;
      });
      for (const { stop } of started.values()) await stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],

  installation: async ({ installations, data }, use) => use(await installations(data)),

  server: ({ installation }, use) => use(firstOf(installation)),

  baseURL: ({ server }, use) => use(server.url),

  scripts: ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this parameter.
  signIn: ({}, use) => use(signIn),

  page: ({ page }, use) => use(leaving(page)),

  newPage: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      return leaving(await context.newPage());
    });
    for (const context of contexts) await context.close();
  },

  signedIn: async ({ newPage }, use) =>
    use(async (email) => {
      const page = await newPage();
      await signIn(page, email);
      return page;
    }),

  serverOutput: [
    async ({ installation: { servers } }, use, testInfo) => {
      const before = servers.map(({ output }) => output().length);
      await use(undefined);
      if (testInfo.status === testInfo.expectedStatus) return;
      const body = servers.map(({ output }, index) => output().slice(before[index])).join("\n");
      if (body.trim()) await testInfo.attach("server output", { body, contentType: "text/plain" });
    },
    { auto: true },
  ],
});

/** Leaves changed forms, as a user who accepts to lose what they typed. */
function leaving(page: Page): Page {
  page.on("dialog", (question) => question.accept());
  return page;
}

async function startOne(): Promise<RunningInstallation> {
  const server = await startFreshServer(process.env.E2E_TEMPLATE);
  return { url: server.url, servers: [server], stop: server.stop };
}

const startTwo = async (): Promise<RunningInstallation> =>
  startCluster({ servers: 2, port: await freePort(), isDurable: false });

function firstOf({ url, servers: [first] }: Installation): TestServer {
  if (!first) throw new Error("There is no server");
  return { ...first, url };
}

/** A journey that runs once in a browser needs a page without scripts. */
export const expectNoScripts = (page: Page) =>
  expect(page.locator("script, link[rel=modulepreload]")).toHaveCount(0);

export const title = (page: Page) => page.getByRole("heading", { level: 1 });

/** A section of the page, by its heading. */
export const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** A field by its label, whether required or not. */
export const field = (within: Page | Locator, label: string) =>
  within.getByLabel(new RegExp(`^${label}( \\(required\\))?$`));

/** Waits until React has hydrated the page and is idle; without scripts it returns immediately. */
export async function hydrated(page: Page) {
  if (test.info().project.use.javaScriptEnabled === false) return;
  // The function must be synchronous: a returned promise counts as true.
  await page.waitForFunction(() => {
    // A page without React has no script in it, but may load one of its own.
    if ([...document.scripts].every(({ src }) => src)) return document.readyState === "complete";
    if (!("hydrated" in document.documentElement.dataset)) return false;
    const state = window as Window & { isIdle?: boolean };
    if (state.isIdle === undefined) {
      state.isIdle = false;
      const markIdle = () => {
        state.isIdle = true;
      };
      requestIdleCallback(markIdle, { timeout: 5_000 });
    }
    return state.isIdle;
  });
}

/** Holds the requests that match a pattern until the returned function is called. */
export async function holdRequests(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Opens a page as on a slow connection; the returned function loads its scripts. */
export async function openBeforeScripts(page: Page, address: string): Promise<() => Promise<void>> {
  const release = await holdRequests(page, "**/*.js");
  await page.goto(address, { waitUntil: "commit" });
  return async () => {
    release();
    await page.waitForLoadState();
    await hydrated(page);
  };
}

/** Runs an action in the page after the address changes and before React renders, as on a slow machine. */
export async function beforeRender(page: Page, act: () => void) {
  await page.evaluate(`{
    const push = history.pushState;
    history.pushState = (...entry) => {
      history.pushState = push;
      push.apply(history, entry);
      queueMicrotask(${act});
    };
  }`);
}

/** Runs an action that posts a form, and returns the status of the response. */
export async function statusOfPost(page: Page, act: () => Promise<void>): Promise<number> {
  const response = page.waitForResponse(
    (received) => received.request().method() === "POST" && !received.url().includes("/staged-files"),
  );
  await act();
  return (await response).status();
}

/** The control that opens the user menu. */
export const userMenu = (page: Page) => page.locator(".user-menu summary");

/** The query parameters of the address, without the empty fields that a form without scripts sends. */
export const queryOf = (page: Page) =>
  Object.fromEntries(
    [...new URL(page.url()).searchParams].filter(([, value]) => value !== "" && value !== "all"),
  );

/** The rows of the permits table, without its heading. */
export const permitRows = (page: Page) => page.getByRole("table", { name: "Permits" }).locator("tbody tr");

/** The number of results that the page shows. */
export async function resultCount(page: Page): Promise<number> {
  const text = await page.getByRole("status").textContent();
  return Number.parseInt(String(text).replaceAll(",", ""), 10);
}

/** Presses Tab until the target has the focus, and checks the outline of every focused element. */
export async function tabTo(page: Page, target: Locator, maximumPresses = 80) {
  await expect(target.first()).toBeAttached();
  // Queried in one step, because the element may be replaced by another that has the focus.
  const reached = target.and(page.locator(":focus"));
  for (let presses = 0; presses < maximumPresses && (await reached.count()) === 0; presses += 1) {
    await page.keyboard.press("Tab");
    await expectVisibleFocus(page);
  }
  await expect(target).toBeFocused();
}

/** Checks that the focused element has a visible outline: its own, or that of its row. */
export async function expectVisibleFocus(page: Page) {
  expect(await page.evaluate(focusProblem)).toBeNull();
}

/** Runs in the page: whether what has the focus has no visible outline. */
export function focusProblem(): string | null {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const isOutlined = ["", "::after"].some((part) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 1;
  });
  // Inside a date field the browser itself marks the focused part or the calendar icon.
  const isInDate = element.matches("input[type=date]:not(:focus-visible)");
  const { width, height } = element.getBoundingClientRect();
  const isVisible = (isOutlined || isInDate) && width > 0 && height > 0;
  return isVisible ? null : `no visible focus: ${element.outerHTML.slice(0, 120)}`;
}

/** Valid fields of a permit, by their names in the form. */
export const validPermit = {
  cityId: "3",
  permitCreationYear: "2026",
  revisionNumber: "none",
  cityPermitNumber: "J-1",
  status: "in_process",
  reviewCycle: "PC1",
  creationDate: "2026-03-02",
  dueDate: "2026-03-12",
  projectName: "Journey House",
  projectAddress: "1 Journey Lane",
  projectType: "residential",
  projectDescription: "A house that a journey built",
  requiredDisciplines: "Structural",
};

export type SentFile = { name: string; mimeType: string; buffer: Buffer };

/** Opens the form of a new permit. */
export async function openNewPermit(page: Page) {
  await page.goto("/permits/new");
  await hydrated(page);
}

/** Fills the fields of the new permit form that have no default. */
export async function fillPermit(
  page: Page,
  fields: { cityPermitNumber: string } & Partial<typeof validPermit>,
) {
  const { cityPermitNumber, projectName, projectAddress, projectDescription } = { ...validPermit, ...fields };
  await field(page, "City").selectOption({ label: "Oakville" });
  await field(page, "City permit number").fill(cityPermitNumber);
  await field(page, "Project name").fill(projectName);
  await field(page, "Project address").fill(projectAddress);
  await field(page, "Project description").fill(projectDescription);
  await page.getByLabel("Structural").check();
}

/** The number of permits with this city permit number. */
export async function permitCount({ request }: Requester, cityPermitNumber: string): Promise<number> {
  const response = await request.get(`/api/permits?search=${cityPermitNumber}`);
  return Number(response.headers()["x-total-count"]);
}

export const expectCreated = async (requester: Requester, cityPermitNumber: string, count: number) =>
  expect(await permitCount(requester, cityPermitNumber)).toBe(count);

/** Creates a permit with its form, and returns its address. */
export async function createPermit(
  { request }: Requester,
  fields: Record<string, string> = {},
  files: SentFile[] = [],
) {
  const response = await request.post("/permits/new", {
    multipart: formOf({ ...validPermit, ...fields }, files),
    maxRedirects: 0,
  });
  expect(response.status()).toBe(302);
  return String(response.headers().location);
}

/** Employees of the demo, with the ids that the assignment editor sends. */
export const reviewers = {
  maria: { id: "1", name: "Maria Lopez", email: "reviewer@demo.test" },
  /** Certified only in Fire. */
  daniel: { id: "6", name: "Daniel Kim", email: "daniel.kim@demo.test" },
} as const;

/** Chooses a reviewer by name: in the select, or in the combobox that scripts replace it with. */
export async function chooseReviewer(row: Locator, name: string) {
  if (test.info().project.use.javaScriptEnabled === false) {
    const value = await row.getByRole("option", { name }).getAttribute("value");
    await row.getByLabel("Plan reviewer").selectOption(value);
    return;
  }
  await row.getByLabel("Plan reviewer").hover();
  const combobox = row.getByRole("combobox", { name: "Plan reviewer" }).and(row.locator("input"));
  await combobox.fill(name);
  await row.page().getByRole("option", { name }).click();
  await expect(combobox).toHaveValue(new RegExp(`^${name}`));
}

/** Opens the demo's emails and returns the latest one to a recipient; it arrives after a few seconds. */
export async function emailTo(page: Page, recipient: string, subject: string | RegExp): Promise<Locator> {
  const to = page.locator("dd").getByText(recipient, { exact: true });
  const emails = page.getByRole("region", { name: subject }).filter({ has: to });
  await expect
    .poll(async () => {
      await page.goto("/test-mail");
      return emails.count();
    })
    .toBeGreaterThan(0);
  return emails.first();
}

/** Sets a password with the link of an invitation, as the invited user does. */
export async function setPassword(page: Page, link: string, password: string) {
  await page.goto(link);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page).toHaveURL("/");
}

/** Sets a date that browsers do not accept in a date field. */
export async function forgeDate(field: Locator, date: string) {
  await field.evaluate((input: HTMLInputElement, value) => {
    input.type = "text";
    // React sets the type again on every render, and the browser would discard the value.
    Object.defineProperty(input, "type", { configurable: true, get: () => "text", set: () => {} });
    input.value = value;
  }, date);
}

export function openDatabase(server: TestServer) {
  const database = new Database(join(server.dataFolder, "redline.db"));
  addFunctions(database);
  return database;
}

/** Sends the emails that wait for more to tell, or until their change can no longer be undone. */
export function endEmailWait(server: TestServer) {
  const database = openDatabase(server);
  database.exec("update mail_outbox set next_attempt_at = created_at where attempts = 0");
  database.close();
}

/** Runs an action while a database table is missing, so that the server fails. */
export async function withoutTable(server: TestServer, table: string, act: () => Promise<void>) {
  const database = openDatabase(server);
  database.exec(`alter table ${table} rename to missing`);
  try {
    await act();
  } finally {
    // Other journeys of the worker use the same data.
    database.exec(`alter table missing rename to ${table}`);
    database.close();
  }
}

/** Ends all sessions of a user, as they end after twelve hours without a request. */
export function endSessions(server: TestServer, email: string) {
  const database = openDatabase(server);
  const sessions = "delete from sessions where user_id = (select id from users where email = ?)";
  database.prepare(sessions).run(email);
  database.close();
}

type AssignmentFields = { discipline?: string; employeeId: string; employeeDueDate?: string };

/** Posts the assignment editor of a permit without assignments, and confirms what it finds unusual. */
export async function postAssignments({ request }: Requester, permit: string, rows: AssignmentFields[]) {
  const form: Record<string, string> = { seen: "" };
  for (const [index, row] of rows.entries()) {
    const fields = { discipline: "Structural", employeeDueDate: "2020-01-02", status: "assigned", ...row };
    for (const [name, value] of Object.entries(fields)) form[`assignments[${index}].${name}`] = value;
  }
  const address = `${permit}/assignments`;
  const response = await request.post(address, { form, maxRedirects: 0 });
  const html = response.status() === 400 ? await response.text() : "";
  const questions = [...html.matchAll(/name="confirmed" value="([^"]*)"/g)].map(([, text = ""]) => text);
  if (questions.length === 0) return response;
  const fields = Object.entries(form);
  for (const text of questions) fields.push(["confirmed", text.replaceAll("&#x27;", "'")]);
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const data = new URLSearchParams(fields).toString();
  return request.post(address, { data, headers, maxRedirects: 0 });
}

/** Creates a permit with assignments and returns its address. */
export async function createAssignedPermit(
  requester: Requester,
  fields: Record<string, string>,
  rows: AssignmentFields[] = [{ employeeId: reviewers.maria.id }],
) {
  const permit = await createPermit(requester, fields);
  expect((await postAssignments(requester, permit, rows)).status()).toBe(302);
  return permit;
}

/** A form body, with its files in the field `files`. */
export function formOf(fields: Record<string, string>, files: SentFile[] = []): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { name, mimeType, buffer } of files) {
    form.append("files", new File([new Uint8Array(buffer)], name, { type: mimeType }));
  }
  return form;
}

const sheet = { number: "A-101", title: "Floor plan", project: "Journey House", address: "1 Journey Lane" };

/** Small plan files with valid content, except for `fake`. */
export const plans = {
  pdf: (name = "plan.pdf"): SentFile => ({ name, mimeType: "application/pdf", buffer: samplePdf(sheet) }),
  dxf: (name = "plan.dxf"): SentFile => ({ name, mimeType: "image/vnd.dxf", buffer: sampleDxf(sheet) }),
  dwg: (name = "plan.dwg"): SentFile => ({ name, mimeType: "image/vnd.dwg", buffer: sampleDwg() }),
  /** An HTML page with the name of a drawing. */
  fake: (name = "fake.pdf"): SentFile => ({
    name,
    mimeType: "application/pdf",
    buffer: Buffer.from("<!doctype html><script>alert(1)</script>"),
  }),
};
