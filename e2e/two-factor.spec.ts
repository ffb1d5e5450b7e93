import type { Page } from "@playwright/test";
import { codeOf } from "../app/testing/authenticator-app";
import { createAdministrator } from "./administrator";
import { alsoWithoutScripts, expect, field, region, test, title } from "./journey";
import { keyIn, newPassword } from "./two-factor";

const signInWith = async (page: Page, email: string) => {
  await page.goto("/login?returnTo=%2Fcities");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(newPassword);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
};

test(
  "an administrator turns two-factor sign-in on, and signs in with a code and a recovery code",
  alsoWithoutScripts,
  async ({ page, newPage, server, scripts }) => {
    const email = `two-factor-${scripts}@example.test`;
    await page.goto(await createAdministrator(server, email));
    await page.getByLabel("Password").fill(newPassword);
    await page.getByRole("button", { name: "Set password", exact: true }).click();
    await page.goto("/profile");
    await region(page, "Two-factor sign-in").getByRole("link", { name: "Turn on" }).click();
    await page.getByLabel("Current password").fill(newPassword);
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await expect(page.getByRole("img", { name: "QR code of the key below" })).toBeVisible();
    const key = keyIn(await page.content());
    await field(page, "Code").fill(codeOf(key));
    await page.getByRole("button", { name: "Turn on", exact: true }).click();
    const codes = region(page, "Your recovery codes").getByRole("listitem");
    await expect(codes).toHaveCount(10);
    const recoveryCode = await codes.first().innerText();
    await page.getByRole("link", { name: "I have kept them" }).click();
    await expect(region(page, "Two-factor sign-in")).toContainText("10 recovery codes are left.");
    await page.goto("/profile/two-factor");
    expect(await page.content()).not.toContain(recoveryCode);

    const elsewhere = await newPage();
    await signInWith(elsewhere, email);
    await expect(title(elsewhere)).toHaveText("Enter the code of your app");
    await field(elsewhere, "Code").fill("000000");
    await elsewhere.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(elsewhere.getByRole("alert")).toContainText("This code is wrong or too old");
    await field(elsewhere, "Code").fill(codeOf(key, 1));
    await elsewhere.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(elsewhere).toHaveURL("/cities");

    const withoutPhone = await newPage();
    await signInWith(withoutPhone, email);
    await withoutPhone.getByRole("link", { name: "Use a recovery code" }).click();
    await field(withoutPhone, "Recovery code").fill(recoveryCode);
    await withoutPhone.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(withoutPhone).toHaveURL("/cities");
  },
);
