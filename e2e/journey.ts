import { join } from "node:path";
import { type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test";
import Database from "better-sqlite3";
import { sampleDwg, sampleDxf, samplePdf } from "../app/seed/sample-plans";
import { startFreshServer, type TestServer } from "../scripts/test-server";
import { type Requester, signIn } from "./sign-in";

export { expect } from "@playwright/test";
export { expectNoAxeViolations } from "./accessibility";
export { type DemoAccount, demoAccounts, demoPassword } from "./sign-in";

type Journey = {
  /** Whether the page runs scripts: true in project scripts-on, false in scripts-off. */
  scripts: boolean;
  signIn: typeof signIn;
  /** A page in a browser of its own, where nobody is signed in yet. */
  newcomer: () => Promise<Page>;
  /** Signs somebody in with a browser of their own, for journeys that several people make. */
  signedIn: (email: string) => Promise<Page>;
  serverOutput: undefined;
};

type Worker = {
  /** Journeys that name the same data share servers. Those that count the demo's permits only read them. */
  data: "changed" | "only read";
  /** The server of all journeys of a worker, one after the other. */
  server: TestServer;
};

/** For a journey in which scripts change nothing: it needs no browser, or its pages have none. It runs once. */
export const once = { tag: "@once" };

/** For a journey that is about scripts, or about their absence: it runs in that project alone. */
export const withScripts = { tag: "@with-scripts" };
export const withoutScripts = { tag: "@without-scripts" };

export const test = base.extend<Journey, Worker>({
  data: ["changed", { option: true, scope: "worker" }],

  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures this one needs.
    async ({}, use) => {
      const server = await startFreshServer(process.env.E2E_TEMPLATE);
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],

  baseURL: ({ server }, use) => use(server.url),

  scripts: ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  signIn: ({}, use) => use(signIn),

  newcomer: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },

  signedIn: async ({ newcomer }, use) =>
    use(async (email) => {
      const page = await newcomer();
      await signIn(page, email);
      return page;
    }),

  serverOutput: [
    async ({ server }, use, testInfo) => {
      const before = server.output().length;
      await use(undefined);
      if (testInfo.status === testInfo.expectedStatus) return;
      const body = server.output().slice(before);
      if (body) await testInfo.attach("what the server printed", { body, contentType: "text/plain" });
    },
    { auto: true },
  ],
});

/** What a journey that runs once in a browser rests on: its page has nothing to run. */
export const expectNoScripts = (page: Page) =>
  expect(page.locator("script, link[rel=modulepreload]")).toHaveCount(0);

type ReactRoot = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };

/** Until React has taken the whole page over and has nothing left to do; without scripts it is as it will be. */
export async function hydrated(page: Page) {
  if (test.info().project.use.javaScriptEnabled === false) return;
  // What it answers is not waited for: a promise would count as yes.
  await page.waitForFunction(() => {
    if (document.scripts.length === 0) return document.readyState !== "loading";
    const [, root] = Object.entries(document).find(([key]) => key.startsWith("__reactContainer$")) ?? [];
    if ((root as ReactRoot | undefined)?.stateNode.current.memoizedState.isDehydrated !== false) return false;
    const settling = window as Window & { isIdle?: boolean };
    if (settling.isIdle === undefined) {
      settling.isIdle = false;
      const settle = () => {
        settling.isIdle = true;
      };
      requestIdleCallback(settle, { timeout: 5_000 });
    }
    return settling.isIdle;
  });
}

/** Opens a page as a slow line does: it stands and can be used, and its scripts come when they are let go. */
export async function withoutScriptsYet(page: Page, address: string): Promise<() => Promise<void>> {
  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/*.js", async (route) => {
    await isLetGo;
    await route.continue();
  });
  await page.goto(address, { waitUntil: "commit" });
  return async () => {
    letGo();
    await page.waitForLoadState();
    await hydrated(page);
  };
}

/**
 * Does something in the page just after its address has changed and before React has drawn what is there:
 * on a slow machine people, and tests, get in between.
 */
export async function beforeItIsDrawn(page: Page, act: () => void) {
  await page.evaluate(`{
    const push = history.pushState;
    history.pushState = (...step) => {
      history.pushState = push;
      push.apply(history, step);
      queueMicrotask(${act});
    };
  }`);
}

/** Does something that posts a form, and answers the status that the server gave. */
export async function statusOfPost(page: Page, act: () => Promise<void>): Promise<number> {
  const answered = page.waitForResponse(
    (response) => response.request().method() === "POST" && !response.url().includes("/staged-files"),
  );
  await act();
  return (await answered).status();
}

/** What opens the user menu. */
export const userMenu = (page: Page) => page.locator(".user-menu summary");

/** What an address asks for, by name. A form without scripts sends its empty fields too: they ask for nothing. */
export const queryOf = (page: Page) =>
  Object.fromEntries(
    [...new URL(page.url()).searchParams].filter(([, value]) => value !== "" && value !== "all"),
  );

/** The rows of the permits table, without its heading. */
export const permitRows = (page: Page) => page.getByRole("table", { name: "Permits" }).locator("tbody tr");

/** How many permits the table says it found. */
export async function resultCount(page: Page): Promise<number> {
  const text = await page.getByRole("status").textContent();
  return Number.parseInt(String(text).replaceAll(",", ""), 10);
}

/** Goes on with the Tab key until a thing has the focus, which must be seen wherever it comes. */
export async function tabTo(page: Page, target: Locator, most = 80) {
  await expect(target.first()).toBeAttached();
  // Asked in one step: the element may be exchanged for another that has the focus then.
  const reached = target.and(page.locator(":focus"));
  for (let presses = 0; presses < most && (await reached.count()) === 0; presses += 1) {
    await page.keyboard.press("Tab");
    await expectVisibleFocus(page);
  }
  await expect(target).toBeFocused();
}

/** The element with the focus is drawn with an outline that is seen: its own, or that of the row it opens. */
export async function expectVisibleFocus(page: Page) {
  const focus = await page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const isOutlined = ["", "::after"].some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
      return outlineStyle !== "none" && parseFloat(outlineWidth) >= 1;
    });
    // Inside a date field the browser itself marks the part that is changed, or the calendar's icon.
    const isInDate = element.matches("input[type=date]:not(:focus-visible)");
    const { width, height } = element.getBoundingClientRect();
    return {
      element: element.outerHTML.slice(0, 120),
      isSeen: (isOutlined || isInDate) && width > 0 && height > 0,
    };
  });
  if (focus) expect(focus.isSeen, `the focus on ${focus.element}`).toBe(true);
}

/** A permit's fields as its form names them, all of them good. */
export const goodPermit = {
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

/** Posts the form of a new permit as a program would; follow with `maxRedirects: 0` to see where it leads. */
export function postPermit(
  { request }: Requester,
  fields: Record<string, string> = {},
  files: SentFile[] = [],
) {
  return request.post("/permits/new", {
    multipart: formOf({ ...goodPermit, ...fields }, files),
    maxRedirects: 0,
  });
}

/** Makes a permit and answers its address. */
export async function makePermit(
  requester: Requester,
  fields: Record<string, string> = {},
  files: SentFile[] = [],
) {
  const response = await postPermit(requester, fields, files);
  expect(response.status()).toBe(302);
  return String(response.headers().location);
}

/** Employees of the demo, by the id that the assignment editor sends. */
export const reviewers = {
  maria: { id: "1", name: "Maria Lopez", email: "reviewer@demo.test" },
  owen: { id: "2", name: "Owen Tran", email: "owen.tran@demo.test" },
  ines: { id: "3", name: "Ines Roth", email: "ines.roth@demo.test" },
  /** Certified in Fire alone. */
  daniel: { id: "6", name: "Daniel Kim", email: "daniel.kim@demo.test" },
  /** No longer active. */
  peter: { id: "13", name: "Peter Lindqvist", email: "peter.lindqvist@demo.test" },
} as const;

/** Chooses a reviewer by name: in the select, or by typing once scripts have made a combobox of it. */
export async function chooseReviewer(row: Locator, name: string, scripts: boolean) {
  if (!scripts) {
    const value = await row.getByRole("option", { name }).getAttribute("value");
    await row.getByLabel("Reviewer").selectOption(value);
    return;
  }
  await row.getByLabel("Reviewer").hover();
  const box = row.getByRole("combobox", { name: "Reviewer" }).and(row.locator("input"));
  await box.fill(name);
  await row.page().getByRole("option", { name }).click();
  await expect(box).toHaveValue(new RegExp(`^${name}`));
}

/** Opens the demo's mail and answers the latest letter to an address; letters take a few seconds. */
export async function letterTo(page: Page, address: string, subject: string | RegExp): Promise<Locator> {
  const to = page.locator("dd").getByText(address, { exact: true });
  const letters = page.getByRole("region", { name: subject }).filter({ has: to });
  await expect
    .poll(async () => {
      await page.goto("/test-mail");
      return letters.count();
    })
    .toBeGreaterThan(0);
  return letters.first();
}

/** Sets a password by a link that was shown or mailed, as whoever was invited does. */
export async function setPassword(page: Page, link: string, password: string) {
  await page.goto(link);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page).toHaveURL("/");
}

/** Puts a date into its field that no browser lets anybody type. */
export async function forgeDate(field: Locator, date: string) {
  await field.evaluate((input: HTMLInputElement, value) => {
    input.type = "text";
    // React writes the type again at every drawing, and the browser would throw the value away.
    Object.defineProperty(input, "type", { configurable: true, get: () => "text", set: () => {} });
    input.value = value;
  }, date);
}

/** Ends all sessions of a user, as twelve hours without use do. */
export function endSessions(server: TestServer, email: string) {
  const database = new Database(join(server.dataFolder, "redline.db"));
  const sessions = "delete from sessions where user_id = (select id from users where email = ?)";
  database.prepare(sessions).run(email);
  database.close();
}

type Assigned = { discipline?: string; employeeId: string; employeeDueDate?: string };

/** Posts the assignment editor of a permit that has no assignments yet, as a program would. */
export function postAssignments({ request }: Requester, permit: string, rows: Assigned[]) {
  const form: Record<string, string> = { seen: "" };
  for (const [index, row] of rows.entries()) {
    const fields = { discipline: "Structural", employeeDueDate: "2020-01-02", status: "assigned", ...row };
    for (const [name, value] of Object.entries(fields)) form[`assignments[${index}].${name}`] = value;
  }
  return request.post(`${permit}/assignments`, { form, maxRedirects: 0 });
}

/** Makes a permit with assignments, and answers its address. */
export async function makeAssignedPermit(
  requester: Requester,
  fields: Record<string, string>,
  rows: Assigned[] = [{ employeeId: reviewers.maria.id }],
) {
  const permit = await makePermit(requester, fields);
  expect((await postAssignments(requester, permit, rows)).status()).toBe(302);
  return permit;
}

/** A form's body with its files, each under the field `files`. */
export function formOf(fields: Record<string, string>, files: SentFile[] = []): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { name, mimeType, buffer } of files) {
    form.append("files", new File([new Uint8Array(buffer)], name, { type: mimeType }));
  }
  return form;
}

const sheet = { number: "A-101", title: "Floor plan", project: "Journey House", address: "1 Journey Lane" };

/** Small plan files that are what they say. */
export const plans = {
  pdf: (name = "plan.pdf"): SentFile => ({ name, mimeType: "application/pdf", buffer: samplePdf(sheet) }),
  dxf: (name = "plan.dxf"): SentFile => ({ name, mimeType: "image/vnd.dxf", buffer: sampleDxf(sheet) }),
  dwg: (name = "plan.dwg"): SentFile => ({ name, mimeType: "image/vnd.dwg", buffer: sampleDwg() }),
  /** A page of the web that calls itself a drawing. */
  fake: (name = "fake.pdf"): SentFile => ({
    name,
    mimeType: "application/pdf",
    buffer: Buffer.from("<!doctype html><script>alert(1)</script>"),
  }),
};
