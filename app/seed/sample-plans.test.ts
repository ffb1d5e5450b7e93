import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type SampleSheet, sampleDwg, sampleDxf, samplePdf } from "./sample-plans";

const plainSheet: SampleSheet = {
  number: "A-101",
  title: "Floor Plan",
  project: "Maple Street Accessory Dwelling",
  address: "1420 Maple Street, Unit B",
};
const hostileSheet: SampleSheet = {
  number: "(A\\)(1",
  title: "Rénovation — (unbalanced \\ 🏠\r\n0\r\nEOF\n%%EOF",
  project: "W".repeat(300),
  address: `endstream endobj ${"very long ".repeat(30)}`,
};
const emptySheet: SampleSheet = { number: "", title: "", project: "", address: "" };
const sheets = [plainSheet, hostileSheet, emptySheet];

/** Follows the cross-reference table as a viewer does, and returns the text of each object. */
function pdfObjects(file: Buffer): string[] {
  const text = file.toString("latin1");
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  const [, count, entries = ""] = /^xref\n0 (\d+)\n([^t]*)trailer\n/.exec(text.slice(start)) ?? [];
  const offsets = [...entries.matchAll(/(\d{10}) 00000 n \n/g)].map((entry) => Number(entry[1]));
  expect(entries).toHaveLength(20 * Number(count));
  expect(offsets).toHaveLength(Number(count) - 1);
  return offsets.map((offset, index) => {
    const head = `${index + 1} 0 obj\n`;
    expect(text.slice(offset, offset + head.length)).toBe(head);
    return text.slice(offset + head.length, text.indexOf("\nendobj\n", offset));
  });
}

function pdfContent(file: Buffer): string {
  const object = pdfObjects(file)[3] ?? "";
  const length = Number(/\/Length (\d+)/.exec(object)?.[1]);
  const start = object.indexOf("stream\n") + "stream\n".length;
  expect(object.slice(start + length)).toBe("\nendstream");
  return inflateSync(Buffer.from(object.slice(start, start + length), "latin1")).toString("latin1");
}

function dxfPairs(file: Buffer): [code: string, value: string][] {
  const lines = file.toString("latin1").split("\r\n");
  expect(lines.pop()).toBe("");
  expect(lines.length % 2).toBe(0);
  return Array.from({ length: lines.length / 2 }, (_, index) => [
    lines[index * 2] ?? "",
    lines[index * 2 + 1] ?? "",
  ]);
}

describe("samplePdf", () => {
  test.each(sheets)("is a well-formed small PDF", (sheet) => {
    const file = samplePdf(sheet);
    expect(file.toString("latin1", 0, 9)).toBe("%PDF-1.4\n");
    expect(file.length).toBeLessThan(6 * 1024);
    expect(pdfObjects(file)).toHaveLength(7);
  });

  test.each(sheets)("closes every string, for any words", (sheet) => {
    for (const operator of pdfContent(samplePdf(sheet)).split("\n")) {
      if (operator.endsWith("Tj")) expect(operator).toMatch(/Tm \((?:[^\\()]|\\[\\()])*\) Tj$/);
      else expect(operator).not.toMatch(/[()\\]/);
    }
  });

  test("shows the words of the title block", () => {
    const content = pdfContent(samplePdf(plainSheet));
    for (const words of ["A-101", "Floor Plan", "Dwelling", "1420 Maple Street, Unit B"])
      expect(content).toContain(`${words})`);
    expect(pdfContent(samplePdf(hostileSheet))).toContain("(R\xe9novation - ");
  });
});

describe("sampleDxf", () => {
  test.each(sheets)("consists of group code pairs in closed sections", (sheet) => {
    const pairs = dxfPairs(sampleDxf(sheet));
    for (const [code, value] of pairs) {
      expect(code).toMatch(/^\d{1,2}$/);
      if (/^[1-5]\d$/.test(code)) expect(value).toMatch(/^-?\d+(\.\d+)?$/);
      if (/^[67]\d$/.test(code)) expect(value).toMatch(/^\d+$/);
      expect(value.length).toBeLessThan(256);
    }
    const marks = pairs.filter(([code]) => code === "0").map(([, value]) => value);
    expect(marks.filter((mark) => mark === "SECTION")).toHaveLength(4);
    expect(marks.filter((mark) => mark === "ENDSEC")).toHaveLength(4);
    expect(marks.filter((mark) => mark === "EOF")).toHaveLength(1);
    expect(pairs.at(-1)).toEqual(["0", "EOF"]);
  });

  test("is Release 12 and uses only declared layers", () => {
    const pairs = dxfPairs(sampleDxf(plainSheet));
    expect(pairs[3]).toEqual(["1", "AC1009"]);
    const layers = pairs.flatMap(([, value], index) =>
      value === "LAYER" && pairs[index - 1]?.[1] !== "TABLE" ? [pairs[index + 1]?.[1]] : [],
    );
    for (const [code, value] of pairs) if (code === "8") expect(layers).toContain(value);
    for (const kind of ["LINE", "CIRCLE", "ARC", "TEXT", "POLYLINE"])
      expect(pairs).toContainEqual(["0", kind]);
  });
});

describe("sampleDwg", () => {
  test("is an AutoCAD 2000 drawing whose sections lie inside the file", () => {
    const file = sampleDwg();
    expect(file.toString("latin1", 0, 6)).toBe("AC1015");
    expect(file.length).toBeGreaterThan(10_000);
    const sectionCount = file.readUInt32LE(0x15);
    expect(sectionCount).toBeGreaterThanOrEqual(3);
    for (let section = 0; section < sectionCount; section++) {
      const locator = 0x19 + section * 9;
      const end = file.readUInt32LE(locator + 1) + file.readUInt32LE(locator + 5);
      expect(end).toBeLessThanOrEqual(file.length);
    }
  });
});

test("the same words give the same bytes", () => {
  for (const sheet of sheets) {
    expect(samplePdf(sheet).equals(samplePdf({ ...sheet }))).toBe(true);
    expect(sampleDxf(sheet).equals(sampleDxf({ ...sheet }))).toBe(true);
  }
  expect(sampleDwg().equals(sampleDwg())).toBe(true);
  expect(samplePdf(plainSheet).equals(samplePdf(hostileSheet))).toBe(false);
});
