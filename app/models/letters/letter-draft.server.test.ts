import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { refusalOf, refused } from "~/testing/refusals";
import { statementsOf } from "~/testing/statements";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import { today } from "../clock.server";
import { saveBackCheck } from "../corrections/back-check.server";
import { decide } from "../corrections/decision.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Viewer } from "../policy";
import { assignments, cities, correctionAnswers } from "../tables.server";
import { previewLetter, previewRelease } from "./letter-draft.server";
import { warningText } from "./letter-warning";

let dana: Viewer;
let lee: Viewer;
let sam: Viewer;
let clerk: Viewer;
let foreigner: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;
let fire: number;

beforeAll(async () => {
  dana = await makeViewer("admin", { name: "Dana Park" });
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire"] });
  sam = await makeViewer("employee", { name: "Sam Reyes", disciplines: ["Fire", "Civil"] });
});

beforeEach(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  clerk = await makeViewer("city", { cityId });
  foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
  permit = await makePermit(dana, cityId, {
    requiredDisciplines: ["Fire"],
    applicantName: "Ann Applicant",
    applicantEmail: "ann@example.test",
  });
  fire = (await assign(permit, lee, "Fire"))?.id ?? 0;
});

const preview = (viewer = dana) => previewLetter(viewer, permit.id);
const setCity = (fields: Partial<typeof cities.$inferInsert>) =>
  write((tx) => tx.update(cities).set(fields).where(eq(cities.id, cityId)));

describe("the letter as it would go out now", () => {
  test("says of the permit and its city what is stored", async () => {
    await setCity({ letterContact: "Building Division", letterCodes: "2025 CBC" });
    expect((await preview()).content).toMatchObject({
      number: `${permit.urban37PermitNumber}-PC1`,
      cycle: "PC1",
      issuedOn: today(),
      city: { name: "Oakville", logo: null },
      provider: "Urban37",
      contact: "Building Division",
      codes: "2025 CBC",
      approvalWording: "approved",
      permit: {
        number: permit.urban37PermitNumber,
        revision: null,
        cityNumber: "B26-1",
        name: "Harbor Street Apartments",
        address: "1420 Harbor Street",
      },
      applicant: { name: "Ann Applicant", email: "ann@example.test" },
      receivedOn: "2026-11-01",
      coverNote: null,
      files: { reviewed: [], markedUp: [] },
    });
  });

  test("has what keeps it back, and what to consider first", async () => {
    await makeCorrections(permit, lee, [{}]);
    const { blockers, warnings, outcome } = await preview();
    expect(blockers.map(({ what }) => what)).toEqual([
      "Fire has no decision",
      "Nobody has decided anything in PC1",
    ]);
    expect(warnings.map(warningText)).toEqual([
      "1 correction has no code reference: F-1",
      "1 correction has no sheet: F-1",
      "Plans: none received in PC1",
      "Marked-up plans: none uploaded in PC1",
    ]);
    expect(outcome).toBeNull();
  });

  test("has the outcome of all disciplines once they are decided", async () => {
    await decide(lee, fire, { decision: "approved" });
    const civil = (await assign(permit, sam, "Civil"))?.id ?? 0;
    expect(await preview()).toMatchObject({ outcome: null, content: { outcome: "approved" } });
    await decide(sam, civil, { decision: "not_applicable", decisionReason: "No site work" });
    expect(await preview()).toMatchObject({ outcome: "approved", blockers: [] });
  });

  test("names the reviewer of the cycle that decided, where the city wants names", async () => {
    await setCity({ letterNamesReviewers: true });
    const civil = (await assign(permit, sam, "Civil"))?.id ?? 0;
    await decide(sam, civil, { decision: "approved" });
    const [id = 0] = await makeCorrections(permit, lee, [{}]);
    await decide(lee, fire, { decision: "corrections_required" });
    await issueLetter(dana, permit.id);
    await startNextCycle(dana, permit.id, ["Fire"]);
    const employeeId = sam.employeeId ?? 0;
    await write((tx) => tx.update(assignments).set({ employeeId }).where(eq(assignments.reviewCycle, "PC2")));
    const rows = await db.select().from(assignments).where(eq(assignments.permitId, permit.id));
    await saveBackCheck(sam, id, { verdict: "resolved" });
    await decide(sam, rows.at(-1)?.id ?? 0, { decision: "approved" });
    const { disciplines } = (await preview()).content;
    expect(disciplines.map((row) => [row.discipline, row.reviewer, row.effectiveFrom, row.resolved])).toEqual(
      [
        ["Civil", "Sam Reyes", "PC1", []],
        ["Fire", "Sam Reyes", "PC2", ["F-1"]],
      ],
    );
  });

  test("names the assigned reviewer where an administrator decided for them", async () => {
    await setCity({ letterNamesReviewers: true });
    await decide(dana, fire, { decision: "approved" });
    const reviewer = async () => (await preview()).content.disciplines[0]?.reviewer;
    expect(await reviewer()).toBe("Dana Park for Lee Tran");
    await decide(lee, fire, { decision: "not_applicable", decisionReason: "No fire" });
    expect(await reviewer()).toBe("Lee Tran");
  });

  test("calls the city by its own full name, and is another version after a change of it", async () => {
    const { version } = await preview();
    await setCity({ fullName: "Municipality of Oakville", managerPhone: "(555) 555-0100" });
    const letter = await preview();
    expect(letter.content.city).toEqual({
      name: "Oakville",
      fullName: "Municipality of Oakville",
      logo: null,
    });
    expect(letter.content.contact).toBe("Municipality of Oakville, (555) 555-0100");
    expect(letter.version.split(".")[1]).not.toBe(version.split(".")[1]);
  });

  test("gives the phone and email of the city's manager without a contact, else no contact", async () => {
    expect((await preview()).content.contact).toBeNull();
    await setCity({ managerPhone: "(555) 555-0100", managerEmail: "city@example.test" });
    expect((await preview()).content.contact).toBe("City of Oakville, (555) 555-0100, city@example.test");
    await setCity({ letterContact: "Building Division" });
    expect((await preview()).content.contact).toBe("Building Division");
  });

  test("is read with as many statements for few and many corrections", async () => {
    await makeCorrections(permit, lee, [{}]);
    const few = await statementsOf(() => preview());
    const more = Array.from({ length: 30 }, () => ({}));
    await makeCorrections(permit, lee, more);
    expect(await statementsOf(() => preview())).toBe(few);
  });
});

test("the letter is read by staff before its release, and not by the city", async () => {
  expect((await preview(lee)).content.cycle).toBe("PC1");
  expect(await refused(preview(clerk))).toEqual([404, "Letter not found"]);
  expect((await refusalOf(preview(foreigner))).message).toBe("Permit Not Found");
});

test("a program reads it for a release of the current cycle, with the permission to release it", async () => {
  expect((await previewRelease(dana, permit.id, "PC1")).content.cycle).toBe("PC1");
  expect(await refused(previewRelease(dana, permit.id, "PC2"))).toEqual([409, "The permit is now in PC1"]);
  expect((await refusalOf(previewRelease(lee, permit.id, "PC1"))).status).toBe(403);
});

describe("in the letter of the next cycle, a correction", () => {
  let id: number;

  beforeEach(async () => {
    [id = 0] = await makeCorrections(permit, lee, [{}]);
    await issueLetter(dana, permit.id);
    await startNextCycle(dana, permit.id, ["Fire"]);
  });

  const answer = (fields: Partial<typeof correctionAnswers.$inferInsert> = {}) =>
    write((tx) =>
      tx.insert(correctionAnswers).values({
        ...{ correctionId: id, reviewCycle: "PC1", text: "The schedule is added", sheet: "A6.1" },
        ...{ byName: "Carl Clerk", via: "city", sentAt: "2026-11-20T20:00:00.000Z" },
        ...{ createdAt: "2026-11-19T20:00:00.000Z", updatedAt: "2026-11-20T20:00:00.000Z" },
        ...fields,
      }),
    );
  const shown = async () => (await preview()).content.disciplines[0]?.open[0]?.answer;
  const sent = { on: "2026-11-20", sheet: "A6.1", text: "The schedule is added" };

  test("has no answer without one, and no draft", async () => {
    expect(await shown()).toBeNull();
    await answer({ sentAt: null });
    expect(await shown()).toBeNull();
  });

  test("has the answer that was sent, with its day and sheet", async () => {
    await answer();
    expect(await shown()).toEqual(sent);
  });

  test("has the last one of those that were sent, whatever is drafted since", async () => {
    await answer();
    await answer({ reviewCycle: "PC2", sentAt: null, text: "Draft" });
    expect(await shown()).toEqual(sent);
    const version = (await preview()).version.split(".")[1];
    await write((tx) =>
      tx
        .update(correctionAnswers)
        .set({ sentAt: "2026-11-25T20:00:00.000Z" })
        .where(eq(correctionAnswers.reviewCycle, "PC2")),
    );
    expect(await shown()).toMatchObject({ on: "2026-11-25", text: "Draft" });
    expect((await preview()).version.split(".")[1]).not.toBe(version);
  });
});

test("the letter says whether applicants answer by their link, and is another version after a change", async () => {
  const before = await preview();
  expect(before.content.answersBy).toBe("link");
  await setCity({ applicantsAnswer: false });
  const after = await preview();
  expect(after.content.answersBy).toBe("city");
  expect(after.version.split(".")[1]).not.toBe(before.version.split(".")[1]);
});
