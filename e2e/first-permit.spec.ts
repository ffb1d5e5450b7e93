import { startFreshServer } from "../scripts/test-server";
import { createAdministrator } from "./administrator";
import {
  alsoWithoutScripts,
  expect,
  expectNoAxeViolations,
  field,
  fillPermit,
  hydrated,
  region,
  setPassword,
  test,
  title,
} from "./journey";

test("an empty installation leads to its first permit", alsoWithoutScripts, async ({ browser }) => {
  const server = await startFreshServer(undefined, { DEMO: "0" });
  const context = await browser.newContext({ baseURL: server.url });
  try {
    const page = await context.newPage();
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const steps = region(page, "First steps");
    const step = (name: string) => steps.getByRole("listitem").filter({ hasText: name });
    const follow = async (name: string) => {
      await page.goto("/");
      await hydrated(page);
      await steps.getByRole("link", { name }).click();
      await hydrated(page);
    };
    await setPassword(
      page,
      await createAdministrator(server, "dana@example.test"),
      "a quiet harbor by the sea",
    );
    await expect(page.getByText("Total Permits")).toHaveCount(0);
    await expectNoAxeViolations(page);

    await follow("Set up email");
    await expect(title(page)).toHaveText("Settings");
    await expect(page).toHaveURL(/#email$/);
    await expect(page.getByRole("rowheader", { name: "SMTP_URL" })).toBeVisible();

    await follow("Create the first permit");
    await expect(page.getByText("There is no city yet.")).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Add a city" }).click();
    await hydrated(page);
    await field(page, "City name").fill("Oakville");
    await field(page, "City number").fill("12");
    await page.getByLabel(/city code/i).fill("OAK");
    await press("Add City");
    await expect(title(page)).toHaveAccessibleName("Oakville");

    await follow("Add a plan reviewer");
    await field(page, "Employee name").fill("Robin Field");
    await field(page, "Email").fill("robin@example.test");
    await page.getByLabel("Structural").check();
    await press("Add Employee");
    await expect(page.getByText("Employee created successfully").first()).toBeVisible();

    await follow("Fill the library");
    await press("Import 100 sample comments");
    await expect(page.getByText("100 standard comments added")).toBeVisible();

    await page.goto("/");
    for (const name of ["Add a city", "Add a plan reviewer", "Fill the library"])
      await expect(step(name)).toContainText("Done");
    await follow("Create the first permit");
    await fillPermit(page, { cityPermitNumber: "B26-1" });
    await press("Create permit");
    await expect(title(page)).toContainText("OAK-");
    await page.goto("/");
    await expect(page.getByText("Total Permits")).toBeVisible();
    await expect(steps).toHaveCount(0);
  } finally {
    await context.close();
    await server.stop();
  }
});
