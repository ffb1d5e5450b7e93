import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { write } from "~/platform/db/db.server";
import { makeViewer } from "~/testing/test-rows";
import { labelIn } from "../options";
import type { Viewer } from "../policy";
import { users } from "../tables.server";
import { listReviewerOptions } from "./reviewer-list.server";

let administrator: Viewer;
let reviewer: Viewer;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { name: "Ömer Yıldız", disciplines: ["Fire"] });
  await makeViewer("employee", { name: "Otto Zander", disciplines: ["Fire"] });
  await makeViewer("employee", { name: "Oda Zander", disciplines: ["Fire"] });
});

const change = (values: Partial<typeof users.$inferInsert>) =>
  write(async (tx) => tx.update(users).set(values).where(eq(users.id, reviewer.id)));
const label = async () => labelIn(await listReviewerOptions(administrator), String(reviewer.employeeId));

test("reviewers are sorted by name as people sort them", async () => {
  const names = (await listReviewerOptions(administrator)).map((option) => option.label);
  const made = names.filter((name) => ["Ömer Yıldız", "Otto Zander", "Oda Zander"].includes(name));
  expect(made).toEqual(["Oda Zander", "Ömer Yıldız", "Otto Zander"]);
});

test("a changed name is listed at once, an inactive reviewer no longer", async () => {
  expect(await label()).toBe("Ömer Yıldız");
  await change({ firstName: null, lastName: null });
  expect(await label()).toMatch(/@/);
  await change({ isActive: false });
  expect(await label()).toBeUndefined();
});

test("a user of a city may not list them", async () => {
  const cityUser = await makeViewer("city");
  await expect(listReviewerOptions(cityUser)).rejects.toMatchObject({ status: 403 });
});
