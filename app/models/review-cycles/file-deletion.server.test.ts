import { inArray } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { refused } from "~/testing/refusals";
import { makeDecidedPermit, releaseNow } from "~/testing/test-letters";
import { assign, makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { addPlanSet } from "~/testing/test-sheets";
import { decide } from "../corrections/decision.server";
import type { PlanFileOrigin } from "../files/plan-file";
import { storeBytes } from "../files/plan-file-store.server";
import { reopenPlanCheck } from "../letters/reopen.server";
import type { Drawn } from "../markups/markup";
import { addPlacedCorrection } from "../markups/place.server";
import { addPrivateMarks } from "../markups/private-mark.server";
import { readPermit } from "../permits/permit-scope.server";
import { addPlanFiles, deletePlanFile, listPlanFiles, setFileAside } from "../permits/plan-file.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Viewer } from "../policy";
import { markups } from "../tables.server";
import { hasSheets } from "./file-deletion.server";

vi.mock(import("../letters/letter-pdf.server"), () => ({ drawLetter: async () => Buffer.from("%PDF-1.7") }));

let dana: Viewer;
let lee: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;
let fire: number;
let minutes: number;

beforeAll(async () => {
  dana = await makeViewer("admin", { name: "Dana Park" });
  lee = await makeViewer("employee", { disciplines: ["Fire"] });
});

/** A file of each origin is uploaded, and the letter of PC1 can be released. */
beforeEach(async () => {
  minutes = 0;
  vi.useFakeTimers({ toFake: ["Date"] });
  later();
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  ({ permit, fire } = await makeDecidedPermit(dana, lee, cityId));
  for (const origin of ["submitted", "marked_up", "internal"] as const) await add(`${origin}.pdf`, origin);
});
afterEach(() => {
  vi.useRealTimers();
});

/** A letter lists the files that were uploaded before it. */
function later() {
  minutes += 1;
  vi.setSystemTime(new Date(Date.UTC(2026, 11, 4, 12, minutes)));
}

async function add(fileName: string, origin: PlanFileOrigin) {
  const content = await storeBytes(Buffer.from(`%PDF-1.7 ${fileName}`));
  const files = [{ ...content, fileName, kind: "pdf" as const }];
  await addPlanFiles(lee, permit.id, { reviewCycle: "PC1", origin, files });
}

async function release() {
  later();
  const { number } = await releaseNow(dana, permit.id, { coverNote: `Letter ${minutes}` });
  later();
  return number;
}
const decideAgain = () => decide(lee, fire, { decision: "corrections_required" });
const reopen = () => reopenPlanCheck(dana, permit.id, "PC1", { reason: "Wrong sheet" });

/** Deletes all files; returns the reason for each that stays. The list must agree on which ones these are. */
async function reasons(): Promise<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const file of await listPlanFiles(dana, await readPermit(dana, permit.id))) {
    expect(file.maySetAside).toBe(!file.mayDelete);
    if (file.mayDelete) await deletePlanFile(dana, file.id);
    else {
      const [status, message] = await refused(deletePlanFile(dana, file.id));
      const [reason = "", advice] = String(message).split(". ");
      expect([status, advice]).toEqual([409, "Add the right file instead: it replaces this one."]);
      kept[file.fileName] = reason;
    }
  }
  return kept;
}

test("files of a plan check in review can be deleted", async () => {
  expect(await reasons()).toEqual({});
});

test("a file stays once a letter lists it or its plan check is over", async () => {
  const number = await release();
  await add("late.pdf", "submitted");
  const released = "The PC1 letter was released: its files stay";
  expect(await reasons()).toEqual({
    "submitted.pdf": `submitted.pdf is listed in ${number}`,
    "marked_up.pdf": `marked_up.pdf is listed in ${number}`,
    "internal.pdf": released,
    "late.pdf": released,
  });
  await startNextCycle(dana, permit.id, ["Fire"]);
  expect(Object.keys(await reasons())).toHaveLength(4);
});

test("what no letter lists can be deleted while the plan check is open again", async () => {
  const number = await release();
  await add("late.pdf", "submitted");
  await reopen();
  expect(await reasons()).toEqual({
    "submitted.pdf": `submitted.pdf is listed in ${number}`,
    "marked_up.pdf": `marked_up.pdf is listed in ${number}`,
  });
});

test("the first letter that lists a file is named; marked-up plans are named with their latest one", async () => {
  const number = await release();
  await add("late.pdf", "submitted");
  await reopen();
  const corrected = await release();
  expect(await reasons()).toMatchObject({
    "submitted.pdf": `submitted.pdf is listed in ${number}`,
    "late.pdf": `late.pdf is listed in ${corrected}`,
    "marked_up.pdf": `marked_up.pdf is listed in ${corrected}`,
  });
});

test("a cycle that ended without a letter keeps its files", async () => {
  permit = await makePermit(dana, cityId, { requiredDisciplines: ["Fire"] });
  await assign(permit, lee, "Fire");
  await add("plans.pdf", "submitted");
  await startNextCycle(dana, permit.id, ["Fire"]);
  expect(await reasons()).toEqual({ "plans.pdf": "PC1 is over: its files stay" });
});

test("in a city that no longer uses corrections only files in letters stay", async () => {
  const number = await release();
  await switchCorrections(cityId, false);
  expect(await reasons()).toEqual({
    "submitted.pdf": `submitted.pdf is listed in ${number}`,
    "marked_up.pdf": `marked_up.pdf is listed in ${number}`,
  });
});

describe("a file with sheets", () => {
  let clerk: Viewer;
  let set: Awaited<ReturnType<typeof addPlanSet>>;
  const pin: Drawn = { shape: "pin", points: [[0.5, 0.5]] };
  const advice = "Add the right file instead: it replaces this one.";

  /** A city's own file with. */
  beforeEach(async () => {
    clerk = await makeViewer("city", { cityId });
    set = await addPlanSet(permit, ["A-101", "A-102"], { uploadedById: clerk.id });
  });

  const place = (sheet: number, drawn = [pin]) =>
    addPlacedCorrection(
      lee,
      permit.id,
      { discipline: "Fire", kind: "correction", text: "Show the rated walls" },
      { sheetId: set.sheetIds[sheet] ?? 0, drawn },
    );
  const mark = (viewer: Viewer) =>
    addPrivateMarks(viewer, permit.id, { sheetId: set.sheetIds[0] ?? 0, drawn: [pin] });
  const deleteAs = (viewer: Viewer) => refused(deletePlanFile(viewer, set.planFileId));
  const listedFor = async (viewer: Viewer) => {
    const files = await listPlanFiles(viewer, await readPermit(viewer, permit.id));
    return files.find(({ id }) => id === set.planFileId);
  };

  test("that has corrections on it stays, and the staff is told on which sheet", async () => {
    await place(1);
    expect(await deleteAs(dana)).toEqual([409, `A-102 has 1 correction on it. ${advice}`]);
    for (const drawn of [[pin, pin], [pin], [pin]]) await place(0, drawn);
    expect(await deleteAs(dana)).toEqual([409, `A-101 has 3 corrections on it. ${advice}`]);
    expect(await listedFor(dana)).toMatchObject({ mayDelete: false, maySetAside: true });
    await setFileAside(dana, set.planFileId, true);
    expect(await deleteAs(dana)).toEqual([409, `${set.fileName} is set aside: it stays. ${advice}`]);
  });

  test("with a page without a number says which page it is", async () => {
    set = await addPlanSet(permit, ["A-101", null]);
    await place(1);
    expect(await deleteAs(dana)).toEqual([409, `Page 2 has 1 correction on it. ${advice}`]);
  });

  test("with private marks alone is deleted by the staff, with them", async () => {
    await mark(lee);
    await mark(dana);
    expect(await hasSheets(set.planFileId)).toBe(true);
    expect(await listedFor(dana)).toMatchObject({ mayDelete: true });
    await deletePlanFile(dana, set.planFileId);
    expect(await db.$count(markups, inArray(markups.sheetId, set.sheetIds))).toBe(0);
  });

  test.each([
    ["a draft", () => place(1)],
    ["a private mark", () => mark(lee)],
  ])("with %s stays for the city, whose list does not show it", async (_, draw) => {
    const before = await listedFor(clerk);
    expect(before).toMatchObject({ mayDelete: true });
    await draw();
    expect(await listedFor(clerk)).toEqual(before);
    expect(await deleteAs(clerk)).toEqual([409, "This file is under review"]);
    expect(await listedFor(clerk)).toEqual(before);
    await write((tx) => tx.delete(markups));
    await deletePlanFile(clerk, set.planFileId);
  });

  test("that is listed in a letter says that to the city first", async () => {
    await place(0);
    await decideAgain();
    const number = await release();
    expect(await deleteAs(clerk)).toEqual([409, `${set.fileName} is listed in ${number}. ${advice}`]);
  });
});

test("the letters of another permit keep no file", async () => {
  const released = permit;
  const other = await makePermit(dana, cityId);
  permit = other;
  await assign(permit, lee, "Fire");
  await add("other.pdf", "submitted");
  permit = released;
  await release();
  permit = other;
  expect(await reasons()).toEqual({});
  expect(await listPlanFiles(dana, other)).toEqual([]);
});
