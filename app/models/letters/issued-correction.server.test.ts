import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "~/platform/db/db.server";
import { refusalOf, refused } from "~/testing/refusals";
import { releaseNow } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import { saveBackCheck } from "../corrections/back-check.server";
import type { Verdict } from "../corrections/correction";
import { addCorrection, updateCorrection } from "../corrections/correction.server";
import type { CorrectionFilter } from "../corrections/correction-filter";
import { decide } from "../corrections/decision.server";
import type { Discipline } from "../discipline";
import type { ReviewCycle } from "../permits/permit";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Viewer } from "../policy";
import { assignments } from "../tables.server";
import { correctionFor, correctionsFor } from "./issued-correction.server";
import { reopenPlanCheck } from "./reopen.server";

vi.mock(import("./letter-pdf.server"), () => ({ drawLetter: async () => Buffer.from("%PDF-1.7") }));

let dana: Viewer;
let lee: Viewer;
let clerk: Viewer;
let foreigner: Viewer;
let rolelessUser: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;
/** F-1 and the note F-2. */
let [first, note] = [0, 0];

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin", { name: "Dana Park" });
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire", "Civil"] });
  clerk = await makeViewer("city", { cityId });
  foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
  rolelessUser = await makeViewer(null, { cityId });
});

beforeEach(async () => {
  permit = await makePermit(dana, cityId, { requiredDisciplines: ["Fire"] });
  await assign(permit, lee, "Fire");
  [first = 0, note = 0] = await makeCorrections(permit, lee, [{ sheet: "A2.1" }, { kind: "note" }]);
});

const read = (filter: CorrectionFilter = {}, viewer = clerk) => correctionsFor(viewer, permit.id, filter);
/** What the city reads of each correction: its number, its status and its verdicts. */
const said = async () =>
  (await read()).map(({ number, status, backChecks }) => [
    number,
    status,
    backChecks.map(({ reviewCycle, verdict, remark }) => `${reviewCycle} ${verdict}: ${remark}`),
  ]);

/** Decides Fire in a cycle as its corrections require, and releases the letter. */
async function release(cycle: ReviewCycle = "PC1", isOpen = true) {
  const [fire] = await db
    .select()
    .from(assignments)
    .where(
      and(
        eq(assignments.permitId, permit.id),
        eq(assignments.reviewCycle, cycle),
        eq(assignments.discipline, "Fire"),
      ),
    );
  await decide(lee, fire?.id ?? 0, { decision: isOpen ? "corrections_required" : "approved" });
  return releaseNow(dana, permit.id, { cycle });
}
const startNext = () => startNextCycle(dana, permit.id, ["Fire"]);
const reopen = (cycle: ReviewCycle) => reopenPlanCheck(dana, permit.id, cycle, { reason: "Wrong sheet" });
const check = (id: number, verdict: Verdict, remark = "Wall 107") =>
  saveBackCheck(lee, id, { verdict, remark });
const addMore = (discipline: Discipline = "Fire") =>
  addCorrection(lee, permit.id, {
    discipline,
    kind: "correction",
    text: "More",
    newReason: "newly_shown",
  });

describe("outside the firm, a correction is", () => {
  test("nothing before its letter", async () => {
    expect(await read()).toEqual([]);
    expect(await refused(correctionFor(clerk, first))).toEqual([404, "Correction not found"]);
  });

  test("what the letter says of it, without its author", async () => {
    const { id: letterId, createdAt } = await release();
    const correction = {
      id: first,
      permitId: permit.id,
      letterId,
      number: "F-1",
      discipline: "Fire",
      kind: "correction",
      sheet: "A2.1",
      codeReference: null,
      text: "Show the rated walls",
      status: "open",
      reviewCycle: "PC1",
      newReason: null,
      backChecks: [],
      updatedAt: createdAt,
    };
    const [row, ...others] = await read();
    expect(row).toMatchObject(correction);
    expect(row).not.toHaveProperty("authorName");
    expect(others).toMatchObject([{ id: note, number: "F-2", kind: "note" }]);
    expect(await correctionFor(clerk, first)).toEqual(row);
  });

  test("the same after changes, verdicts and drafts, until the next letter", async () => {
    await release();
    const before = await read();
    const draft = await addMore();
    await reopen("PC1");
    await updateCorrection(lee, first, { text: "Show all walls", kind: "condition" });
    expect(await read()).toEqual(before);
    await updateCorrection(lee, first, { kind: "correction" });
    await release();
    await startNext();
    const reissued = await read();
    expect(reissued.map(({ number, text }) => [number, text])).toEqual([
      ["F-1", "Show all walls"],
      ["F-2", "Show the rated walls"],
      ["F-3", "More"],
    ]);
    await check(first, "resolved");
    await check(draft.id, "not_resolved");
    expect(await read()).toEqual(reissued);
  });
});

describe("after the letter of the next cycle", () => {
  beforeEach(async () => {
    await release();
    await startNext();
  });

  test("a resolved correction is resolved, with its text", async () => {
    await check(first, "resolved");
    await release("PC2", false);
    expect(await said()).toEqual([
      ["F-1", "resolved", ["PC2 resolved: null"]],
      ["F-2", "open", []],
    ]);
    expect((await correctionFor(clerk, first)).text).toBe("Show the rated walls");
  });

  test("a withdrawn one has its remark, one that is not resolved stays open", async () => {
    const { id } = await addMore();
    await check(first, "not_resolved");
    await release("PC2");
    expect((await said())[0]).toEqual(["F-1", "open", ["PC2 not_resolved: Wall 107"]]);
    await startNext();
    await check(first, "withdrawn", "Our mistake");
    await check(id, "resolved");
    await release("PC3", false);
    expect(await said()).toEqual([
      ["F-1", "withdrawn", ["PC2 not_resolved: Wall 107", "PC3 withdrawn: Our mistake"]],
      ["F-2", "open", []],
      ["F-3", "resolved", ["PC3 resolved: null"]],
    ]);
  });

  test("a reopened one is open again", async () => {
    await check(first, "resolved");
    await release("PC2", false);
    await startNext();
    await check(first, "reopened", "The detail was removed");
    await release("PC3");
    expect((await said())[0]).toEqual([
      "F-1",
      "open",
      ["PC2 resolved: null", "PC3 reopened: The detail was removed"],
    ]);
  });

  test("each keeps the number and the cycle of its first letter", async () => {
    const letterIds = async () => (await read()).map(({ letterId, reviewCycle }) => [letterId, reviewCycle]);
    const [[pc1] = []] = await letterIds();
    await addMore();
    await check(first, "not_resolved");
    const { id: pc2 } = await release("PC2");
    expect(await letterIds()).toEqual([
      [pc1, "PC1"],
      [pc1, "PC1"],
      [pc2, "PC2"],
    ]);
  });
});

describe("after a letter was issued again", () => {
  test("only the verdicts of the latest count", async () => {
    await release();
    await startNext();
    await check(first, "not_resolved");
    await release("PC2");
    await reopen("PC2");
    expect((await said())[0]).toEqual(["F-1", "open", ["PC2 not_resolved: Wall 107"]]);
    await check(first, "resolved");
    await release("PC2", false);
    expect((await said())[0]).toEqual(["F-1", "resolved", ["PC2 resolved: null"]]);
  });

  test("what it withdraws of the letter before is withdrawn, with the text of that letter", async () => {
    await release();
    await addMore();
    await reopen("PC1");
    await check(first, "withdrawn", "Our mistake");
    await release();
    expect(await said()).toEqual([
      ["F-1", "withdrawn", ["PC1 withdrawn: Our mistake"]],
      ["F-2", "open", []],
      ["F-3", "open", []],
    ]);
    expect((await correctionFor(clerk, first)).text).toBe("Show the rated walls");
  });
});

describe("the list outside the firm", () => {
  test("is in the order of disciplines and numbers", async () => {
    const civil = await assign(permit, lee, "Civil");
    await makeCorrections(permit, lee, [...Array.from({ length: 9 }, () => ({})), { discipline: "Civil" }]);
    await decide(lee, civil?.id ?? 0, { decision: "corrections_required" });
    await release();
    const numbers = (await read()).map(({ number }) => number);
    expect(numbers).toEqual(["C-1", ...Array.from({ length: 11 }, (_, index) => `F-${index + 1}`)]);
  });

  test.each<[CorrectionFilter, string[]]>([
    [{ kind: "note" }, ["F-2"]],
    [{ status: "resolved" }, ["F-1"]],
    [{ reviewCycle: "PC2" }, ["F-3"]],
    [{ discipline: "Fire", kind: "correction" }, ["F-1", "F-3"]],
    [{ discipline: "Civil" }, []],
  ])("filtered by %j", async (filter, expected) => {
    await release();
    await startNext();
    await check(first, "resolved");
    await addMore();
    await release("PC2");
    expect((await read(filter)).map(({ number }) => number)).toEqual(expected);
  });

  test("is not found outside the scope", async () => {
    await release();
    expect((await refusalOf(read({}, foreigner))).status).toBe(404);
    expect(await refused(correctionFor(foreigner, first))).toEqual([404, "Correction not found"]);
    expect((await refusalOf(correctionFor(rolelessUser, first))).status).toBe(403);
  });
});

test("inside the firm, corrections are read as they are", async () => {
  await release();
  await addMore();
  const rows = await read({}, lee);
  expect(rows.map(({ number, letterId }) => [number, letterId !== null])).toEqual([
    ["F-1", true],
    ["F-2", true],
    ["F-3", false],
  ]);
  expect(await correctionFor(lee, first)).toMatchObject({ number: "F-1" });
});
