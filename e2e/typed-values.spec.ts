import {
  alsoWithoutScripts,
  demoAccounts,
  expect,
  expectNoAxeViolations,
  field,
  fillPermit,
  openNewPermit,
  statusOfPost,
  test,
} from "./journey";

test(
  "a mistyped year is refused, an unusual day has a question, and pasted contacts are read",
  alsoWithoutScripts,
  async ({ page, signIn }) => {
    await signIn(page, demoAccounts.admin);
    await openNewPermit(page);
    await fillPermit(page, { cityPermitNumber: "J-TYPED" });
    const create = () => page.getByRole("button", { name: "Create permit" }).click();
    const due = field(page, "Due date");
    await field(page, "Creation date").fill("2026-03-02");
    await field(page, "Applicant email").fill('"Doe, Jane" <mailto:Jane@Bücher.test>');
    await field(page, "Applicant phone").fill("tel:+1\u2011707\u2011555\u20110123;ext=12");
    await due.fill("0026-03-12");
    expect(await statusOfPost(page, create)).toBe(400);
    await expect(due).toHaveAccessibleDescription(/between 2000 and 2099; this date has 26/);

    await due.fill("2026-02-27");
    expect(await statusOfPost(page, create)).toBe(400);
    const question = page.getByRole("alert").filter({ hasText: "Is this right?" });
    await expect(question).toBeFocused();
    await expect(page.getByText("There is a problem")).toHaveCount(0);
    await expect(due).toHaveValue("2026-02-27");
    await expectNoAxeViolations(page);

    await question
      .getByRole("checkbox", { name: /^Save anyway: the due date, Feb 27, 2026, is before/ })
      .check();
    await create();
    await expect(page.getByText("Permit created successfully")).toBeVisible();
    await expect(page.getByRole("link", { name: "Jane@xn--bcher-kva.test" })).toBeVisible();
    await expect(page.getByRole("link", { name: "(707) 555-0123 x12" })).toHaveAttribute(
      "href",
      "tel:+17075550123;ext=12",
    );
  },
);
