import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { today } from "~/models/clock.server";
import { handOverLetter } from "~/models/letters/hand-over.server";
import type { Viewer } from "~/models/policy";
import { mailOutbox, permits } from "~/models/tables.server";
import { write } from "~/platform/db/db.server";
import { requestHtml } from "~/testing/page-request";
import { cookieFor, sendForm } from "~/testing/send-form";
import { issueLetter, makeDecidedPermit } from "~/testing/test-letters";
import { makeCity, makeViewer, switchCorrections } from "~/testing/test-rows";

let administrator: Viewer;
let clerk: Viewer;
let permitId: number;

beforeEach(async () => {
  administrator = await makeViewer("admin");
  const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  const cityId = (await makeCity()).id;
  await switchCorrections(cityId, true);
  clerk = await makeViewer("city", { cityId });
  permitId = (await makeDecidedPermit(administrator, reviewer, cityId)).permit.id;
  await issueLetter(administrator, permitId);
  await write((tx) => tx.delete(mailOutbox));
  await setApplicant("ann@example.test");
});

const setApplicant = (applicantEmail: string) =>
  write((tx) => tx.update(permits).set({ applicantEmail }).where(eq(permits.id, permitId)));

const address = () => `/permits/${permitId}/hand-over`;
/** Whether the dialog offers to mail the letter. */
async function offersMail(): Promise<boolean> {
  const page = await requestHtml(address(), await cookieFor(administrator));
  return (await page.text()).includes('value="mail"');
}

test("the letter can be mailed until it is handed over, and again after its email has failed", async () => {
  expect(await offersMail()).toBe(true);
  await handOverLetter(administrator, permitId, "PC1", { how: "mail" });
  expect(await offersMail()).toBe(false);
  await write((tx) => tx.update(mailOutbox).set({ status: "failed" }));
  expect(await offersMail()).toBe(true);
  const again = { cycle: "PC1", how: "mail", handedOverOn: today(), reason: "The email failed" };
  expect((await sendForm(administrator, address(), again)).status).toBe(302);
  expect(await offersMail()).toBe(false);
});

test("the letter is not mailed to an applicant who reads it in the portal", async () => {
  await setApplicant(clerk.email);
  expect(await offersMail()).toBe(false);
});
