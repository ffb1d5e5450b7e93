import { eq } from "drizzle-orm";
import { createElement } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { FormResult } from "~/form.server";
import { addDays } from "~/models/calendar-date";
import { today } from "~/models/clock.server";
import { db, write } from "~/models/db.server";
import { handOverLetter } from "~/models/letters/hand-over.server";
import { reopenPlanCheck } from "~/models/letters/reopen.server";
import { addCorrection } from "~/models/plan-review/correction.server";
import { startNextCycle } from "~/models/plan-review/next-cycle.server";
import type { Viewer } from "~/models/policy";
import { cities, letters, mailOutbox, permits, planChecks } from "~/models/tables.server";
import { outcomeOf } from "~/testing/action-outcome";
import { rendered, textOf } from "~/testing/rendered";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import { loadPortalPermit, portalPermitAction } from "../portal/parts/load-portal-permit.server";
import { PortalPermitPage } from "../portal/parts/portal-permit-cards";
import { loadPermitDetail } from "./parts/load-permit.server";
import { permitAction } from "./parts/permit-actions.server";
import { PermitPage } from "./parts/permit-view";

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
});

const isOfCity = (viewer: Viewer) => viewer.cityId !== null;
const urlOf = (query: string, viewer: Viewer) =>
  new URL(`http://localhost:3000${isOfCity(viewer) ? "/oakvilles" : ""}/permits/${permitId}${query}`);

async function html(query: string, viewer: Viewer, formResult?: FormResult): Promise<string> {
  const url = urlOf(query, viewer);
  const page = isOfCity(viewer)
    ? createElement(PortalPermitPage, { detail: await loadPortalPermit(viewer, permitId, url) })
    : createElement(PermitPage, { detail: await loadPermitDetail(viewer, permitId, url) });
  return rendered(page, `${url.pathname}${url.search}`, formResult);
}
const text = async (query: string, viewer: Viewer) => textOf(await html(query, viewer));

function send(query: string, fields: Record<string, string>, viewer: Viewer) {
  const url = urlOf(query, viewer);
  const request = new Request(url, { method: "POST", body: new URLSearchParams(fields) });
  return (isOfCity(viewer) ? portalPermitAction : permitAction)({ request, viewer, id: permitId, url });
}
const post = (...sent: Parameters<typeof send>) => outcomeOf(send(...sent) as Promise<unknown>);
/** Sends a form that is refused, and returns its result. */
const refusedForm = async (...sent: Parameters<typeof send>) =>
  ((await send(...sent)) as unknown as { data: FormResult }).data;
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
      expect(source).toContain(`href="${urlOf("", viewer).pathname}/letters/${letterId}"`);
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
    for (const dialog of ["hand-over", "reopen"]) {
      const detail = await loadPortalPermit(clerk, permitId, urlOf(`?dialog=${dialog}`, clerk));
      expect(detail.letters?.dialog?.name).toBe(dialog === "reopen" ? undefined : dialog);
    }
  });

  test("offers neither before the release, nor in the next cycle", async () => {
    await startNext();
    expect(await text("", dana)).not.toMatch(/Hand over to applicant|Reopen/);
    expect(await text("", clerk)).not.toContain("Hand over to applicant");
  });
});

describe("the hand-over", () => {
  const query = "?dialog=hand-over";
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
    expect(await text("", clerk)).not.toContain("Change the hand-over");
    expect(await text("", dana)).toContain("Change the hand-over");
    const refused = await refusedForm(query, fields(), clerk);
    expect(refused.failure).toMatch(/^This letter was handed over on /);
    expect(textOf(await html(query, clerk, refused))).toContain(refused.failure);
  });

  test("that finds another cycle is refused with a message, although its dialog is closed", async () => {
    await startNext();
    const refused = await refusedForm(query, fields(), clerk);
    expect(refused.failure).toBe("PC1 is over");
    expect(textOf(await html(query, clerk, refused))).toContain("PC1 is over");
  });

  test("stays possible after the city has stopped writing corrections", async () => {
    await write((tx) => tx.update(cities).set({ usesCorrections: false }).where(eq(cities.id, cityId)));
    expect(await text("", clerk)).toContain("Hand over to applicant");
    expect(await post(query, fields(), clerk)).toMatchObject({ status: 302 });
    await switchCorrections(cityId, true);
  });
});

describe("the reopening", () => {
  const query = "?dialog=reopen";
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
    const reopened = await refusedForm(query, fields, dana);
    expect(reopened.failure).toBe("PC1 is open already");
    expect(await html(query, dana, reopened)).toContain(">A wrong sheet</textarea>");
  });

  test("of an earlier cycle keeps the reason too", async () => {
    await startNext();
    const over = await refusedForm(query, fields, dana);
    expect(over.failure).toBe("PC1 is over");
    expect(await html(query, dana, over)).toContain(">A wrong sheet</textarea>");
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
    expect((await post(query, fields, clerk)).status).toBe(400);
    expect(await planCheck()).toMatchObject({ state: "released" });
  });
});

test("before its letter, the next cycle does not start", async () => {
  await startNext();
  await addCorrection(lee, permitId, { discipline: "Fire", kind: "note", text: "A note" });
  const refused = await refusedForm("?dialog=next-cycle", { cycle: "PC3", disciplines: "Fire" }, dana);
  expect(refused.failure).toBe("Release the PC2 letter first");
});

test("the next cycle starts with the day of the plans and a new due date, and refuses a day before the letter", async () => {
  const fields = { cycle: "PC2", disciplines: "Fire", dueDate: "2030-01-15" };
  const early = await post("?dialog=next-cycle", { ...fields, receivedOn: addDays(today(), -1) }, dana);
  expect([early.status, Object.keys(early.errors)]).toEqual([400, ["receivedOn"]]);
  expect(await post("?dialog=next-cycle", { ...fields, receivedOn: today() }, dana)).toMatchObject({
    toast: "PC2 has started",
  });
  const [row] = await db.select().from(permits).where(eq(permits.id, permitId));
  expect(row).toMatchObject({ reviewCycle: "PC2", dueDate: "2030-01-15" });
});
