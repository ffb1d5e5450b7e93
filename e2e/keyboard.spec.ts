import type { Page } from "@playwright/test";
import {
  alsoWithoutScripts,
  createPermit,
  demoAccounts,
  expect,
  expectVisibleFocus,
  focusProblem,
  hydrated,
  permitRows,
  tabTo,
  test,
  title,
  userMenu,
} from "./journey";
import { pagesWithout } from "./pages";
import { call, makeLink } from "./plan-check";
import { signIn } from "./sign-in";

test.beforeEach(async ({ page }) => {
  await signIn(page, demoAccounts.admin);
});

test("the first Tab focuses a link that skips to the content", async ({ page }) => {
  await page.goto("/permits");
  await hydrated(page);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await expectVisibleFocus(page);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").getByRole("link", { name: "New Permit" })).toBeFocused();

  // After other pages too, a part of the page is reached, not the link that led to it.
  await page.getByRole("link", { name: "Cities", exact: true }).click();
  await page.getByRole("link", { name: "Oakville" }).first().click();
  await expect(title(page)).toHaveText(/Oakville/);
  await page.getByRole("link", { name: "Skip to fees" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("#fees")).toBeFocused();
});

/** The main action of each page, by its accessible name; Tab reaches it, and the last control after it. */
const journeys: Record<string, { account?: string; pages: [address: string, action?: string | RegExp][] }> = {
  "signed out": {
    pages: [
      ["/permits", "Sign In"],
      ["/login", "Sign In"],
      ["/login/code", "Sign in again"],
      ["/invite/made-up", "Sign in with your password"],
      ["/reset-password/made-up", "Sign in with your password"],
      ["/api/callback", "Sign in with a password"],
      ["/test-city", "Login as test city user"],
      ["/test-employee-login", /^Daniel Kim/],
      ["/test-mail"],
    ],
  },
  "an administrator's permits": {
    account: demoAccounts.admin,
    pages: [
      ["/", "New Permit"],
      ["/admin-dashboard", "New Permit"],
      ["/nowhere", "Return to Dashboard"],
      ["/permits?search=OAK-26-00", "New Permit"],
      ["/permits/delete-permit/7?search=OAK-26-00", /^Type delete to confirm/],
      ["/permits/7", "Edit Permit"],
      ["/permits/7/edit", "Save changes"],
      ["/permits/7/assignments", "Save assignments"],
      ["/permits/32/assignments/177/reviewer", "Save"],
      ["/permits/7/corrections", "Filter"],
      ["/permits/43/status-links", "Make a new link"],
      ["/permits/32/letter", "Draft as PDF"],
      ["/permits/32/letter/release", "Cancel"],
      ["/permits/32/letter/cover-note", "Save cover note"],
      ["/permits/32/letter/assignments/176/return", "Return to reviewer"],
      ["/permits/32/letters/17", "PDF"],
      ["/permits/new", "Create permit"],
      ["/permits/177/sheets", "Confirm sheet list"],
      ["/permits/174/sheets/440", "Save sheet"],
      ["/permits/174/sheets/440/marks/new", "Save marks"],
      ["/permits/174/sheets/391/compare?with=277", "Closer"],
      ["/permits/32/sheets/back-checks", "All sheets"],
      ["/permits/40/sheets/30/corrections/new", "Save and place another"],
    ],
  },
  "an administrator's other pages": {
    account: demoAccounts.admin,
    pages: [
      ["/cities?search=Oak", "Add City"],
      ["/cities/3", "Edit city"],
      ["/cities/3/edit", "Save changes"],
      ["/employees?search=Lopez", "Add Employee"],
      ["/employees/new?search=Lopez", "Add Employee"],
      ["/plan-check-calendar?view=overdue", /^Complete/],
      ["/plan-check-calendar?view=overdue&print", "Back to the calendar"],
      ["/plan-checks?view=new_plans", /^Start PC/],
      ["/employee-dashboard?q=OAK-26-00", "Plan checks"],
      ["/employee-dashboard/permits/7", "Log time"],
      ["/employee-dashboard/permits/32/corrections/paste", "Check the rows"],
      ["/standard-comments?q=stair", "Add standard comment"],
      ["/hours?employeeId=1", "Download CSV"],
      ["/mail", "Back to employees"],
      ["/records/bin", "Legal holds"],
      ["/records/legal-holds", "Set a legal hold"],
      ["/records/retention", "Oakville"],
      ["/records/retention/3", "Change the period"],
      ["/audit?kind=permit", "Download CSV"],
      ["/replies", /^Reply/],
      ["/search?q=the", "All corrections"],
      ["/profile", "Change password"],
      ["/profile/two-factor", "Continue"],
      ["/help", "Glossary"],
      ["/api/docs", "profile"],
      ["/oakvilles", "Oakville"],
      ["/oakvilles?cityId=3&search=26-009", "Submit New Permit"],
      ["/oakvilles/permits/32/letters/17", "PDF"],
      ["/oakvilles/permits/43/answers", "Save answers"],
      ["/oakvilles/permits/43/status-links", "Make a new link"],
    ],
  },
  "a reviewer": {
    account: demoAccounts.reviewer,
    pages: [
      ["/", "Standard comments"],
      ["/permits/7", "Comment"],
      ["/permits/174/sheets", /^Sheet\s*S2\.1\s*Foundation plan/],
      ["/permits/174/sheets/440", "Next: S2.2"],
    ],
  },
  "a city's user": {
    account: demoAccounts.city,
    pages: [
      ["/submit", "Submit permit"],
      ["/oakvilles?search=26-009", "Submit New Permit"],
      ["/oakvilles/submit?search=26-009", "Submit permit"],
      ["/oakvilles/permits/7", "Comment"],
      ["/oakvilles/permits/177/sheets", "Confirm sheet list"],
      ["/oakvilles/permits/174/sheets/440", "Open the PDF at this page"],
      ["/oakvilles/permits/174/sheets/391/compare?with=277", "Closer"],
      ["/search?q=oak", "All permits"],
    ],
  },
};

const pagesOfLink: [path: string, action: string][] = [
  ["", "Answer corrections"],
  ["/answers", "Save answers"],
  ["/letters/:letterId", "PDF"],
];

test("each page has a journey by keyboard", () => {
  const addresses = [
    ...Object.values(journeys).flatMap(({ pages }) => pages.map(([address]) => address)),
    ...pagesOfLink.map(([path]) => `/status/:token${path}`),
  ];
  // That of an undo, which exists for a minute, is in undo.spec.ts.
  expect(pagesWithout(addresses)).toEqual(["/undo/:id"]);
});

for (const [user, { account, pages }] of Object.entries(journeys)) {
  test(`Tab reaches the main action and the last control of each page, and the focus is visible: ${user}`, async ({
    page,
  }) => {
    await page.context().clearCookies();
    if (account) await signIn(page, account);
    for (const [address, action] of pages) {
      await page.goto(address);
      await hydrated(page);
      await expectReached(page, action);
    }
  });
}

test("Tab reaches the main action and the last control of each page of a status link", async ({ page }) => {
  const link = await makeLink(page.request, "43");
  const [letter] = await call<{ id: number }[]>(page.request, "GET", "/api/permits/43/letters");
  await page.context().clearCookies();
  for (const [path, action] of pagesOfLink) {
    await page.goto(`${link}${path.replace(":letterId", `${letter?.id}`)}`);
    await expectReached(page, action);
  }
});

async function expectReached(page: Page, action?: string | RegExp): Promise<void> {
  const names = await tabThrough(page);
  const isReached = names.some((name) => (action instanceof RegExp ? action.test(name) : name === action));
  if (action) expect.soft(isReached, `${page.url()}: ${names.join(", ")}`).toBe(true);
}

type Step = { name: string; isLast: boolean; problem: string | null };

/** Presses Tab until the last control of the page, or of its dialog, has the focus. Returns the names of all on the way. */
async function tabThrough(page: Page, problemOf = focusProblem): Promise<string[]> {
  // The page itself looks at the focus after each press, because a question for each takes twice the time.
  await page.evaluate(`{
    const steps = [];
    const add = () => steps.push((${stepOf})(${problemOf}));
    document.addEventListener("keyup", add, true);
    // A dialog opens with the focus on its first field.
    if (document.querySelector("dialog :focus")) add();
    window.stepsWithTab = steps;
  }`);
  for (let presses = 0; presses < 250; presses += pressesAtOnce) {
    for (let press = 0; press < pressesAtOnce; press += 1) await page.keyboard.press("Tab");
    const steps = await page.evaluate<Step[]>("window.stepsWithTab");
    const last = steps.findIndex(({ isLast }) => isLast);
    if (last < 0) continue;
    const onTheWay = steps.slice(0, last + 1);
    expect(onTheWay.map(({ problem }) => problem).filter(Boolean)).toEqual([]);
    return onTheWay.map(({ name }) => name);
  }
  throw new Error(`Tab does not reach the last control of ${page.url()}`);
}

const pressesAtOnce = 10;

/** Runs in the page: what has the focus now, and whether it is the last control. */
function stepOf(problemOf: () => string | null): Step {
  const element = document.activeElement as HTMLInputElement | null;
  const within = document.querySelector("dialog[open]") ?? document.querySelector("main");
  const controls = within?.querySelectorAll<HTMLElement>(
    "a, button:enabled, summary, input:enabled:not([type=hidden]), select:enabled, textarea:enabled",
  );
  const seen = [...(controls ?? [])].filter((control) => control.tabIndex >= 0 && control.checkVisibility());
  const text = element?.ariaLabel ?? element?.labels?.[0]?.textContent ?? element?.innerText ?? "";
  return {
    name: text.trim(),
    isLast: seen.length === 0 || element === seen.at(-1),
    problem: problemOf(),
  };
}

test("on the review page, Tab goes through the left column first", async ({ page }) => {
  await page.goto("/employee-dashboard/permits/7");
  await hydrated(page);
  const names = await tabThrough(page);
  const [first, second] = ["Comment", "Log time"].map((name) => names.indexOf(name));
  expect(first).toBeGreaterThanOrEqual(0);
  expect(first).toBeLessThan(Number(second));
  const order = await page
    .locator(".columns > *")
    .evaluateAll((columns) => columns.map((column) => column.getBoundingClientRect().left));
  expect(order).toEqual(order.toSorted((one, other) => one - other));
});

const announced = (page: Page) => page.locator("body > p[aria-live=polite]");

test("after a change of page the title is announced and the heading has the focus", async ({ page }) => {
  await page.goto("/permits?search=OAK-26-00");
  await hydrated(page);
  const row = permitRows(page).first().getByRole("link").first();
  const number = String(await row.textContent());
  await tabTo(page, row);
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText(number);
  await expect(title(page)).toBeFocused();
  await expectVisibleFocus(page);
  await expect(announced(page)).toHaveText(`${number} · Redline`);
  await page.getByRole("link", { name: "Edit Permit" }).click();
  await expect(page.getByRole("button", { name: "Save changes" })).toBeVisible();
  await expect(title(page)).toBeFocused();
  await expect(announced(page)).toHaveText(`Edit ${number} · Redline`);

  await page.goBack();
  await expect(page.getByRole("link", { name: "Edit Permit" })).toBeFocused();
  await page.goBack();
  await expect(row).toBeFocused();
  await expect(announced(page)).toHaveText("Permits · Redline");
  await page.goto("/nowhere");
  await hydrated(page);
  await page.getByRole("link", { name: "Return to Dashboard" }).click();
  await expect(title(page)).toHaveText("Administrator Dashboard");
  await expect(title(page)).toBeFocused();
});

test("the focus stays on the page that a filter, a sort or a dialog changes", async ({ page }) => {
  await page.goto("/permits");
  await hydrated(page);
  const search = page.getByLabel("Search", { exact: true });
  const all = String(await page.getByRole("status").textContent());
  await search.fill("OAK-26-00");
  const filter = page.getByRole("link", { name: "Remove filter Search: OAK-26-00" });
  // Before the filter is applied, it would replace the address of a sort.
  await expect(filter).toBeVisible();
  await expect(page.getByRole("status")).not.toHaveText(all);
  await expect(search).toBeFocused();
  const sort = page.getByRole("columnheader", { name: "City" }).getByRole("link");
  await sort.press("Enter");
  await expect(page).toHaveURL(/sort=city/);
  await expect(sort).toBeFocused();
  const remove = permitRows(page)
    .first()
    .getByRole("link", { name: /^Delete/ });
  await remove.press("Enter");
  await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
  await expect(page).toHaveTitle(/^Delete OAK-26-\d+ · Redline$/);
  await page.keyboard.press("Escape");
  await expect(remove).toBeFocused();
  await filter.press("Enter");
  await expect(page.getByRole("status")).toHaveText(all);
  await expect(title(page)).toBeFocused();
  await expect(announced(page)).toHaveText("");
});

test("on a phone, what has the focus is never under the buttons of a review or a dialog", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const address = `/employee-dashboard/permits/${permitToBackCheck}`;
  await page.goto(address);
  await hydrated(page);
  await expect(page.getByRole("button", { name: "Save back-checks" })).toBeInViewport();
  await tabThrough(page, sightProblem);

  await page.goto(`${address}/corrections/new`);
  await hydrated(page);
  await expect(page.getByRole("dialog").getByLabel(/^Discipline/)).toBeFocused();
  await tabThrough(page, sightProblem);
});

/** A permit of the city with corrections, with open ones and several disciplines. */
const permitToBackCheck = 32;

/** Runs in the page: whether no part of what has the focus is in the window, and under nothing else. */
function sightProblem(): string | null {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  const isInSight = [0.1, 0.5, 0.9].some((part) => {
    const seen = document.elementFromPoint(left + width / 2, top + height * part);
    return seen !== null && (element.contains(seen) || seen.closest("label")?.contains(element));
  });
  return isInSight ? null : `not in sight: ${element.outerHTML.slice(0, 120)}`;
}

test(
  "the menus open and close with the keyboard, and their links work",
  alsoWithoutScripts,
  async ({ page, scripts }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto("/permits");
    await hydrated(page);
    const menu = page.getByRole("navigation", { name: "Main" });
    await tabTo(page, menu.locator("summary"));
    await page.keyboard.press("Enter");
    await expect(menu.getByRole("link", { name: "Dashboard" })).toBeVisible();
    if (scripts) {
      await page.keyboard.press("Escape");
      await expect(menu.getByRole("link", { name: "Dashboard" })).toBeHidden();
      await expect(menu.locator("summary")).toBeFocused();
      await page.keyboard.press("Enter");
    }
    await tabTo(page, menu.getByRole("link", { name: "Dashboard" }));
    await page.keyboard.press("Enter");
    await expect(title(page)).toHaveText("Administrator Dashboard");

    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto("/permits");
    await hydrated(page);
    await tabTo(page, userMenu(page));
    await expectVisibleFocus(page);
    await expect(userMenu(page)).toHaveAccessibleName("Your account");
    await page.keyboard.press("Enter");
    await expect(page.getByText(demoAccounts.admin)).toBeVisible();
    const profile = page.locator(".user-menu").getByRole("link", { name: "Profile" });
    if (scripts) {
      await page.keyboard.press("Escape");
      await expect(profile).toBeHidden();
      await expect(userMenu(page)).toBeFocused();
      await userMenu(page).click();
      await expect(profile).toBeVisible();
      await title(page).click();
      await expect(profile).toBeHidden();
      await userMenu(page).click();
    }
    await tabTo(page, profile);
    await page.keyboard.press("Enter");
    if (scripts) await expect(profile).toBeHidden();
    await expect(title(page)).toHaveText("Profile");
  },
);

test("a permit is deleted with the keyboard", async ({ page }) => {
  await createPermit(page, { urban37PermitNumber: "KEYS-1" });
  await page.goto("/permits?search=KEYS-1");
  await hydrated(page);
  await tabTo(page, page.getByRole("link", { name: "Delete KEYS-1" }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Delete Permit" });
  await expect(dialog.getByLabel(/delete/i)).toBeFocused();
  await expectVisibleFocus(page);
  await expectFocusToStayIn(page);
  await page.keyboard.type("delete");
  await tabTo(page, dialog.getByRole("button", { name: "Delete" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Permit deleted successfully")).toBeVisible();
  await expect(page.getByText("No permits found")).toBeVisible();
});

/** Presses Tab through the dialog, and checks that the focus never reaches the page behind it. */
async function expectFocusToStayIn(page: Page) {
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press("Tab");
    const isInside = await page.evaluate(() => {
      const element = document.activeElement;
      return element === document.body || Boolean(element?.closest("dialog"));
    });
    expect(isInside, `after ${presses + 1} presses`).toBe(true);
  }
  await page
    .getByRole("dialog")
    .getByLabel(/delete/i)
    .focus();
}
