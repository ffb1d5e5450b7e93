import { describe, expect, test } from "vitest";
import { readPastedRows } from "./pasted-rows.server";

const row = (sheet: string, codeReference: string, text: string) => ({ sheet, codeReference, text });
const message = (pasted: string): string => {
  try {
    return `read: ${JSON.stringify(readPastedRows(pasted))}`;
  } catch (error) {
    return (error as { fields: { pasted: string[] } }).fields.pasted.join();
  }
};

describe("a line each", () => {
  const lines: [name: string, pasted: string, rows: object[]][] = [
    [
      "with semicolons",
      "A-101; CBC 1010.1.9; Show the exit sign.\nS2.1;CBC 2308;Size the header.",
      [row("A-101", "CBC 1010.1.9", "Show the exit sign."), row("S2.1", "CBC 2308", "Size the header.")],
    ],
    [
      "with tabs",
      "A-101\tCBC 1010\tShow the sign; twice",
      [row("A-101", "CBC 1010", "Show the sign; twice")],
    ],
    [
      "with tabs, the first cell empty",
      "\tCBC 1010\tShow the sign\n\t\tShow the door",
      [row("", "CBC 1010", "Show the sign"), row("", "", "Show the door")],
    ],
    ["with a semicolon in the text", "A-1; CBC 1; Show a; b; c", [row("A-1", "CBC 1", "Show a; b; c")]],
    ["of text alone", "Show the exit sign", [row("", "", "Show the exit sign")]],
    ["of a sheet and a text", "A-101; Show the sign", [row("A-101", "", "Show the sign")]],
    [
      "that begins with more than a sheet",
      "Provide handrails on both sides of each stair at grid 4; extend them 12 inches; return them.",
      [
        row(
          "",
          "",
          "Provide handrails on both sides of each stair at grid 4; extend them 12 inches; return them.",
        ),
      ],
    ],
    ["with unknown separators", "A-101 | CBC 1010 | Show it", [row("", "", "A-101 | CBC 1010 | Show it")]],
    ["without its text", "A-101; CBC 1010;", [row("A-101", "CBC 1010", "")]],
    ["without sheet and code", "; ; Show it", [row("", "", "Show it")]],
    [
      "with empty lines, of blanks and invisible characters too",
      "\n\nA-1; C; Show it\n \u00a0\u200b\n;;\n\t\t\nA-2; C; Show that\n\n",
      [row("A-1", "C", "Show it"), row("A-2", "C", "Show that")],
    ],
    [
      "with the line ends of Windows and a byte order mark",
      "\ufeffA-1; C; Show it\r\nA-2; C; Show that\r\n",
      [row("A-1", "C", "Show it"), row("A-2", "C", "Show that")],
    ],
    [
      "with non-breaking spaces and zero-width characters",
      "\u00a0A-\u200b1\u00a0;\u00a0C\u200b;\u00a0Show\u00a0it\u2060",
      [row("A-1", "C", "Show\u00a0it")],
    ],
    [
      "that a spreadsheet reads as a formula",
      "=A1; +1; @SUM(A1)\n-2; C; =1+1",
      [row("=A1", "+1", "@SUM(A1)"), row("-2", "C", "=1+1")],
    ],
    [
      "with inches",
      'A-1; C; Make it 6" thick\nA-2\tC\t"Exit" sign of 6" height',
      [row("A-1", "C", 'Make it 6" thick'), row("A-2", "C", '"Exit" sign of 6" height')],
    ],
    [
      "from cells of a spreadsheet with line breaks and quotation marks",
      'A-1\tC\t"Show the ""EXIT"" sign:\na) here\nb) there"\r\nA-2\tC\tShow that\r\n',
      [row("A-1", "C", 'Show the "EXIT" sign:\na) here\nb) there'), row("A-2", "C", "Show that")],
    ],
    [
      "with a quotation mark that is not closed",
      'A-1\tC\t"Show it\nA-2\tC\tShow that',
      [row("A-1", "C", '"Show it'), row("A-2", "C", "Show that")],
    ],
  ];
  test.each(lines)("%s", (_, pasted, rows) => {
    expect(readPastedRows(pasted)).toEqual(rows);
  });

  test("keeps a cell that is too long in its place", () => {
    const long = "x".repeat(4001);
    expect(readPastedRows(`A-1; C; Show it\nA-2; ${long}; ${long}\nA-3; C; Show that`)).toEqual([
      row("A-1", "C", "Show it"),
      row("A-2", long, long),
      row("A-3", "C", "Show that"),
    ]);
  });
});

describe("a table with a header", () => {
  const bluebeam = [
    '"Subject","Page Label","Author","Date","Comments","Layer"',
    '"Cloud","A-101","Lee","11/27/2026 9:14:07 AM","Show the ""EXIT"" sign,',
    'at both doors.","Fire"',
    '"Text Box","A-102, rev","Lee","11/27/2026","Size the header; twice",""',
    '"Line","A-103","Lee","11/27/2026","",""',
  ].join("\r\n");
  const rows = [
    row("A-101", "", 'Show the "EXIT" sign,\nat both doors.'),
    row("A-102, rev", "", "Size the header; twice"),
  ];

  test("is what Bluebeam Revu exports, in which a markup without a comment is skipped", () => {
    expect(readPastedRows(bluebeam)).toEqual(rows);
    expect(readPastedRows(`\ufeff\r\n${bluebeam}\r\n\r\n`)).toEqual(rows);
  });

  const others: [name: string, pasted: string, expected: object[]][] = [
    ["in another order", "Comments,Space,Page Label\nShow it,L1,A-1", [row("A-1", "", "Show it")]],
    [
      "without quotation marks",
      "Page Label,Comments\nA-1,Show a, b and c",
      [row("A-1", "", "Show a, b and c")],
    ],
    ["with semicolons", "Sheet;Code;Text\nA-1;CBC 1;Show a; b", [row("A-1", "CBC 1", "Show a; b")]],
    ["copied from a spreadsheet", 'Page Label\tComments\nA-1\t"Show\nit"', [row("A-1", "", "Show\nit")]],
    [
      "of our own file",
      "Number,Sheet,Code reference,Correction\nF-1,A-1,CBC,Show it",
      [row("A-1", "CBC", "Show it")],
    ],
    [
      "with a page label and a page",
      "\u200bPAGE\u00a0LABEL ,Page,COMMENTS,Author\nA-1,7,Show it,Lee",
      [row("A-1", "", "Show it")],
    ],
    ["with fewer cells in a row", "Comments,Page Label\nShow it", [row("", "", "Show it")]],
    [
      "with a formula",
      "Page Label,Comments\nA-1,=1+1\nA-2,'=1+1",
      [row("A-1", "", "=1+1"), row("A-2", "", "=1+1")],
    ],
  ];
  test.each(others)("%s", (_, pasted, expected) => {
    expect(readPastedRows(pasted)).toEqual(expected);
  });
});

describe("is refused in words", () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `A-${index}; C; Show it`);
  test.each([
    [
      "with 51 lines",
      many(51).join("\n"),
      "There are 51 corrections, and at most 50 can be added at once. Take out 1 for later",
    ],
    [
      "with 51 rows of a table",
      ["Page Label,Comments", ...many(51).map((line) => `A,${line}`)].join("\r\n"),
      "There are 51 corrections, and at most 50 can be added at once. Take out 1 for later",
    ],
    [
      "with thousands of lines",
      many(3000).join("\n"),
      "There are 3,000 corrections, and at most 50 can be added at once. Take out 2,950 for later",
    ],
    ["with a header only", "Subject,Page Label,Comments\r\n", "There is no text below the header"],
    ["with markups without comments", "Page Label,Comments\nA-1,\nA-2,", "There is no text below the header"],
    ["with nothing", " \n\u200b\n;;\n", "Paste at least one correction"],
    [
      "with an open quotation mark in a table",
      'Page Label,Comments\nA-1,"Show it\nA-2,Show that',
      "Row 2: The quotation marks of a field are not closed, or not at its ends",
    ],
    [
      "with an endless cell in a table",
      `Page Label,Comments\nA-1,"${"x".repeat(30_000)}"`,
      "Row 2: It has more than 20,000 characters. Is a quotation mark not closed?",
    ],
  ])("%s", (_, pasted, expected) => {
    expect(message(pasted)).toBe(expected);
  });

  test("50 lines are read, with empty ones between them", () => {
    expect(readPastedRows(many(50).join("\n\n"))).toHaveLength(50);
  });
});
