import type { Locator, Page } from "@playwright/test";
import {
  createPermit,
  demoAccounts,
  expect,
  field,
  hydrated,
  plans,
  region,
  reviewers,
  test,
} from "./journey";
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

/** Does a task by clicks. Typing is not counted, nor is Tab from one field to the next. */
class Mouse {
  clicked = 0;
  constructor(readonly page: Page) {}

  async click(target: Locator) {
    this.clicked += 1;
    await target.click();
  }

  /** Goes on when the next page or dialog is there. */
  async follow(name: string | RegExp) {
    const before = this.page.url();
    await this.click(this.page.getByRole("link", { name }).first());
    await this.page.waitForURL(({ href }) => href !== before);
    await hydrated(this.page);
  }

  press = (name: string) => this.click(this.page.getByRole("button", { name, exact: true }).last());

  /** A list of choices opens, and one is taken. */
  async select(label: string, option: string) {
    this.clicked += 2;
    const list = field(this.page, label);
    await list.focus();
    await list.selectOption(option);
  }

  async chooseFiles(field: Locator, ...names: string[]) {
    // To open the browser's window, to mark the files, and to take them.
    this.clicked += 3;
    await field.setInputFiles(names.map((name) => plans.pdf(name)));
  }

  /** Types into the field that has the focus. */
  async type(text: string) {
    await expect(this.page.locator(":is(input, textarea):focus")).toBeVisible();
    await this.page.keyboard.type(text);
  }

  async tabAndType(label: string, text: string) {
    await field(this.page, label).focus();
    await this.page.keyboard.type(text);
  }
}

async function countClicks(
  page: Page,
  address: string,
  maximum: number,
  task: (mouse: Mouse) => Promise<void>,
) {
  await open(page, address);
  const mouse = new Mouse(page);
  await task(mouse);
  expect.soft(mouse.clicked, `${maximum} clicks at most, from ${address}`).toBeLessThanOrEqual(maximum);
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
const fiveLines = Array.from({ length: 5 }, (_, index) => `S-${index}; CBC 1604; Show it.`).join("\n");

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
    await expect(page.getByRole("heading", { name: "New permit" })).toBeVisible();
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
    await keyboard.type("Those on A-301.", page.locator("textarea:focus"));
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
  await countKeys(page, review, 25, async (keyboard) => {
    await keyboard.follow(toContent);
    await keyboard.follow("Paste several");
    // A line break is typed as a part of the text.
    await page.keyboard.insertText(fiveLines);
    await keyboard.tabTo(page.getByRole("button", { name: "Check the rows" }));
    await keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Add corrections" })).toBeFocused();
    await keyboard.press("Enter");
    await toast(page, "5 corrections added");
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

test("tasks take few clicks", async ({ page, signIn, signedIn }) => {
  await signIn(page, demoAccounts.admin);
  const administrator = { request: page.request };
  const clerk = await signedIn(await clerkEmail(page.request));
  const reviewer = await signedIn(maria.email);

  const unassigned = await createPermit(page, { cityId: await cityId(page.request) });
  await call(page.request, "PATCH", `/api${unassigned}`, {
    requiredDisciplines: ["Architectural", "Structural", "Fire"],
  });
  await countClicks(page, unassigned, 3, async (mouse) => {
    await mouse.follow("Assign reviewers");
    await mouse.press("Suggest");
    await expect(page.getByText("3 plan reviewers suggested")).toBeFocused();
    await mouse.press("Save assignments");
    await expect(page.locator("#assignments li")).toHaveCount(3);
  });
  await countClicks(page, unassigned, 3, async (mouse) => {
    await mouse.follow("Give Structural to another");
    await mouse.click(page.getByRole("dialog").getByRole("radio", { checked: false }).first());
    await mouse.press("Save");
    await toast(page, /^Structural given to/);
  });

  await countClicks(reviewer, "/", 1, async (mouse) => {
    await mouse.click(region(reviewer, "What is next").getByRole("link").first());
    await reviewer.waitForURL(/permits\/\d+/);
  });
  const pasted = await permitOf(administrator);
  await countClicks(reviewer, pasted.review, 8, async (mouse) => {
    await mouse.follow("Paste several");
    await expect(field(reviewer, "Pasted text")).toBeFocused();
    await reviewer.keyboard.insertText(fiveLines);
    await mouse.press("Check the rows");
    await mouse.press("Add corrections");
    await toast(reviewer, "5 corrections added");
  });
  const { id, address, review } = await permitOf(administrator);
  for (let count = 1; count <= 10; count += 1) await write(page.request, id, `Correction ${count}.`);
  await countClicks(reviewer, review, 4, async (mouse) => {
    await mouse.follow("Add correction");
    await mouse.type("S-101");
    await mouse.tabAndType("Code reference", "CBC 1604");
    await mouse.click(reviewer.getByRole("textbox", { name: /^Correction/ }));
    await mouse.type("Show the header.");
    await mouse.press("Save correction");
    await toast(reviewer, "S-11 added");
  });
  await countClicks(reviewer, review, 3, async (mouse) => {
    await mouse.follow("From the library");
    await mouse.type("truss");
    await reviewer.keyboard.press("Enter");
    await expect(reviewer.locator("#first")).toBeFocused();
    await mouse.click(reviewer.locator("#first"));
    await mouse.press("Add chosen corrections");
    await toast(reviewer, "1 correction added");
  });
  await countClicks(reviewer, review, 2, async (mouse) => {
    await mouse.click(reviewer.getByLabel(/^Hours/).first());
    await mouse.type("1.5");
    await mouse.press("Log time");
    await toast(reviewer, "Time entry logged");
  });
  await countClicks(reviewer, review, 2, async (mouse) => {
    await mouse.click(field(reviewer, "Comment"));
    await mouse.type("Please send the calculations.");
    await mouse.press("Share with city");
    await toast(reviewer, "Comment added");
  });
  await countClicks(reviewer, review, 2, async (mouse) => {
    await mouse.follow("Decide Structural");
    await mouse.press("Decide and complete");
    await toast(reviewer, /^Structural: /);
  });

  await countClicks(page, address, 3, async (mouse) => {
    await mouse.follow("Check and release letter");
    await mouse.follow("Release letter");
    await mouse.press("Release letter");
    await toast(page, /was released/);
  });
  const portal = `/oakvilles${address}`;
  await countClicks(clerk, portal, 2, async (mouse) => {
    await mouse.click(field(clerk, "Comment"));
    await mouse.type("When is it due?");
    await mouse.press("Comment");
    await toast(clerk, "Comment added");
  });
  await countClicks(page, "/replies?page=999", 2, async (mouse) => {
    await mouse.click(
      page
        .getByRole("listitem")
        .filter({ hasText: "When is it due?" })
        .getByRole("link", { name: /^Reply/ })
        .last(),
    );
    await mouse.type("On Friday.");
    await mouse.click(page.locator("details[open]").getByRole("button", { name: "Share with city" }));
    await toast(page, "Comment added");
  });
  await countClicks(clerk, portal, 2, async (mouse) => {
    await mouse.follow("Hand over");
    await mouse.press("Hand over to applicant");
    await toast(clerk, "Handed over to the applicant");
  });
  await countClicks(clerk, portal, 4, async (mouse) => {
    await mouse.chooseFiles(clerk.getByLabel("Plans for PC2"), "A-101.pdf", "S-101.pdf");
    await mouse.press("Upload revised plans");
    await toast(clerk, "Files uploaded successfully");
  });
  await countClicks(page, address, 2, async (mouse) => {
    await mouse.follow("Start PC2");
    await mouse.press("Start PC2");
    await toast(page, "PC2 has started");
  });
  await countClicks(reviewer, review, 3, async (mouse) => {
    await mouse.click(correction(reviewer, "S-5").getByRole("radio").last());
    await mouse.click(correction(reviewer, "S-5").getByRole("textbox"));
    await mouse.type("Not on S-201.");
    await mouse.press("Resolve the rest");
    await toast(reviewer, "11 back-checks saved");
  });
  await countClicks(page, address, 2, async (mouse) => {
    await mouse.press("Put on hold");
    await toast(page, "The permit is on hold");
  });

  for (let count = 1; count <= 5; count += 1)
    await createPermit(page, { projectName: "Counted hold", cityPermitNumber: `HOLD-${count}` });
  await countClicks(page, "/permits?search=Counted+hold", 8, async (mouse) => {
    const boxes = page.getByRole("checkbox", { name: /^Tick / });
    await expect(boxes).toHaveCount(5);
    for (const box of await boxes.all()) await mouse.click(box);
    await mouse.click(page.locator(".many-bar").getByRole("button", { name: "Put on hold" }));
    await toast(page, "5 permits put on hold");
  });

  await countClicks(page, "/permits", 1, async (mouse) => {
    await page.keyboard.press("/");
    await mouse.type("CORR");
    await page.keyboard.press("Enter");
    await mouse.click(page.locator("#first"));
    await page.waitForURL(/permits\/\d+/);
  });
  const city = `/cities/${await cityId(page.request)}`;
  await countClicks(page, city, 5, async (mouse) => {
    await mouse.follow("Add fee");
    await mouse.select("Service type", "Inspection");
    await mouse.tabAndType("Description", "Counted");
    await mouse.tabAndType("Amount", "120");
    await mouse.press("Add fee");
    await toast(page, "Fee created");
  });
  await countClicks(page, city, 2, async (mouse) => {
    await mouse.follow(/^Mark Paid/);
    await mouse.click(page.getByRole("dialog").getByRole("button", { name: "Mark Paid" }));
    await toast(page, "Fee marked as paid");
  });

  await countClicks(page, "/permits", 10, async (mouse) => {
    await mouse.follow("New Permit");
    await expect(page.getByRole("heading", { name: "New permit" })).toBeVisible();
    await mouse.select("City", "Harbor Bay");
    await mouse.tabAndType("City permit number", "COUNTED-3");
    await mouse.tabAndType("Project name", "Short way");
    await mouse.select("Project type", "Residential");
    await mouse.tabAndType("Project address", "1 Key Street");
    await mouse.tabAndType("Project description", "A counted permit");
    await mouse.click(page.getByLabel("Architectural"));
    await mouse.chooseFiles(page.getByLabel(/^Choose files/), "A-101.pdf");
    await expect(page.getByRole("checkbox", { name: "A-101.pdf" })).toBeChecked();
    await mouse.press("Create permit");
    await toast(page, "Permit created successfully");
  });
  await countClicks(clerk, "/oakvilles", 8, async (mouse) => {
    await mouse.follow("Submit New Permit");
    await mouse.type("Counted deck");
    await mouse.tabAndType("Project address", "1 Key Street");
    await mouse.select("Project type", "Residential");
    await mouse.tabAndType("Project description", "A counted deck");
    await mouse.click(clerk.getByLabel("Architectural"));
    await mouse.chooseFiles(clerk.getByLabel(/^Plan files/), "A-101.pdf");
    await expect(clerk.getByRole("checkbox", { name: "A-101.pdf" })).toBeChecked();
    await mouse.press("Submit permit");
    await toast(clerk, "Permit submitted successfully");
  });
  await countClicks(clerk, new URL(clerk.url()).pathname, 2, async (mouse) => {
    await mouse.click(field(clerk, "City permit number"));
    await mouse.type("COUNTED-4");
    await mouse.press("Save number");
    await toast(clerk, "City permit number saved");
  });
});
