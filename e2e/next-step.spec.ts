import type { Page } from "@playwright/test";
import {
  alsoWithoutScripts,
  demoAccounts,
  expect,
  expectNoAxeViolations,
  field,
  hydrated,
  plans,
  region,
  reviewers,
  test,
} from "./journey";
import { call, clerkEmail, dialog, follow, open, permitOf, press, toast, write } from "./plan-check";

const { maria } = reviewers;

const strip = (page: Page) => region(page, "Status and next step");
const queue = (page: Page) => region(page, "What is next");

test(
  "a permit goes from one to the next by the button under its title",
  alsoWithoutScripts,
  async ({ page, signIn, signedIn }) => {
    await signIn(page, demoAccounts.admin);
    const { id, address, review } = await permitOf(page, [{ employeeId: maria.id }]);
    await open(page, address);
    await expect(strip(page)).toContainText(/In Process\s*PC1\s*Due/);
    await expect(strip(page)).toContainText("With Maria Lopez (Structural)");
    await expect(strip(page).getByRole("link")).toHaveCount(0);
    await expectNoAxeViolations(page);
    await press(page, "Put on hold");
    await toast(page, "The permit is on hold");
    await expect(strip(page)).toContainText("On hold");
    await press(page, "Resume");
    await toast(page, "The permit is in process again");

    // The reviewer decides.
    const reviewer = await signedIn(maria.email);
    await write(reviewer.request, id, "Show the header over the opening.");
    await open(reviewer, review);
    await follow(strip(reviewer), "Decide Structural");
    const form = dialog(reviewer, "Decide Structural");
    await form.getByRole("radio", { name: "Corrections Required", exact: true }).check();
    await press(form, "Decide and complete");
    await toast(reviewer, "Structural: Corrections Required");
    await expect(strip(reviewer).getByRole("link")).toHaveCount(0);

    // The administrator releases the letter.
    await open(page, address);
    await expect(strip(page)).toContainText("ready for release");
    await follow(strip(page), "Check and release letter");
    await follow(page, "Release letter");
    await press(page.getByRole("dialog"), "Release letter");
    await expect(strip(page)).toContainText("With Harbor Bay: the letter is not handed over yet");

    // The city finds it on its home page, hands it over, and sends the revised plans.
    const clerk = await signedIn(await clerkEmail(page.request));
    await clerk.goto("/");
    await expect(queue(clerk)).toContainText("Hand over the letter of");
    await clerk.goto(`/oakvilles/permits/${id}`);
    await hydrated(clerk);
    await follow(strip(clerk), "Hand over");
    await press(clerk.getByRole("dialog"), "Hand over to applicant");
    await expect(strip(clerk)).toContainText("With the applicant, who revises the plans");
    await expectNoAxeViolations(clerk);
    await press(strip(clerk), "Upload revised plans");
    const refused = clerk.getByRole("dialog", { name: "Upload Plan Files" });
    await expect(refused).toContainText("Choose at least one file.");
    await expectNoAxeViolations(clerk);
    await follow(refused, "Cancel");
    await strip(clerk).getByLabel("Plans for PC2").setInputFiles(plans.pdf("A-201.pdf"));
    await press(strip(clerk), "Upload revised plans");
    await toast(clerk, "Files uploaded successfully");
    await expect(strip(clerk).getByRole("button")).toHaveCount(0);
  },
);

test(
  "a city's question waits on the home pages of who answers, until somebody replies or says that none is needed",
  alsoWithoutScripts,
  async ({ page, signIn, signedIn }) => {
    await signIn(page, demoAccounts.admin);
    const { id } = await permitOf(page, [{ employeeId: maria.id }]);
    const clerk = await signedIn(await clerkEmail(page.request));
    const comments = `/api/permits/${id}/comments`;
    const question = { text: "Which stairs do you mean?" };
    const { id: parentId } = await call<{ id: number }>(clerk.request, "POST", comments, question);

    // The reviewer replies from the list of what waits.
    const reviewer = await signedIn(maria.email);
    const waiting = (visitor: Page) =>
      visitor.getByRole("listitem").filter({ hasText: "Which stairs do you mean?" });
    await reviewer.goto("/replies?page=999");
    await expectNoAxeViolations(reviewer);
    await waiting(reviewer)
      .getByRole("link", { name: /^Reply/ })
      .click();
    await expect(reviewer.getByText("Waits for a reply")).toBeVisible();
    await field(reviewer, "Reply").fill("Those on A-102.");
    await press(reviewer.locator("details.reply[open]"), "Share with city");
    await toast(reviewer, "Comment added");
    await expect(reviewer.getByText("Waits for a reply")).toHaveCount(0);

    // It waits for the city now, which needs no reply.
    await clerk.goto("/");
    await expect(queue(clerk)).toContainText("for a reply about");
    await clerk.goto("/replies?page=999");
    const answer = clerk.getByRole("listitem").filter({ hasText: "Those on A-102." });
    await expect(answer).toBeVisible();

    // Nobody settles what they have not read.
    const more = { text: "And on A-103.", parentId, isShared: true };
    await call(reviewer.request, "POST", comments, more);
    await press(answer, "No reply needed");
    await expect(clerk.getByText("There is a newer comment, which still waits for a reply")).toBeVisible();
    const newer = clerk.getByRole("listitem").filter({ hasText: "And on A-103." });
    await press(newer, "No reply needed");
    await expect(newer).toHaveCount(0);
  },
);
