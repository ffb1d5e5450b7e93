import { afterEach, beforeAll, expect, test } from "vitest";
import { env } from "~/platform/env.server";
import { makeCity, makeViewer } from "~/testing/test-rows";
import type { Viewer } from "../policy";
import { listNotices } from "./notice.server";

let administrator: Viewer;

beforeAll(async () => {
  administrator = await makeViewer("admin");
});

const goodBackup = (endedAt: string) => ({
  endedAt,
  error: null,
  good: { endedAt, folder: "/backup/1", bytes: 1, missing: 0 },
});

const settings = { ...env };
afterEach(() => void Object.assign(env, settings));

const noTrouble = {
  undelivered: { delayed: 0, error: null },
  lastBackup: goodBackup(new Date().toISOString()),
};

test("without a mail server a notice says so, but not in the demo", async () => {
  env.SMTP_URL = undefined;
  expect(await listNotices(administrator, noTrouble)).toEqual([
    {
      text: expect.stringMatching(
        /^Emails are not sent: there is no mail server\. Set SMTP_URL and MAIL_FROM/,
      ),
      link: { to: "/mail?view=no_mail_server", label: "Emails that were not sent" },
    },
  ]);
  env.DEMO = true;
  expect(await listNotices(administrator, noTrouble)).toEqual([]);
});

test("emails that a mail server has not accepted for 15 minutes are a notice, with the error", async () => {
  env.SMTP_URL = "smtp://mail.example.gov";
  expect(await listNotices(administrator, noTrouble)).toEqual([]);
  const undelivered = { delayed: 1, error: "connect ECONNREFUSED" };
  expect(await listNotices(administrator, { ...noTrouble, undelivered })).toEqual([
    {
      text: "1 email could not be sent for more than 15 minutes, and will be tried again. The last error: connect ECONNREFUSED",
      link: { to: "/mail?view=waiting", label: "Emails that wait" },
    },
  ]);
});

test("an old backup is a notice, but not in the demo", async () => {
  env.SMTP_URL = "smtp://mail.example.gov";
  const oldBackup = { ...noTrouble, lastBackup: goodBackup("2026-01-01T10:00:00.000Z") };
  expect(await listNotices(administrator, oldBackup)).toEqual([
    { text: "The last backup is of Jan 1, 2026, 2:00 AM." },
  ]);
  env.DEMO = true;
  expect(await listNotices(administrator, oldBackup)).toEqual([]);
});

test("notices are for administrators", async () => {
  const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  const clerk = await makeViewer("city", { cityId: (await makeCity()).id });
  for (const viewer of [reviewer, clerk]) {
    await expect(listNotices(viewer, noTrouble)).rejects.toMatchObject({ status: 403 });
  }
});
