import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { renderPdf, stopRenderChildren } from "~/models/pdf/render-children.server";
import { numberFromBookmark } from "~/models/sheets/title-block";
import { env } from "~/platform/env.server";
import { setOfDemoFile } from "./demo-drawn-plans.server";
import { completeSet, setWithMistakes } from "./demo-plan-sets";
import { drawPlanSet, type PlanSet } from "./plan-set-drawing";
import type { PlanFileRow } from "./sheet-rows";

afterAll(() => stopRenderChildren());

const project = { project: "Civic Center Annex", address: "1 Plaza", dates: ["2026-08-03", "2026-09-07"] };
const order = { priority: 1 };

async function drawn(name: string, set: PlanSet): Promise<string> {
  const path = join(env.DATA_DIR, name);
  writeFileSync(path, await drawPlanSet(set));
  return path;
}

const fileOf = (permitId: number, fileName: string) => ({ permitId, fileName }) as PlanFileRow;
const numbersOf = (permitId: number, fileName: string) =>
  setOfDemoFile(fileOf(permitId, fileName)).sheets.map(({ number }) => number);

test("the check of the drawn sets finds the numbers that the demo says", async () => {
  const path = await drawn("mistakes.pdf", setWithMistakes(project));
  const numbers = await Promise.all(
    numbersOf(177, "Plan set.pdf").map(async (_, page) => {
      const { titleBlock } = await renderPdf({ kind: "read", path, page }, order);
      return titleBlock?.number;
    }),
  );
  expect(numbers).toEqual(numbersOf(177, "Plan set.pdf"));
  const opened = await renderPdf(
    { kind: "open", path: await drawn("set.pdf", completeSet(project, 0)) },
    order,
  );
  const bookmarks =
    "pages" in opened ? opened.pages.map(({ bookmark }) => numberFromBookmark(bookmark)?.number) : [];
  expect(bookmarks).toEqual(numbersOf(174, "Plan set.pdf"));
}, 60_000);

test("the planted changes are found, and what was not changed is the same", async () => {
  const earlier = await drawn("earlier.pdf", completeSet(project, 0));
  const later = await drawn("later.pdf", completeSet(project, 1));
  const { sheets } = setOfDemoFile(fileOf(174, "Plan set rev 1.pdf"));
  for (const number of ["A-102", "S1.1", "S2.1", "A-201", "E-101"]) {
    const page = sheets.findIndex((sheet) => sheet.number === number);
    const pageBefore = numbersOf(174, "Plan set.pdf").indexOf(number);
    const { isSame } = await renderPdf(
      { kind: "compare", earlier: { path: earlier, page: pageBefore }, later: { path: later, page } },
      order,
    );
    expect([number, !isSame]).toEqual([number, sheets[page]?.isChanged]);
  }
}, 60_000);
