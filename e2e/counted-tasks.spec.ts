import type { Locator, Page } from "@playwright/test";
import { createPermit, demoAccounts, expect, field, hydrated, plans, reviewers, test } from "./journey";
import {
  call,
  cityId,
  clerkEmail,
  correction,
  open,
  permitOf,
  prepareRelease,
  releaseLetter,
  startNextCycle,
  toast,
  write,
} from "./plan-check";

const { maria } = reviewers;

/** Does a task by keyboard alone. Typing is not counted. */
class Keyboard {
  pressed = 0;
  constructor(readonly page: Page) {}

  async press(key: string) {
    this.pressed += 1;
    await this.page.keyboard.press(key);
  }

  /** Presses Tab until the control has the focus. */
  async tabTo(target: Locator) {
    const reached = target.and(this.page.locator(":focus"));
    for (let presses = 0; presses < 60; presses += 1) {
      await this.press("Tab");
      if ((await reached.count()) > 0) return;
    }
    throw new Error(`Tab does not reach ${target} on ${this.page.url()}`);
  }

  /** Goes on when the focus has left the link. */
  async follow(name: string | RegExp) {
    const before = this.page.url();
    const link = this.page.getByRole("link", { name });
    await this.tabTo(link);
    await this.press("Enter");
    await this.page.waitForURL(({ href }) => href !== before);
    await hydrated(this.page);
    await expect(link.and(this.page.locator(":focus"))).toHaveCount(0);
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  }

  async followInto(name: string | RegExp) {
    await this.follow(name);
    await expect(this.page.getByRole("dialog").locator(":focus")).toBeVisible();
  }

  /** Types into the control that has the focus. */
  async type(text: string, target?: Locator) {
    if (target) await expect(target).toBeFocused();
    await this.page.keyboard.type(text);
  }

  async tabAndType(label: string, text: string) {
    await this.tabTo(field(this.page, label));
    await this.page.keyboard.type(text);
  }

  /** A key opens the browser's window for files. */
  async chooseFiles(field: Locator, ...names: string[]) {
    await this.tabTo(field);
    this.pressed += 1;
    await field.setInputFiles(names.map((name) => plans.pdf(name)));
    await expect(this.page.getByRole("checkbox", { name: names.at(-1) })).toBeChecked();
    await expect(this.page.locator("[aria-busy=true], progress")).toHaveCount(0);
  }
}

/** The task begins at the top of the page. */
async function countKeys(
  page: Page,
  address: string,
  maximum: number,
  task: (keyboard: Keyboard) => Promise<void>,
) {
  await open(page, address);
  const keyboard = new Keyboard(page);
  await task(keyboard);
  expect.soft(keyboard.pressed, `${maximum} keys at most, from ${address}`).toBeLessThanOrEqual(maximum);
}

const toContent = "Skip to content";

test("an administrator's tasks take few keys", async ({ page, signIn, signedIn }) => {
  await signIn(page, demoAccounts.admin);
  const { id, address } = await permitOf(page, [{ employeeId: maria.id }]);
  const { urban37PermitNumber: number } = await call<{ urban37PermitNumber: string }>(
    page.request,
    "GET",
    `/api/permits/${id}`,
  );
  await countKeys(page, "/permits", 3, async (keyboard) => {
    await keyboard.press("/");
    await keyboard.type(number, page.getByLabel("Search everything").first());
    await keyboard.press("Enter");
    await expect(page.locator("#first")).toBeFocused();
    await keyboard.press("Enter");
    await page.waitForURL(address);
  });
  await countKeys(page, "/permits", 45, async (keyboard) => {
    await keyboard.follow(toContent);
    await keyboard.follow("New Permit");
    await keyboard.tabAndType("City", "Harbor");
    await keyboard.tabAndType("City permit number", "COUNTED-1");
    await keyboard.tabAndType("Project name", "Short way");
    await keyboard.tabAndType("Project type", "Residential");
    await keyboard.tabAndType("Project address", "1 Key Street");
    await keyboard.tabAndType("Project description", "A counted permit");
    await keyboard.tabTo(page.getByLabel("Architectural"));
    await keyboard.press("Space");
    await keyboard.chooseFiles(page.getByLabel(/^Choose files/), "A-101.pdf");
    await keyboard.press("Control+Enter");
    await toast(page, "Permit created successfully");
  });
  await countKeys(page, address, 12, async (keyboard) => {
    await keyboard.follow(toContent);
    await keyboard.tabTo(page.getByRole("button", { name: "Put on hold" }));
    await keyboard.press("Enter");
    await toast(page, "The permit is on hold");
  });
  await countKeys(page, address, 20, async (keyboard) => {
    await keyboard.follow("Skip to assignments");
    await keyboard.followInto("Give Structural to another");
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await toast(page, /^Structural given to/);
  });

  const unassigned = await createPermit(page, { cityId: await cityId(page.request) });
  await call(page.request, "PATCH", `/api${unassigned}`, {
    requiredDisciplines: ["Architectural", "Structural", "Fire"],
  });
  await countKeys(page, unassigned, 15, async (keyboard) => {
    await keyboard.follow(toContent);
    await keyboard.follow("Assign reviewers");
    await keyboard.tabTo(page.getByRole("button", { name: "Suggest", exact: true }));
    await keyboard.press("Enter");
    await expect(page.getByText("3 plan reviewers suggested")).toBeFocused();
    await keyboard.press("Control+Enter");
    await page.waitForURL(`${unassigned}**`);
    await expect(page.locator("#assignments li")).toHaveCount(3);
  });

  const ready = await permitOf(page);
  await prepareRelease(page, ready.id);
  await countKeys(page, ready.address, 15, async (keyboard) => {
    await keyboard.follow(toContent);
    await keyboard.follow("Check and release letter");
    await keyboard.followInto("Release letter");
    await keyboard.press("Control+Enter");
    await toast(page, /was released/);
  });
  const plansOfCycle2 = { multipart: { reviewCycle: "PC2", files: plans.pdf("A-101.pdf") } };
  const clerk = await signedIn(await clerkEmail(page.request));
  expect((await clerk.request.post(`/api/permits/${ready.id}/files`, plansOfCycle2)).ok()).toBe(true);
  await countKeys(page, ready.address, 10, async (keyboard) => {
    await keyboard.follow(toContent);
    await keyboard.followInto("Start PC2");
    await keyboard.press("Enter");
    await toast(page, "PC2 has started");
  });

  await call(clerk.request, "POST", `/api/permits/${id}/comments`, { text: "Which stairs?" });
  await countKeys(page, "/replies?page=999", 10, async (keyboard) => {
    await keyboard.follow(toContent);
    await keyboard.follow(/^Reply/);
    await keyboard.type("Those on A-102.", page.locator("textarea:focus"));
    await keyboard.tabTo(page.getByRole("button", { name: "Share with city" }).first());
    await keyboard.press("Enter");
    await toast(page, "Comment added");
  });

  const city = `/cities/${await cityId(page.request)}`;
  await countKeys(page, city, 30, async (keyboard) => {
    await keyboard.follow("Skip to fees");
    await keyboard.followInto("Add fee");
    await keyboard.type("Inspection");
    await keyboard.tabAndType("Description", "Counted");
    await keyboard.tabAndType("Amount", "120");
    await keyboard.press("Enter");
    await toast(page, "Fee created");
  });
  await countKeys(page, city, 15, async (keyboard) => {
    await keyboard.follow("Skip to fees");
    await keyboard.follow(/^Mark Paid/);
    await expect(page.getByRole("dialog").locator(":focus")).toBeVisible();
    await keyboard.press("Enter");
    await toast(page, "Fee marked as paid");
  });
});

test("a reviewer's tasks take few keys", async ({ page, signIn, signedIn }) => {
  await signIn(page, maria.email);
  const administrator = await signedIn(demoAccounts.admin);
  const { review } = await permitOf(administrator);
  await countKeys(page, "/", 5, async (keyboard) => {
    await keyboard.follow(toContent);
    await keyboard.follow(/./);
    await page.waitForURL(/permits\/\d+/);
  });
  await countKeys(page, review, 12, async (keyboard) => {
    await keyboard.follow(toContent);
    await keyboard.followInto("Add correction");
    await keyboard.type("S-101");
    await keyboard.tabAndType("Code reference", "CBC 1604");
    await keyboard.tabTo(page.getByRole("textbox", { name: /^Correction/ }));
    await keyboard.type("Show the header.");
    await keyboard.press("Control+Enter");
    await toast(page, "S-1 added");
  });
  await countKeys(page, review, 12, async (keyboard) => {
    await keyboard.follow(toContent);
    await keyboard.followInto("From the library");
    await keyboard.type("truss");
    await keyboard.press("Enter");
    await expect(page.locator("#first")).toBeFocused();
    await keyboard.press("Space");
    await keyboard.press("Control+Enter");
    await toast(page, "1 correction added");
  });
  await countKeys(page, review, 10, async (keyboard) => {
    await keyboard.follow(toContent);
    await keyboard.tabTo(page.getByLabel(/^Hours/).first());
    await keyboard.type("1.5");
    await keyboard.press("Enter");
    await toast(page, "Time entry logged");
  });
  await countKeys(page, review, 12, async (keyboard) => {
    await keyboard.follow("Skip to comment");
    await keyboard.type("Please send the calculations.", field(page, "Comment"));
    await keyboard.tabTo(page.getByRole("button", { name: "Share with city" }).last());
    await keyboard.press("Enter");
    await toast(page, "Comment added");
  });
  await countKeys(page, review, 6, async (keyboard) => {
    await keyboard.follow(toContent);
    await keyboard.followInto("Decide Structural");
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await toast(page, /^Structural: /);
  });

  const resubmitted = await permitOf(administrator);
  for (let count = 1; count <= 11; count += 1)
    await write(page.request, resubmitted.id, `Correction ${count}.`);
  await startNextCycle(administrator, resubmitted.id);
  await countKeys(page, resubmitted.review, 20, async (keyboard) => {
    await keyboard.follow(toContent);
    await keyboard.follow("Back-check 11 corrections");
    await keyboard.tabTo(correction(page, "S-5").getByRole("radio").first());
    await keyboard.press("ArrowRight");
    await keyboard.tabTo(correction(page, "S-5").getByRole("textbox"));
    await keyboard.type("Not on S-201.");
    await keyboard.tabTo(page.getByRole("button", { name: "Resolve the rest" }));
    await keyboard.press("Enter");
    await toast(page, "11 back-checks saved");
  });
});

test("a city's tasks take few keys", async ({ page, signIn, signedIn }) => {
  const administrator = await signedIn(demoAccounts.admin);
  const { id } = await permitOf(administrator);
  await write(administrator.request, id, "Show the header.");
  const letter = await releaseLetter(administrator, id);
  await signIn(page, await clerkEmail(administrator.request));
  const address = `/oakvilles/permits/${id}`;

  // What a city looks for is in its list: where a permit stands, when it is due, and its letter.
  await open(page, "/oakvilles?search=CORR");
  const row = page.getByRole("row").filter({ hasText: "With us: the letter is not handed over yet" }).first();
  await expect(row).toContainText(/\d{4}/);
  await expect(row.getByRole("link", { name: /^Letter PDF/ })).toHaveAttribute(
    "href",
    `/api/letters/${letter.id}/download`,
  );

  await countKeys(page, "/oakvilles", 30, async (keyboard) => {
    await keyboard.follow(toContent);
    await keyboard.followInto("Submit New Permit");
    await keyboard.type("Counted deck");
    await keyboard.tabAndType("Project address", "1 Key Street");
    await keyboard.tabAndType("Project type", "Residential");
    await keyboard.tabAndType("Project description", "A counted deck");
    await keyboard.tabTo(page.getByLabel("Architectural"));
    await keyboard.press("Space");
    await keyboard.chooseFiles(page.getByLabel(/^Plan files/), "A-101.pdf");
    await keyboard.press("Control+Enter");
    await toast(page, "Permit submitted successfully");
  });
  await countKeys(page, new URL(page.url()).pathname, 10, async (keyboard) => {
    await keyboard.follow(toContent);
    await keyboard.follow("Add your permit number");
    await keyboard.tabAndType("City permit number", "COUNTED-2");
    await keyboard.press("Enter");
    await toast(page, "City permit number saved");
  });
  await countKeys(page, address, 12, async (keyboard) => {
    await keyboard.follow("Skip to comment");
    await keyboard.type("When is it due?", field(page, "Comment"));
    await keyboard.tabTo(page.getByRole("button", { name: "Comment", exact: true }));
    await keyboard.press("Enter");
    await toast(page, "Comment added");
  });
  await countKeys(page, address, 12, async (keyboard) => {
    await keyboard.follow(toContent);
    await keyboard.followInto("Hand over");
    await keyboard.press("Enter");
    await toast(page, "Handed over to the applicant");
  });
  await countKeys(page, address, 15, async (keyboard) => {
    await keyboard.follow(toContent);
    const field = page.getByLabel("Plans for PC2");
    await keyboard.tabTo(field);
    await keyboard.press("Enter");
    await field.setInputFiles([plans.pdf("A-101.pdf"), plans.pdf("S-101.pdf")]);
    await keyboard.tabTo(page.getByRole("button", { name: "Upload revised plans" }));
    await keyboard.press("Enter");
    await toast(page, "Files uploaded successfully");
  });
});
