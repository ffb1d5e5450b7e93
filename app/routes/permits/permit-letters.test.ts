import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { addDays } from "~/models/calendar-date";
import { today } from "~/models/clock.server";
import { addCorrection } from "~/models/corrections/correction.server";
import { handOverLetter } from "~/models/letters/hand-over.server";
import { reopenPlanCheck } from "~/models/letters/reopen.server";
import { startNextCycle } from "~/models/plan-checks/next-cycle.server";
import type { Viewer } from "~/models/policy";
import { cities, letters, mailOutbox, permits, planChecks } from "~/models/tables.server";
import { db, write } from "~/platform/db/db.server";
import { requestHtml } from "~/testing/page-request";
import { textOf } from "~/testing/rendered";
import { cookieFor, openPage, sendForm } from "~/testing/send-form";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";

let dana: Viewer;
let lee: Viewer;
let clerk: Viewer;
let colleague: Viewer;
let cityId: number;
let permitId: number;
let number: string;
let letterId: number;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin", { name: "Dana Park" });
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire"] });
  clerk = await makeViewer("city", { name: "Carl Clerk", cityId });
  colleague = await makeViewer("city", { name: "Cora Clerk", cityId });
});

/** A permit with a released letter of PC1. */
beforeEach(async () => {
  const permit = await makePermit(dana, cityId, { requiredDisciplines: ["Fire"] });
  permitId = permit.id;
  number = permit.urban37PermitNumber;
  await assign(permit, lee, "Fire");
  await makeCorrections(permit, lee, [{}]);
  letterId = await issueLetter(dana, permitId);
});
afterEach(() => {
  vi.useRealTimers();
  signInAgain();
});

/** Their sessions are over at another time. */
function signInAgain() {
  [dana, clerk] = [{ ...dana }, { ...clerk }];
}

const addressOf = (path: string, viewer: Viewer) =>
  `${viewer.cityId === null ? "" : "/oakvilles"}/permits/${permitId}${path}`;

const html = async (path: string, viewer: Viewer, init = {}): Promise<string> =>
  (await requestHtml(addressOf(path, viewer), await cookieFor(viewer), init)).text();
const text = async (path: string, viewer: Viewer) =>
  textOf(/<main.*<\/main>/s.exec(await html(path, viewer))?.[0] ?? "");

const post = (path: string, fields: Record<string, string>, viewer: Viewer) =>
  sendForm(viewer, addressOf(path, viewer), fields);
/** Sends a form that is refused, and returns the page without scripts. */
const refusedPage = (path: string, fields: Record<string, string>, viewer: Viewer) =>
  html(path, viewer, { method: "POST", body: new URLSearchParams(fields) });
const planCheck = async () =>
  (await db.select().from(planChecks).where(eq(planChecks.permitId, permitId)))[0];
const startNext = () => startNextCycle(dana, permitId, ["Fire"]);

describe("the card of the plan check", () => {
  test("lists the letters with their PDFs, for staff and the city", async () => {
    for (const viewer of [dana, clerk]) {
      const source = await html("", viewer);
      expect(textOf(source)).toMatch(
        new RegExp(`Letters ${number}-PC1 PDF of ${number}-PC1 Corrections required · issued `),
      );
      expect(source).toContain(`href="${addressOf("", viewer)}/letters/${letterId}"`);
      expect(source).toContain(`href="/api/letters/${letterId}/download"`);
    }
  });

  test("says that a corrected letter is being prepared, and after its release which one it is", async () => {
    await reopenPlanCheck(dana, permitId, "PC1", { reason: "A wrong sheet" });
    for (const viewer of [dana, clerk]) {
      expect(await text("", viewer)).toContain("A corrected letter is being prepared.");
      expect(await text("", viewer)).not.toMatch(/Hand over to applicant|Reopen/);
    }
    const supersededById = await issueLetter(dana, permitId);
    await write((tx) => tx.update(letters).set({ supersededById }).where(eq(letters.id, letterId)));
    for (const viewer of [dana, clerk]) {
      expect(await text("", viewer)).toContain(`superseded by ${number}-PC1-2`);
      expect(await text("", viewer)).not.toContain("being prepared");
    }
  });

  test("offers the hand-over to administrators and the city, and to open it again to administrators alone", async () => {
    expect(await text("", dana)).toMatch(/Hand over to applicant.*Reopen/);
    expect(await text("", clerk)).toContain("Hand over to applicant");
    expect(await text("", clerk)).not.toContain("Reopen");
    expect((await openPage(clerk, addressOf("/hand-over", clerk))).dialog).toMatchObject({ cycle: "PC1" });
    expect((await openPage(clerk, addressOf("/reopen", clerk))).status).toBe(404);
  });

  test("offers neither before the release, nor in the next cycle", async () => {
    await startNext();
    expect(await text("", dana)).not.toMatch(/Hand over to applicant|Reopen/);
    expect(await text("", clerk)).not.toContain("Hand over to applicant");
  });
});

describe("the hand-over", () => {
  const query = "/hand-over";
  const fields = (handedOverOn = today()) => ({ cycle: "PC1", handedOverOn });

  test.each([
    ["the city", () => clerk, "/oakvilles"],
    ["an administrator", () => dana, ""],
  ])("by %s stores the day", async (_, viewer, prefix) => {
    expect(await post(query, fields(), viewer())).toMatchObject({
      status: 302,
      location: `${prefix}/permits/${permitId}#plan-check`,
      toast: "Handed over to the applicant",
    });
    expect(await planCheck()).toMatchObject({ handedOverOn: today(), state: "released" });
    expect(await text("", clerk)).toMatch(/With the applicant.*Handed over/);
  });

  test.each([
    ["before the letter", () => addDays(today(), -1)],
    ["after today", () => addDays(today(), 1)],
  ])("on a day %s is 400 at its field, with what was typed", async (_, day) => {
    const { status, errors, typed } = await post(query, fields(day()), clerk);
    expect([status, typed.handedOverOn]).toEqual([400, day()]);
    expect(errors).toEqual({ handedOverOn: [expect.stringMatching(/^Choose a day from .+ to today$/)] });
  });

  test("with an emptied day is an error, and stores nothing", async () => {
    const errors = { handedOverOn: ["Choose the day on which it was handed over"] };
    const emptied: Record<string, string>[] = [{ cycle: "PC1", handedOverOn: "" }, { cycle: "PC1" }];
    for (const sent of emptied) expect(await post(query, sent, clerk)).toMatchObject({ status: 400, errors });
    expect(await planCheck()).toMatchObject({ handedOverOn: null });
  });

  test("is changed by an administrator with a reason, and taken back alike", async () => {
    await handOverLetter(clerk, permitId, "PC1");
    const cleared = { ...fields(), clears: "on" };
    expect(await post(query, cleared, dana)).toMatchObject({
      status: 400,
      errors: { reason: ["Say why the day changes"] },
    });
    expect(await post(query, { ...cleared, reason: "It was not sent" }, dana)).toMatchObject({
      toast: "The hand-over was taken back",
    });
    expect(await planCheck()).toMatchObject({ handedOverOn: null });
  });

  test("is changed by the city on the same day, without a reason, and on no later day", async () => {
    await handOverLetter(colleague, permitId, "PC1");
    expect(await text("", clerk)).toContain("Change the hand-over");
    const source = await html(query, clerk);
    expect(source).toContain('name="clears"');
    expect(source).not.toContain('name="reason"');
    expect(await post(query, { ...fields(), clears: "on" }, clerk)).toMatchObject({ status: 302 });
    expect(await planCheck()).toMatchObject({ handedOverOn: null });

    await handOverLetter(clerk, permitId, "PC1");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 36 * 3_600_000 });
    signInAgain();
    expect(await text("", clerk)).not.toContain("Change the hand-over");
    expect(await text("", dana)).toContain("Change the hand-over");
    const { failure } = await post(query, fields(), clerk);
    expect(failure).toMatch(/^This letter was handed over on /);
    expect(textOf(await refusedPage(query, fields(), clerk))).toContain(failure);
  });

  test("that finds another cycle is refused with a message, although its dialog is closed", async () => {
    await startNext();
    expect((await post(query, fields(), clerk)).failure).toBe("PC1 is over");
    expect(textOf(await refusedPage(query, fields(), clerk))).toContain("PC1 is over");
  });

  test("stays possible after the city has stopped writing corrections", async () => {
    await write((tx) => tx.update(cities).set({ usesCorrections: false }).where(eq(cities.id, cityId)));
    expect(await text("", clerk)).toContain("Hand over to applicant");
    expect(await post(query, fields(), clerk)).toMatchObject({ status: 302 });
    await switchCorrections(cityId, true);
  });
});

describe("the reopening", () => {
  const query = "/reopen";
  const fields = { cycle: "PC1", reason: "A wrong sheet" };

  test("opens the plan check with a reason, and sends no email", async () => {
    await write((tx) => tx.delete(mailOutbox));
    expect(await post(query, fields, dana)).toMatchObject({
      location: `/permits/${permitId}#plan-check`,
      toast: "PC1 is open again",
    });
    expect(await planCheck()).toMatchObject({ state: "in_review", outcome: null, releasedAt: null });
    expect(await db.select().from(mailOutbox)).toEqual([]);
  });

  test("needs a reason", async () => {
    expect(await post(query, { ...fields, reason: " " }, dana)).toMatchObject({
      status: 400,
      errors: { reason: ["Say why it is opened again"] },
    });
  });

  test("keeps the reason when another administrator was first", async () => {
    await reopenPlanCheck(dana, permitId, "PC1", { reason: "Another reason" });
    expect((await post(query, fields, dana)).failure).toBe("PC1 is open already");
    expect(await refusedPage(query, fields, dana)).toContain(">A wrong sheet</textarea>");
  });

  test("of an earlier cycle keeps the reason too", async () => {
    await startNext();
    expect((await post(query, fields, dana)).failure).toBe("PC1 is over");
    expect(await refusedPage(query, fields, dana)).toContain(">A wrong sheet</textarea>");
  });

  test("is not offered for a cancelled permit, and refused", async () => {
    await write((tx) => tx.update(permits).set({ status: "cancelled" }).where(eq(permits.id, permitId)));
    expect(await text("", dana)).not.toContain("Reopen");
    expect(await post(query, fields, dana)).toMatchObject({
      status: 409,
      failure: "This permit is cancelled",
    });
  });

  test("is no form of the city's page", async () => {
    expect((await post(query, fields, clerk)).status).toBe(404);
    expect(await planCheck()).toMatchObject({ state: "released" });
  });
});

test("before its letter, the next cycle does not start", async () => {
  await startNext();
  await addCorrection(lee, permitId, { discipline: "Fire", kind: "note", text: "A note" });
  const refused = await post("/next-cycle", { cycle: "PC3", disciplines: "Fire" }, dana);
  expect(refused.failure).toBe("Release the PC2 letter first");
});

test("the next cycle starts with the day of the plans and a new due date, and refuses a day before the letter", async () => {
  const fields = { cycle: "PC2", disciplines: "Fire", dueDate: "2030-01-15" };
  const early = await post("/next-cycle", { ...fields, receivedOn: addDays(today(), -1) }, dana);
  expect([early.status, Object.keys(early.errors)]).toEqual([400, ["receivedOn"]]);
  expect(await post("/next-cycle", { ...fields, receivedOn: today() }, dana)).toMatchObject({
    toast: "PC2 has started",
  });
  const [row] = await db.select().from(permits).where(eq(permits.id, permitId));
  expect(row).toMatchObject({ reviewCycle: "PC2", dueDate: "2030-01-15" });
});
