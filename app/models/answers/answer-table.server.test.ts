import { describe, expect, test } from "vitest";
import { csvOf, readCsv } from "~/platform/http/csv.server";
import { refused } from "~/testing/refusals";
import type { LetterItem } from "../letters/letter";
import { notAnswered } from "./answer";
import type { AnsweredItem, StoredAnswer } from "./answer.server";
import { answerTable, maxTableRows, readAnswerTable } from "./answer-table.server";

const updatedAt = "2026-12-01T20:00:00.000Z";

type Answer = { text: string; sheet?: string | null };

/** An open correction of Fire with the id of its number. */
function row(count: number, answer?: Answer, fields: Partial<LetterItem> = {}): AnsweredItem {
  const item = {
    id: count,
    number: `F-${count}`,
    sheet: null,
    code: null,
    text: "Show the rated walls",
    ...fields,
  } as LetterItem;
  const stored = answer && ({ sheet: null, updatedAt, ...answer } as StoredAnswer);
  return { discipline: "Fire", item, answer: stored };
}

const header = ["Number", "Your answer", "Where on the plans"];
const letterNumber = "OAK-26-041-PC1";
const items = [row(1), row(2, { text: "Added", sheet: "A1" }), row(3)];

/** What is expected unless the table replaces answers. */
const asRead = { expectedVersion: notAnswered };
const asAnswered = { expectedVersion: updatedAt };

const readRows = (rows: string[][], { replaces = false, of = items } = {}) =>
  readAnswerTable([header, ...rows], of, { letterNumber, replaces });

describe("the table to fill in", () => {
  test("has the open corrections in the order of the letter, with the answers so far", () => {
    const fields = { sheet: "A2.1", code: "CBC 1010.1.9", text: "Show\nthe walls" };
    expect(answerTable([row(1, undefined, fields), row(2, { text: "Added", sheet: "A1" })])).toEqual({
      columns: [
        "Number",
        "Discipline",
        "Sheet",
        "Code reference",
        "Correction",
        "Your answer",
        "Where on the plans",
      ],
      rows: [
        ["F-1", "Fire", "A2.1", "CBC 1010.1.9", "Show\nthe walls", "", ""],
        ["F-2", "Fire", "", "", "Show the rated walls", "Added", "A1"],
      ],
    });
  });

  test("is read back as it is: nothing is refused, and everything is the same", () => {
    const texts = ["- Added on A1", "=1+1", "'quoted'", 'Two\nlines, and "signs"', "@Lee", "🔥 ÄÖ"];
    const answered = texts.map((text, index) => row(index + 1, { text, sheet: `-${index}` }));
    const { columns, rows } = answerTable(answered);
    const table = readCsv(csvOf(columns, rows), maxTableRows);
    const read = readAnswerTable(table, answered, { letterNumber, replaces: false });
    expect(read.problems).toEqual([]);
    expect(read.answers).toEqual(
      texts.map((text, index) => ({ correctionId: index + 1, text, sheet: `-${index}`, ...asAnswered })),
    );
  });
});

describe("a filled table", () => {
  test("gives the answers of its rows, and none for a row without one", () => {
    expect(
      readRows([
        ["F-1", "Rated walls are shown", "A2.1"],
        ["F-3", "  ", "A3"],
        ["F-2", "", ""],
      ]),
    ).toEqual({
      answers: [{ correctionId: 1, text: "Rated walls are shown", sheet: "A2.1", ...asRead }],
      problems: [],
    });
  });

  test.each(["F-1", "f-1", "F 1", "f1", "F-01", " F–1 ", "(F-1)", "F.1"])("names F-1 as %j too", (number) => {
    expect(readRows([[number, "Added", ""]])).toEqual({
      answers: [{ correctionId: 1, text: "Added", sheet: null, ...asRead }],
      problems: [],
    });
  });

  test.each(["F-11", "A-1", "F-1-1", "F1A", "1", "F"])("does not take %j for F-1", (number) => {
    const { answers, problems } = readRows([[number, "Added", ""]]);
    expect(answers).toEqual([]);
    expect(problems).toEqual([
      expect.stringMatching(/^Row 2: .+ is not an open correction of OAK-26-041-PC1$/),
    ]);
  });

  test("has its columns in any order and spelling, with others between them", () => {
    const table = [
      ["where on the plans", "Correction", "YOUR ANSWER", "\ufeffnumber "],
      ["A2.1", "Show the rated walls", "Added", "F-1"],
    ];
    expect(readAnswerTable(table, items, { letterNumber, replaces: false })).toEqual({
      answers: [{ correctionId: 1, text: "Added", sheet: "A2.1", ...asRead }],
      problems: [],
    });
  });

  test("needs no column of the places: they stay as they are", () => {
    const table = [
      ["Number", "Your answer"],
      ["F-1", "Added"],
      ["F-2", "Added"],
    ];
    expect(readAnswerTable(table, items, { letterNumber, replaces: false })).toEqual({
      answers: [
        { correctionId: 1, text: "Added", sheet: null, ...asRead },
        { correctionId: 2, text: "Added", sheet: "A1", ...asAnswered },
      ],
      problems: [],
    });
  });

  test("may have short rows", () => {
    expect(readRows([["F-1", "Added"], ["F-3"], []])).toEqual({
      answers: [{ correctionId: 1, text: "Added", sheet: null, ...asRead }],
      problems: [],
    });
  });

  test.each<[string[] | undefined]>([[undefined], [[]], [["Number"]], [["Your answer"]], [["F-1", "Added"]]])(
    "is refused without the two columns that it needs: %j",
    async (first) => {
      const table = first ? [first, ["F-1", "Added"]] : [];
      const reading = Promise.resolve().then(() =>
        readAnswerTable(table, items, { letterNumber, replaces: false }),
      );
      const message = "The first row must name the columns Number and Your answer";
      expect(await refused(reading)).toEqual([400, { file: [message] }]);
    },
  );
});

describe("a row that is wrong is named, and does not stop the others", () => {
  test("if its correction is not in the letter, or it has no number", () => {
    expect(
      readRows([
        ["F-99", "Added", ""],
        ["", "Added", ""],
        ["F-1", "Added", ""],
      ]),
    ).toEqual({
      answers: [{ correctionId: 1, text: "Added", sheet: null, ...asRead }],
      problems: [
        "Row 2: F-99 is not an open correction of OAK-26-041-PC1",
        "Row 3: A row without a number is not an open correction of OAK-26-041-PC1",
      ],
    });
  });

  test("if another row has its number", () => {
    expect(
      readRows([
        ["F-1", "First", ""],
        ["F-3", "Added", ""],
        ["f 1", "Second", ""],
      ]),
    ).toEqual({
      answers: [
        { correctionId: 1, text: "First", sheet: null, ...asRead },
        { correctionId: 3, text: "Added", sheet: null, ...asRead },
      ],
      problems: ["Row 4: F-1 is in row 2 too"],
    });
  });

  test("if its answer or its place is too long", () => {
    expect(
      readRows([
        ["F-1", "a".repeat(4001), ""],
        ["F-3", "Added", "b".repeat(51)],
      ]),
    ).toEqual({
      answers: [],
      problems: [
        "Row 2: F-1: Keep this to 4,000 characters or fewer",
        "Row 3: F-3: Keep this to 50 characters or fewer",
      ],
    });
  });

  test("if nothing is seen of its answer", () => {
    expect(readRows([["F-1", "\u200b", ""]])).toEqual({
      answers: [],
      problems: ["Row 2: F-1: Answer this correction"],
    });
  });

  test.each([
    ["Changed", "A1"],
    ["Added", "A2"],
    ["Added", ""],
  ])("if there is another answer already, unless the table replaces it: %j in %j", (text, sheet) => {
    expect(readRows([["F-2", text, sheet]])).toEqual({
      answers: [],
      problems: ["Row 2: F-2 has another answer already"],
    });
    expect(readRows([["F-2", text, sheet]], { replaces: true })).toEqual({
      answers: [{ correctionId: 2, text, sheet: sheet || null }],
      problems: [],
    });
  });

  test("but not if the answer is the same", () => {
    expect(readRows([["F-2", " Added ", "A1"]])).toEqual({
      answers: [{ correctionId: 2, text: "Added", sheet: "A1", ...asAnswered }],
      problems: [],
    });
  });

  test("and at most twenty of them are listed", () => {
    const wrong = (count: number) =>
      readRows(Array.from({ length: count }, (_, index) => [`A-${index + 1}`, "Added", ""])).problems;
    expect(wrong(20)).toHaveLength(20);
    expect(wrong(21).slice(19)).toEqual([
      "Row 21: A-20 is not an open correction of OAK-26-041-PC1",
      "And 1 more row",
    ]);
    expect(wrong(1000).slice(20)).toEqual(["And 980 more rows"]);
  });
});
