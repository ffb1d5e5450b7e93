import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "~/platform/db/db.server";
import { refused } from "~/testing/refusals";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import { addPlanSet, placeOn } from "~/testing/test-sheets";
import { saveAssignments, updateAssignment } from "../assignments/assignment.server";
import { updateCity } from "../cities/city.server";
import { addComment } from "../comments/comment.server";
import { saveBackCheck } from "../corrections/back-check.server";
import { addCorrection, deleteCorrection, updateCorrection } from "../corrections/correction.server";
import { decide, returnReview } from "../corrections/decision.server";
import { storeBytes } from "../files/plan-file-store.server";
import { addPlaces, removePlace } from "../markups/place.server";
import { updatePermit } from "../permits/permit.server";
import { addPlanFiles } from "../permits/plan-file.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import { changePlanCheckDates } from "../plan-checks/plan-check-dates.server";
import type { Viewer } from "../policy";
import { changeSheet } from "../sheets/change-sheet.server";
import { letters, markups } from "../tables.server";
import { previewLetter } from "./letter-draft.server";
import { releaseLetter } from "./release.server";

vi.mock(import("./letter-pdf.server"), () => ({ drawLetter: async () => Buffer.from("%PDF-1.7") }));

let dana: Viewer;
let otto: Viewer;
let lee: Viewer;
let clerk: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;
let fire: number;
let [correction, note] = [0, 0];
let [sheetId, placeId] = [0, 0];

beforeAll(async () => {
  dana = await makeViewer("admin", { name: "Dana Park" });
  otto = await makeViewer("admin", { name: "Otto Other" });
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire", "Civil"] });
});

/** The letter of PC1 with F-1 and the note F-2 is ready, and it is 2:14 PM. */
beforeEach(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  clerk = await makeViewer("city", { name: "Carl Clerk", cityId });
  permit = await makePermit(dana, cityId, { requiredDisciplines: ["Fire"] });
  fire = (await assign(permit, lee, "Fire"))?.id ?? 0;
  [correction = 0, note = 0] = await makeCorrections(permit, lee, [{}, { kind: "note" }]);
  await decide(lee, fire, { decision: "corrections_required" });
  [sheetId = 0] = (await addPlanSet(permit, ["A-101"], { isConfirmed: true })).sheetIds;
  await placeOn(sheetId, note);
  const [place] = await db.select().from(markups).where(eq(markups.correctionId, note));
  placeId = place?.id ?? 0;
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-04T22:14:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

const addFile = async () => {
  const content = await storeBytes(Buffer.from("%PDF-1.7 plans"));
  const files = [{ ...content, fileName: "plans.pdf", kind: "pdf" as const }];
  await addPlanFiles(clerk, permit.id, { reviewCycle: "PC1", files });
};
const fireRow = (viewer: Viewer) => ({
  discipline: "Fire" as const,
  employeeId: viewer.employeeId ?? 0,
  employeeDueDate: null,
  status: "completed" as const,
});

/** Reads the letter, lets others act, and returns what the release says then. */
async function refusalAfter(...acts: (() => Promise<unknown>)[]): Promise<[number, unknown]> {
  const { version, content } = await previewLetter(dana, permit.id);
  for (const act of acts) await act();
  return refused(releaseLetter(dana, permit.id, content.cycle, { expectedVersion: version }));
}
const changed = (what: string): [number, string] => [
  409,
  `Changed after you opened this page: ${what}. Read the letter again: nothing was released.`,
];

describe("a release names what was changed since its letter was read, by whom and when", () => {
  test.each<[string, () => Promise<unknown>, string]>([
    [
      "a correction's text",
      () => updateCorrection(lee, correction, { text: "Show all walls" }),
      "F-1 (Lee Tran, 2:14 PM)",
    ],
    [
      "a new note",
      () => addCorrection(lee, permit.id, { discipline: "Fire", kind: "note", text: "See A1" }),
      "F-3 (Lee Tran, 2:14 PM)",
    ],
    [
      "a new correction, which takes the decision back",
      () => addCorrection(lee, permit.id, { discipline: "Fire", kind: "correction", text: "More" }),
      "Fire (Lee Tran, 2:14 PM), F-3 (Lee Tran, 2:14 PM)",
    ],
    [
      "a place",
      () => addPlaces(lee, correction, { sheetId, drawn: [{ shape: "pin", points: [[0.5, 0.5]] }] }),
      "F-1 (Lee Tran, 2:14 PM)",
    ],
    ["a place that is removed", () => removePlace(lee, placeId), "F-2 (Lee Tran, 2:14 PM)"],
    [
      "the number of a sheet with a place",
      () => changeSheet(dana, sheetId, { number: "A-109" }),
      "the sheets (Dana Park, 2:14 PM)",
    ],
    ["a deleted note", () => deleteCorrection(otto, note), "F-2 (Otto Other, 2:14 PM)"],
    [
      "a decision that was returned",
      () => returnReview(otto, fire, "F-1 needs a sheet"),
      "Fire (Otto Other, 2:14 PM)",
    ],
    ["a status", () => updateAssignment(lee, fire, { status: "in_progress" }), "Fire (Lee Tran, 2:14 PM)"],
    [
      "another discipline",
      () =>
        saveAssignments(otto, permit.id, [
          fireRow(lee),
          { ...fireRow(lee), discipline: "Civil", status: "assigned" },
        ]),
      "Civil (Otto Other, 2:14 PM)",
    ],
    ["a plan file", addFile, "plan files (Carl Clerk, 2:14 PM)"],
    [
      "a setting of the city's letters",
      () => updateCity(otto, cityId, { letterContact: "Building Division" }),
      "the settings of Oakville (Otto Other, 2:14 PM)",
    ],
    [
      "the permit",
      () => updatePermit(otto, permit.id, { projectName: "Other" }),
      "the permit (Otto Other, 2:14 PM)",
    ],
    [
      "the required disciplines",
      () => updatePermit(otto, permit.id, { requiredDisciplines: ["Fire", "Civil"] }),
      "the permit (Otto Other, 2:14 PM)",
    ],
    [
      "the dates of the plan check",
      () => changePlanCheckDates(otto, permit.id, "PC1", { receivedOn: "2026-11-02" }),
      "the plan check (Otto Other, 2:14 PM)",
    ],
  ])("%s", async (_, act, what) => {
    expect(await refusalAfter(act)).toEqual(changed(what));
    expect(await db.$count(letters, eq(letters.permitId, permit.id))).toBe(0);
  });

  test("a back-check", async () => {
    await issueLetter(dana, permit.id);
    await startNextCycle(dana, permit.id, ["Fire"]);
    const check = () => saveBackCheck(lee, correction, { verdict: "resolved" });
    expect(await refusalAfter(check)).toEqual(changed("F-1 (Lee Tran, 2:14 PM)"));
  });

  test("a decision", async () => {
    await updateAssignment(lee, fire, { status: "in_progress" });
    const act = () => decide(lee, fire, { decision: "corrections_required" });
    expect(await refusalAfter(act)).toEqual(changed("Fire (Lee Tran, 2:14 PM)"));
  });

  test("what was changed on the day before, with its date", async () => {
    const act = async () => {
      await updateCorrection(lee, correction, { text: "Show all walls" });
      vi.setSystemTime(new Date("2026-12-05T22:14:00Z"));
    };
    expect(await refusalAfter(act)).toEqual(changed("F-1 (Lee Tran, Dec 4, 2026, 2:14 PM)"));
  });

  test("the latest change of each, and three at most", async () => {
    const text = (words: string, viewer: Viewer) => () =>
      updateCorrection(viewer, correction, { text: words });
    const acts = [
      text("One", lee),
      text("Two", otto),
      addFile,
      () => updatePermit(otto, permit.id, { projectName: "Other" }),
      () => updateCity(otto, cityId, { letterCodes: "2025 CBC" }),
    ];
    const newestFirst =
      "the settings of Oakville (Otto Other, 2:14 PM), the permit (Otto Other, 2:14 PM), plan files (Carl Clerk, 2:14 PM) and 1 more";
    expect(await refusalAfter(...acts)).toEqual(changed(newestFirst));
    expect(await refusalAfter(text("Three", lee), text("Four", otto))).toEqual(
      changed("F-1 (Otto Other, 2:14 PM)"),
    );
  });
});

describe("a release is possible after changes that its letter does not have", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["none", async () => undefined],
    ["a comment", () => addComment(otto, permit.id, { text: "Call the city", formKey: undefined })],
    ["another setting of the city", () => updateCity(otto, cityId, { cityNumber: "02" })],
    ["another permit of the city", () => makePermit(otto, cityId)],
  ])("%s", async (_, act) => {
    const { version } = await previewLetter(dana, permit.id);
    await act();
    const letter = await releaseLetter(dana, permit.id, "PC1", { expectedVersion: version });
    expect(letter.issue).toBe(1);
  });
});

test("the refusal has the current version, with which a second attempt succeeds", async () => {
  const { version } = await previewLetter(dana, permit.id);
  await updateCorrection(lee, correction, { text: "Show all walls" });
  const current = (await previewLetter(dana, permit.id)).version;
  expect(current).not.toBe(version);
  const attempt = releaseLetter(dana, permit.id, "PC1", { expectedVersion: version });
  await expect(attempt).rejects.toMatchObject({ status: 409, details: { current } });
  expect((await releaseLetter(dana, permit.id, "PC1", { expectedVersion: current })).issue).toBe(1);
});

test("a version that no page has is refused without names", async () => {
  const attempt = () => releaseLetter(dana, permit.id, "PC1", { expectedVersion: "999999999.x" });
  expect(await refused(attempt())).toEqual([
    409,
    "Changed after you opened this page. Read the letter again: nothing was released.",
  ]);
  expect(await db.$count(letters, eq(letters.permitId, permit.id))).toBe(0);
});
