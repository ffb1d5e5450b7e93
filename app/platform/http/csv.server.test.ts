import { beforeAll, describe, expect, test } from "vitest";
import type { Columns } from "~/models/columns";
import type { Viewer } from "~/models/policy";
import type { Refusal } from "~/models/refusal";
import { makeViewer } from "~/testing/test-rows";
import { csvOf, readCsv, sendCsv } from "./csv.server";

const fileIn = async (response: Response) => Buffer.from(await response.arrayBuffer()).toString();

/** Parses a CSV file whose fields are all quoted (RFC 4180). Throws on anything else. */
function rowsOf(file: string): string[][] {
  if (!file.startsWith("\uFEFF")) throw new Error("The file has no byte order mark");
  const rows: string[][] = [[]];
  let at = 1;
  while (at < file.length) {
    const [field, text, after] = /^"((?:[^"]|"")*)"(,|\r\n)/.exec(file.slice(at)) ?? [];
    if (field === undefined || text === undefined) throw new Error(`No quoted field at ${at}: ${file}`);
    rows.at(-1)?.push(text.replaceAll('""', '"'));
    if (after === "\r\n") rows.push([]);
    at += field.length;
  }
  expect(rows.pop()).toEqual([]);
  return rows;
}

test("every field is quoted, including the header and empty fields", () => {
  expect(csvOf(["Date", "Notes"], [["2026-11-20", ""]])).toBe('\uFEFF"Date","Notes"\r\n"2026-11-20",""\r\n');
});

/** The typed text, and the text in the file. */
const texts: [string, string][] = [
  ["by form\n=cmd|calc", "by form\n=cmd|calc"],
  ["by form\r=cmd|calc", "by form\r=cmd|calc"],
  ["by form\r\n=cmd|calc", "by form\r\n=cmd|calc"],
  ['a "quote", and more', 'a "quote", and more'],
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["＝1+1", "'＝1+1"],
  ["\t=1+1", "'\t=1+1"],
  ["\tindented", "'\tindented"],
  ["\r=1+1", "'\r=1+1"],
  ["\rreturned", "'\rreturned"],
  ["\n=1+1", "'\n=1+1"],
  [" =1+1", "' =1+1"],
  ["\u00a0@SUM(A1)", "'\u00a0@SUM(A1)"],
  ["1 = 1", "1 = 1"],
  ["two - three", "two - three"],
  [" spaced", " spaced"],
  ["'quoted'", "'quoted'"],
];

test.each([...texts.map(([typed]) => typed), "'=1+1", "''-1", "'\t=1"])(
  "%j is read again as it was",
  (typed) => {
    const rows = [["before", typed, "after"]];
    expect(readCsv(csvOf([typed], rows), 1)).toEqual([[typed], ...rows]);
  },
);

describe("a file to import", () => {
  const refusalOf = (text: string) => {
    try {
      return readCsv(text, 5000).length;
    } catch (error) {
      return (error as Refusal).message;
    }
  };
  const wide = (fields: number) => Array(fields).fill("title").join(",");

  test("can have 50 fields in its first row", () => {
    expect(refusalOf(`${wide(50)}\r\na,b`)).toBe(2);
    expect(refusalOf(`${wide(51)}\r\na,b`)).toBe("The first row has 51 fields; at most 50 are possible");
    expect(refusalOf(",".repeat(500_000))).toBe("The first row has 500,001 fields; at most 50 are possible");
  });

  const tooLong = (row: number) =>
    `Row ${row}: It has more than 20,000 characters. Is a quotation mark not closed?`;
  test("can have 20,000 characters in a row", () => {
    expect(refusalOf(`text\n${"x".repeat(19_000)}`)).toBe(2);
    expect(refusalOf(`text\n${"x".repeat(21_000)}`)).toBe(tooLong(2));
    expect(refusalOf(`${"x".repeat(900_000)}\na`)).toBe(tooLong(1));
    expect(refusalOf(`text,code\na,b\n"${"a,b\n".repeat(200_000)}`)).toBe(tooLong(3));
    expect(refusalOf('text\n"a')).toBe(
      "Row 2: The quotation marks of a field are not closed, or not at its ends",
    );
  });

  test("can begin with a byte order mark", () => {
    expect(readCsv("\uFEFFtext\r\na", 1)).toEqual([["text"], ["a"]]);
  });
});

let viewer: Viewer;

beforeAll(async () => {
  viewer = await makeViewer("admin");
});

const request = new Request("http://localhost:3000/rows.csv");
const download = (fileName: string) => ({ viewer, request, fileName });

test.each(texts)("%j is one field and not a formula", (typed, read) => {
  expect(rowsOf(csvOf([typed], [["before", typed, "after"]]))).toEqual([[read], ["before", read, "after"]]);
});

test.each(texts)("%j is one field in each batch of a file that is sent", async (typed, read) => {
  const columns = { notes: { kind: "text", csv: "Notes" } } as const satisfies Columns;
  const response = await sendCsv(
    download("notes.csv"),
    columns,
    [],
    [[{ notes: typed }], [{ notes: typed }]],
  );
  expect(rowsOf(await fileIn(response))).toEqual([["Notes"], [read], [read]]);
});

test("a file without rows has its headings", async () => {
  const columns = { notes: { kind: "text", csv: "Notes" } } as const satisfies Columns;
  expect(rowsOf(await fileIn(await sendCsv(download("notes.csv"), columns, [], [])))).toEqual([["Notes"]]);
});

test("fields are written by the kind of their column, and the named columns are first", async () => {
  const columns = {
    id: { kind: "id" },
    notes: { kind: "text", isNullable: true, csv: "Notes" },
    level: { kind: "option", of: { low: { label: "Low" } }, csv: "Level" },
    trades: { kind: "options", of: ["Fire", "Energy"], csv: "Trades" },
    isLate: { kind: "flag", csv: "Late" },
    quarterHours: { kind: "quarterHours", csv: "Hours" },
    amountCents: { kind: "hundredths", isNullable: true, csv: "Amount" },
    dueDate: { kind: "date", csv: "Due date" },
  } as const satisfies Columns;
  const row = {
    notes: null,
    level: "low" as const,
    trades: ["Fire" as const, "Energy" as const],
    isLate: true,
    quarterHours: 6,
    amountCents: 123450,
    dueDate: "2026-11-20",
  };
  const rows = [row, { ...row, amountCents: null }];
  const response = await sendCsv(download("permits.csv"), columns, ["dueDate", "amountCents"], [rows]);
  expect(rowsOf(await fileIn(response))).toEqual([
    ["Due date", "Amount", "Notes", "Level", "Trades", "Late", "Hours"],
    ["2026-11-20", "1234.50", "", "Low", "Fire, Energy", "Yes", "1.50"],
    ["2026-11-20", "", "", "Low", "Fire, Energy", "Yes", "1.50"],
  ]);
});

test("the file is downloaded with its name, and is not cached", async () => {
  const columns = { name: { kind: "text", csv: "Süd" } } as const satisfies Columns;
  const response = await sendCsv(download("fees-OAK.csv"), columns, [], []);
  expect(Object.fromEntries(response.headers)).toEqual({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": "attachment; filename=\"fees-OAK.csv\"; filename*=UTF-8''fees-OAK.csv",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    "cache-control": "private, no-store",
  });
  expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from('\uFEFF"Süd"\r\n'));
});
