import { asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { makeDecidedPermit, releaseNow } from "~/testing/test-letters";
import { assign, makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { fromNow } from "../clock.server";
import { addCorrection, updateCorrection } from "../corrections/correction.server";
import { decide } from "../corrections/decision.server";
import { readPermit } from "../permits/permit-scope.server";
import type { Viewer } from "../policy";
import { openStatusLink } from "../status-links/status-link.server";
import { cities, mailOutbox, permits, statusLinks, users } from "../tables.server";
import { previewLetter } from "./letter-draft.server";
import { emailOfApplicant, mailLetter, notifyOfLetter } from "./letter-email.server";
import type { Release } from "./release.server";
import { reopenPlanCheck } from "./reopen.server";

vi.mock(import("./letter-pdf.server"), () => ({ drawLetter: async () => Buffer.from("%PDF-1.7") }));

let dana: Viewer;
let lee: Viewer;
let clerk: Viewer;
let colleague: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;
let fire: number;

const updateUser = (viewer: Viewer, fields: { isActive?: boolean; isInvited?: boolean }) =>
  write((tx) => tx.update(users).set(fields).where(eq(users.id, viewer.id)));

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin", { name: "Dana Park" });
  await makeViewer("admin", { name: "Otto Other" });
  lee = await makeViewer("employee", { name: "Lee Tran", email: "lee@urban37.test", disciplines: ["Fire"] });
  clerk = await makeViewer("city", { name: "Carl Clerk", email: "carl@oakville.test", cityId });
  colleague = await makeViewer("city", { name: "Marisol Peña", email: "marisol@oakville.test", cityId });
  await updateUser(await makeViewer("city", { cityId }), { isActive: false });
  await updateUser(await makeViewer("city", { cityId }), { isInvited: true });
  await makeViewer("city", { cityId: (await makeCity()).id });
  await makeViewer(null, { cityId });
});

/** Lee has decided Fire with F-1. */
beforeEach(async () => {
  ({ permit, fire } = await makeDecidedPermit(dana, lee, cityId, { applicantEmail: "ann@example.test" }));
  await write((tx) => tx.delete(mailOutbox));
});

const emails = () => db.select().from(mailOutbox).orderBy(asc(mailOutbox.toAddress));
const recipients = async () => (await emails()).map(({ toAddress }) => toAddress);
const release = (options: Partial<Release> = {}) => releaseNow(dana, permit.id, options);

describe("a released letter", () => {
  test("is one email to each user of its city who can sign in, and to no one else", async () => {
    await release();
    expect(await recipients()).toEqual([clerk.email, colleague.email]);
  });

  test("has subject, salutation, text and a link to the portal", async () => {
    await release();
    const number = permit.urban37PermitNumber;
    const email = (await emails())[1];
    expect(email?.subject).toBe(`Corrections required: ${number}, Harbor Street Apartments (PC1)`);
    expect(email?.plainText.split("\n\n")).toEqual([
      "Hello Marisol Peña,",
      `The first plan check of ${number}, Harbor Street Apartments, 1420 Harbor Street is finished: Corrections required.`,
      "1 correction is open, in Fire.",
      "Revise the plans, answer every correction by its number, and send the complete revised set.",
      `Read the letter:\nhttp://localhost:3000/oakvilles/permits/${permit.id}`,
      "Redline",
    ]);
  });

  test("has the cover note", async () => {
    await release({ coverNote: "Call us about F-1." });
    for (const { plainText } of await emails()) expect(plainText).toContain("\n\nCall us about F-1.\n\n");
  });

  test("that is issued again says so in the subject, and goes to all once more", async () => {
    await release();
    await reopenPlanCheck(dana, permit.id, "PC1", { reason: "Wrong sheet" });
    await write((tx) => tx.delete(mailOutbox));
    await release({ coverNote: "Corrected" });
    expect(await recipients()).toEqual([clerk.email, colleague.email]);
    for (const { subject, plainText } of await emails()) {
      expect(subject).toMatch(/^Corrected letter: Corrections required: /);
      const number = `${permit.urban37PermitNumber}-PC1`;
      expect(plainText).toContain(
        `The corrected letter ${number}-2 replaces ${number}: The cover note was changed.`,
      );
    }
  });

  test("names no reviewer in any email, also if the letter does", async () => {
    const ofCity = eq(cities.id, cityId);
    await write((tx) => tx.update(cities).set({ letterNamesReviewers: true }).where(ofCity));
    const { id } = await release();
    await write((tx) => tx.update(cities).set({ letterNamesReviewers: false }).where(ofCity));
    expect(id).toBeGreaterThan(0);
    for (const { subject, plainText, html } of await emails()) {
      expect(`${subject} ${plainText} ${html}`).not.toMatch(/Lee|Tran|lee@/);
    }
  });

  test("in a city without users is sent to no one", async () => {
    const elsewhere = (await makeCity()).id;
    await switchCorrections(elsewhere, true);
    permit = await makePermit(dana, elsewhere, { requiredDisciplines: ["Fire"] });
    fire = (await assign(permit, lee, "Fire"))?.id ?? 0;
    await decide(lee, fire, { decision: "approved" });
    await write((tx) => tx.delete(mailOutbox));
    expect((await release()).number).toBe(`${permit.urban37PermitNumber}-PC1`);
    expect(await emails()).toEqual([]);
  });

  test("is not sent to the user who acts", async () => {
    const { content } = await previewLetter(dana, permit.id);
    await write((tx) => notifyOfLetter(tx, clerk, permit, content));
    expect(await recipients()).toEqual([colleague.email]);
  });
});

test("nothing is sent for writing, changing, deciding and reopening", async () => {
  const draft = await addCorrection(lee, permit.id, { discipline: "Fire", kind: "note", text: "See A1" });
  await updateCorrection(lee, draft.id, { text: "See A2" });
  await decide(lee, fire, { decision: "corrections_required" });
  expect(await emails()).toEqual([]);
  await release();
  await write((tx) => tx.delete(mailOutbox));
  await reopenPlanCheck(dana, permit.id, "PC1", { reason: "Wrong sheet" });
  expect(await emails()).toEqual([]);
  const [row] = await db.select().from(permits).where(eq(permits.id, permit.id));
  expect(row?.status).toBe("in_process");
});

describe("the applicant's email", () => {
  const emailOf = (applicantEmail: string | null) =>
    write((tx) => emailOfApplicant({ cityId, applicantEmail }, tx));

  test("is that of the permit", async () => {
    expect(await emailOf("Ann@example.test")).toBe("Ann@example.test");
    expect(await emailOf(null)).toBeNull();
  });

  test("is none if a user of the city has it, in any spelling, who gets the letter anyway", async () => {
    expect(await emailOf("carl@oakville.test")).toBeNull();
    expect(await emailOf("Carl@OAKVILLE.test")).toBeNull();
  });

  test("is one if that user cannot be told, or is of another city", async () => {
    const inactive = await makeViewer("city", { cityId, email: "gone@oakville.test" });
    await updateUser(inactive, { isActive: false });
    await makeViewer("city", { cityId: (await makeCity()).id, email: "fay@elsewhere.test" });
    expect(await emailOf("gone@oakville.test")).toBe("gone@oakville.test");
    expect(await emailOf("fay@elsewhere.test")).toBe("fay@elsewhere.test");
  });
});

describe("a letter that is mailed to the applicant", () => {
  const mail = async (isHeld?: boolean) => {
    const { content } = await previewLetter(dana, permit.id);
    const read = await readPermit(dana, permit.id);
    return write((tx) =>
      mailLetter(tx, dana, { permit: read, forEmail: "bob@example.test", content, isHeld }),
    );
  };

  test("goes to the email that is named, in the applicant's name, with a link of its own", async () => {
    const id = await mail();
    const [email, ...others] = await emails();
    expect(others).toEqual([]);
    expect(email).toMatchObject({ id, toAddress: "bob@example.test" });
    expect(email?.plainText).toContain("Read the letter:\nhttp://localhost:3000/status/");
    const [, token = ""] = /\/status\/(\S+)/.exec(email?.plainText ?? "") ?? [];
    expect(await openStatusLink({ token, address: "192.0.2.40", isRead: true })).toMatchObject({
      permitId: permit.id,
      email: "bob@example.test",
    });
    const ofPermit = eq(statusLinks.permitId, permit.id);
    expect(await db.select().from(statusLinks).where(ofPermit)).toMatchObject([
      { forEmail: "bob@example.test", madeByName: "Dana Park" },
    ]);
  });

  test("is sent at once, or when its hand-over can no longer be undone", async () => {
    await mail();
    await mail(true);
    const [atOnce, held] = (await emails()).map(({ nextAttemptAt }) => nextAttemptAt ?? "");
    expect(atOnce && atOnce < fromNow(30_000)).toBe(true);
    expect(held && held > fromNow(30_000)).toBe(true);
  });

  test("greets somebody without a name by the address", async () => {
    await write((tx) => tx.update(permits).set({ applicantName: null }).where(eq(permits.id, permit.id)));
    await mail();
    expect((await emails())[0]?.plainText).toMatch(/^Hello bob@example\.test,/);
  });
});
