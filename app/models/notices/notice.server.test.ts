import { afterEach, expect, test, vi } from "vitest";
import { env } from "~/platform/env.server";
import { makeCity, makeViewer } from "~/testing/test-rows";
import { recordBackup } from "../backups/last-backup.server";
import { listNotices } from "./notice.server";

const isDemo = env.DEMO;
afterEach(() => {
  env.DEMO = isDemo;
  vi.useRealTimers();
});

test("an administrator reads what is wrong with the installation", async () => {
  const administrator = await makeViewer("admin");
  expect(await listNotices(administrator)).toContainEqual({
    text: expect.stringContaining("There is no backup yet."),
  });
  env.DEMO = true;
  expect(await listNotices(administrator)).not.toContainEqual({ text: expect.stringContaining("backup") });
  env.DEMO = false;
  const endedAt = new Date().toISOString();
  await recordBackup(endedAt, { good: { endedAt, folder: "/backup/1", bytes: 1, missing: 0 } });
  expect(await listNotices(administrator)).not.toContainEqual({ text: expect.stringContaining("backup") });
});

test("notices are for administrators", async () => {
  const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  const clerk = await makeViewer("city", { cityId: (await makeCity()).id });
  for (const viewer of [reviewer, clerk])
    await expect(listNotices(viewer)).rejects.toMatchObject({ status: 403 });
});
