import { describe, expect, test } from "vitest";
import { kindOf } from "./plan-file-kind.server";

const bytes = (text: string) => Buffer.from(text, "latin1");

describe("kindOf", () => {
  test.each([
    ["a PDF", "plan.pdf", "%PDF-1.7\n", "pdf"],
    ["a PDF with an upper-case name", "PLAN.PDF", "%PDF-2.0", "pdf"],
    ["a PDF with several dots in its name", "plan.v2.final.pdf", "%PDF-1.4", "pdf"],
    ["a DWG of 2018", "plan.dwg", "AC1032\0\0", "dwg"],
    ["a DWG of 2000", "plan.Dwg", "AC1015\0\0", "dwg"],
    ["a DWG of release 1.50", "plan.dwg", "AC1.50", "dwg"],
    ["a DXF", "plan.dxf", "0\nSECTION\n2\nHEADER\n", "dxf"],
    ["a DXF of Windows with padding", "plan.dxf", "  0\r\nSECTION\r\n  2\r\nHEADER\r\n", "dxf"],
    ["a DXF that starts with comments", "plan.dxf", "999\nmade by\n999\r\nexample\r\n  0\nSECTION\n", "dxf"],
    ["a binary DXF", "plan.dxf", "AutoCAD Binary DXF\r\n\u001a\0", "dxf"],
  ])("accepts %s", (_, name, start, kind) => {
    expect(kindOf(name, bytes(start))).toBe(kind);
  });

  test.each([
    ["a page named .pdf", "page.pdf", "<!doctype html><script>", "This is not a PDF file, despite its name"],
    ["a PDF named .dwg", "plan.dwg", "%PDF-1.7", "This is not a DWG file, despite its name"],
    ["a DWG named .dxf", "plan.dxf", "AC1032", "This is not a DXF file, despite its name"],
    ["text named .dxf", "plan.dxf", "hello\n0\nSECTION\n", "This is not a DXF file, despite its name"],
    [
      "a PDF signature after other bytes",
      "plan.pdf",
      " \n%PDF-1.7",
      "This is not a PDF file, despite its name",
    ],
    ["half of a signature", "plan.pdf", "%PDF", "This is not a PDF file, despite its name"],
    ["an empty file", "plan.pdf", "", "The file is empty"],
    ["a program", "plan.exe", "%PDF-1.7", "Only PDF, DWG and DXF files are accepted"],
    [
      "a program with .pdf before its extension",
      "plan.pdf.exe",
      "%PDF-1.7",
      "Only PDF, DWG and DXF files are accepted",
    ],
    [
      "an extension that is a property of every object",
      "plan.constructor",
      "%PDF-1.7",
      "Only PDF, DWG and DXF files are accepted",
    ],
    ["a name without an extension", "plan", "%PDF-1.7", "Only PDF, DWG and DXF files are accepted"],
    [
      "a name that is only an extension, without a dot",
      "pdf",
      "%PDF-1.7",
      "Only PDF, DWG and DXF files are accepted",
    ],
    ["a name with a dot at the end", "plan.pdf.", "%PDF-1.7", "Only PDF, DWG and DXF files are accepted"],
  ])("refuses %s", (_, name, start, reason) => {
    expect(kindOf(name, bytes(start))).toEqual({ reason });
  });

  // A regular expression with backtracking would not end before the test times out.
  test("reads DXF comments with many empty lines in linear time", () => {
    const start = bytes("999\n\n\n".repeat(170));
    expect(kindOf("plan.dxf", start)).toEqual({ reason: "This is not a DXF file, despite its name" });
  });
});
