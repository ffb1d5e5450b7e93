import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { StoredSet, StoredSheet } from "../app/models/sheets/sheet";
import { placeSheets } from "../app/models/sheets/sheet";
import { sheetNumberKey } from "../app/models/sheets/sheet-number";
import { questionsOf } from "../app/models/sheets/sheet-question";
import type { BenchContext, Row } from "./bench";
import { type DrawnSheet, drawHeldOutSheets, heldOutSheets, sheetsWithoutNumber } from "./held-out-sheets";
import type { Children } from "./render-program";

type Read = { sheet: DrawnSheet; number: string | null; title: string | null };

const gate = 0.9;
/** Sheets whose number stands on another one too, by their place. */
const planted = { every: 9, copies: 8 };

/** Reads the numbers of sheets on which the rules were not tuned. */
export async function measureNumbers(
  children: Children,
  folder: string,
  log: BenchContext["log"],
): Promise<Row[]> {
  const read = await readAll(children, join(folder, "held-out.pdf"), heldOutSheets);
  const isRight = ({ sheet, number }: Read) => number === sheet.number.replace(" ", "");
  const right = read.filter(isRight);
  const wrong = read.filter((one) => one.number !== null && !isRight(one));
  const names = [...new Set(read.map(({ sheet }) => sheet.layout.name))];
  const failed = names.flatMap((name) => {
    const ofLayout = read.filter(({ sheet }) => sheet.layout.name === name);
    const misread = ofLayout.filter((one) => !isRight(one));
    log(`${ofLayout.length - misread.length} of ${ofLayout.length}: ${name}`);
    return misread.map((one) => `${one.sheet.number} as ${one.number ?? "nothing"}`);
  });
  const titles = right.filter(({ sheet, title }) => plain(title ?? "") === plain(sheet.title));
  const none = read.length - right.length - wrong.length;
  return [
    {
      what: `sheets: numbers on ${read.length} drawings of ${names.length} layouts that the rules were not tuned on`,
      gate: `${gate * 100} %`,
      measured: `${right.length} right, ${wrong.length} wrong, ${none} none: ${((right.length / read.length) * 100).toFixed(0)} %; ${titles.length} titles right${failed.length > 0 ? `. Read wrongly: ${failed.join(", ")}` : ""}`,
      holds: right.length >= read.length * gate,
    },
    await measureDuplicates(children, folder),
    await measureWithoutNumber(children, folder),
  ];
}

async function measureWithoutNumber(children: Children, folder: string): Promise<Row> {
  const read = await readAll(children, join(folder, "without-number.pdf"), sheetsWithoutNumber);
  const wrong = read.filter(({ number }) => number !== null);
  return {
    what: "sheets: numbers plotted as lines that are read as another text of the sheet",
    gate: "none",
    measured: `${wrong.length} of ${read.length}`,
    holds: wrong.length === 0,
  };
}

const plain = (title: string): string => title.toUpperCase().replace(/[^A-Z]/g, "");

async function readAll(children: Children, path: string, sheets: DrawnSheet[]): Promise<Read[]> {
  await writeFile(path, await drawHeldOutSheets(sheets));
  const opened = await children.run({ kind: "open", path }, { priority: 1 });
  if ("refusal" in opened || opened.pages.length !== sheets.length)
    throw new Error("The sheets cannot be opened");
  return Promise.all(
    sheets.map(async (sheet, page) => {
      const { titleBlock } = await children.run({ kind: "read", path, page }, { priority: 1 });
      return { sheet, number: titleBlock?.number ?? null, title: titleBlock?.title ?? null };
    }),
  );
}

/** Plants second sheets with numbers that others have, and sees whether each is asked about. */
async function measureDuplicates(children: Children, folder: string): Promise<Row> {
  const copied = heldOutSheets.filter((_, index) => index % planted.every === 0).slice(0, planted.copies);
  const copies = copied.map((sheet) => ({ ...sheet, title: "WALL SECTIONS" }));
  const read = await readAll(children, join(folder, "duplicates.pdf"), [...heldOutSheets, ...copies]);
  const found = questionsOf("PC1", { sets: [set], sheets: placed(read) }).duplicates.map(
    ({ sheet }) => sheet.number,
  );
  const keys = new Set(found.map((number) => sheetNumberKey(number ?? "")));
  const told = copies.filter(({ number }) => keys.has(sheetNumberKey(number)));
  return {
    what: "sheets: planted duplicate numbers that are told",
    gate: "all",
    measured: `${told.length} of ${copies.length}`,
    holds: told.length === copies.length,
  };
}

const set: StoredSet = {
  ...{ id: 1, reviewCycle: "PC1", kind: "drawings", state: "ready", confirmedAt: null },
  ...{ isSetAside: false, settled: null },
};

const placed = (read: Read[]) =>
  placeSheets<StoredSheet, StoredSet>({
    sets: [set],
    sheets: read.map(({ number, title }, index) => ({
      ...{ id: index + 1, planSetId: 1, page: index + 1, number, title },
      ...{ comparedWithId: null, isChanged: null, withdrawnAt: null, withdrawnIn: null },
    })),
    reviewCycle: "PC1",
  });
