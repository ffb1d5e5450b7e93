import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isPostgres } from "~/platform/db/dialect.server";
import { refusalOf } from "~/testing/refusals";
import { plansOf, statementsOf } from "~/testing/statements";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import { readPermit } from "../permits/permit-scope.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Viewer } from "../policy";
import { saveBackCheck } from "./back-check.server";
import type { CorrectionFilter } from "./correction-filter";
import {
  countCorrections,
  listCorrections,
  readCorrection,
  readShownCorrections,
} from "./correction-list.server";

let administrator: Viewer;
let lee: Viewer;
let clerk: Viewer;
let foreigner: Viewer;
let rolelessUser: Viewer;
let cityId: number;
let permitId: number;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  administrator = await makeViewer("admin");
  lee = await makeViewer("employee", { disciplines: ["Fire", "Architectural"] });
  clerk = await makeViewer("city", { cityId });
  foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
  rolelessUser = await makeViewer(null, { cityId });
});
beforeEach(async () => {
  permitId = (await makePermit(administrator, cityId)).id;
});

const make = (rows: Parameters<typeof makeCorrections>[2]) => makeCorrections({ id: permitId }, lee, rows);
const list = async (filter?: CorrectionFilter, range?: { limit: number; offset: number }, viewer = lee) =>
  listCorrections(viewer, await readPermit(viewer, permitId), filter, range);
const numbers = async (filter?: CorrectionFilter) => (await list(filter)).map(({ number }) => number);

const rows = [
  { discipline: "Fire" as const, sheet: "A2.1", text: "Show 100% of the rated walls" },
  { discipline: "Fire" as const, kind: "note" as const, codeReference: "CBC 1010.1.9" },
  { discipline: "Accessibility" as const, status: "resolved" as const },
  { discipline: "Architectural" as const, reviewCycle: "PC2" as const, text: "Ramp_A on E-4" },
  { discipline: "Electrical" as const },
];

describe("the list", () => {
  test("is in the order of disciplines and numbers", async () => {
    await make([...rows, ...Array.from({ length: 9 }, () => ({}))]);
    expect(await numbers()).toEqual([
      ...["A-1", "E-1", "F-1", "F-2", "F-3", "F-4", "F-5", "F-6", "F-7", "F-8", "F-9", "F-10", "F-11"],
      "AC-1",
    ]);
  });

  test.each<[CorrectionFilter, string[]]>([
    [{ discipline: "Fire" }, ["F-1", "F-2"]],
    [{ status: "resolved" }, ["AC-1"]],
    [{ kind: "note" }, ["F-2"]],
    [{ reviewCycle: "PC2" }, ["A-1"]],
    [{ discipline: "Fire", status: "resolved" }, []],
    [{ q: "RATED" }, ["E-1", "F-1", "F-2", "AC-1"]],
    [{ q: "a2.1" }, ["F-1"]],
    [{ q: "1010.1" }, ["F-2"]],
    [{ q: "100%" }, ["F-1"]],
    [{ q: "ramp_a" }, ["A-1"]],
    [{ q: "f-2" }, ["F-2"]],
    [{ q: "AC-1" }, ["AC-1"]],
    [{ q: "E-4" }, ["A-1"]],
    [{ q: "Z-1" }, []],
    [{ q: "  " }, ["A-1", "E-1", "F-1", "F-2", "AC-1"]],
  ])("filtered by %j", async (filter, expected) => {
    await make(rows);
    expect(await numbers(filter)).toEqual(expected);
  });

  test("has a page, and the number of all matches", async () => {
    await make(rows);
    const found = await list({ discipline: "Fire" }, { limit: 1, offset: 1 });
    const total = await countCorrections(lee, await readPermit(lee, permitId), { discipline: "Fire" });
    expect([found.map(({ number }) => number), total]).toEqual([["F-2"], 2]);
  });

  test("has all back-checks in their order, also as a text", async () => {
    await assign({ id: permitId }, lee, "Fire");
    const [id = 0] = await make([{}]);
    const letterId = await issueLetter(administrator, permitId);
    await startNextCycle(administrator, permitId, ["Fire"]);
    await saveBackCheck(lee, id, { verdict: "not_resolved", remark: "Wall 107 has no rating" });
    await issueLetter(administrator, permitId);
    await startNextCycle(administrator, permitId, ["Fire"]);
    await saveBackCheck(lee, id, { verdict: "resolved" });
    expect(await readCorrection(lee, id)).toMatchObject({
      number: "F-1",
      status: "resolved",
      letterId,
      answer: null,
      backChecks: [
        { reviewCycle: "PC2", verdict: "not_resolved", remark: "Wall 107 has no rating" },
        { reviewCycle: "PC3", verdict: "resolved", remark: null },
      ],
      remarks: "PC2 not resolved: Wall 107 has no rating; PC3 resolved",
    });
  });

  test("is empty for a city, and not found outside the scope", async () => {
    const [id = 0] = await make([{}]);
    expect(await list({}, undefined, clerk)).toEqual([]);
    expect((await refusalOf(list({}, undefined, foreigner))).status).toBe(404);
    for (const viewer of [clerk, foreigner]) {
      expect((await refusalOf(readCorrection(viewer, id))).message).toBe("Correction not found");
    }
    expect((await refusalOf(readCorrection(rolelessUser, id))).status).toBe(403);
  });

  test("is read with as many statements for one as for twenty", async () => {
    const read = () => list({ status: "open" }, { limit: 50, offset: 0 });
    const few = await statementsOf(read);
    await make(Array.from({ length: 20 }, () => ({})));
    expect(await statementsOf(read)).toBe(few);
  });

  test.skipIf(isPostgres)("is read by an index", async () => {
    await make(Array.from({ length: 20 }, () => ({})));
    const read = () => list({ status: "open" }, { limit: 50, offset: 0 });
    expect((await plansOf(read)).filter((plan) => /SCAN corrections/.test(plan))).toEqual([]);
  });
});

test("the page of a permit shows the chosen disciplines, with long texts cut", async () => {
  const long = "x".repeat(1000);
  const [open = 0] = await make([
    { text: long },
    { text: long, status: "resolved" },
    { text: "y".repeat(400) },
    { discipline: "Electrical" },
  ]);
  const permit = await readPermit(lee, permitId);
  const lengths = async (full?: number) =>
    (await readShownCorrections(permit, ["Fire"], full)).map(({ text, isCut }) => [text.length, isCut]);
  expect(await lengths()).toEqual([
    [0, true],
    [400, true],
    [100, true],
    [400, false],
  ]);
  expect((await lengths(open))[1]).toEqual([1000, false]);
  const others = await readShownCorrections(permit, []);
  expect(others.map(({ text, isShown }) => [text, isShown])).toEqual(Array(4).fill(["", false]));
});

test("the page of a permit shows which corrections are drafts, and which are back-checked in this cycle", async () => {
  await assign({ id: permitId }, lee, "Fire");
  const [id = 0] = await make([{}, {}]);
  await issueLetter(administrator, permitId);
  await startNextCycle(administrator, permitId, ["Fire"]);
  await make([{ reviewCycle: "PC2" }]);
  await saveBackCheck(lee, id, { verdict: "resolved" });
  const shown = await readShownCorrections(await readPermit(lee, permitId), ["Fire"]);
  expect(shown.map(({ number, isDraft, isBackChecked }) => [number, isDraft, isBackChecked])).toEqual([
    [1, false, true],
    [2, false, false],
    [3, true, false],
  ]);
});
