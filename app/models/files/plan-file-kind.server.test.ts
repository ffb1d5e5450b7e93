import { describe, expect, test } from "vitest";
import { kindOf, signatureBytes } from "./plan-file-kind.server";

const bytes = (text: string) => Buffer.from(text, "latin1");
const mark = "\u00ef\u00bb\u00bf";
const section = "  0\nSECTION\n  2\nHEADER\n";
const bigEndian = (text: string) => Buffer.from(text, "utf16le").swap16();

describe("kindOf", () => {
  test.each([
    ["a PDF", "plan.pdf", "%PDF-1.7\n", "pdf"],
    ["a PDF with an upper-case name", "PLAN.PDF", "%PDF-2.0", "pdf"],
    ["a PDF with several dots in its name", "plan.v2.final.pdf", "%PDF-1.4", "pdf"],
    ["a PDF after a byte order mark", "plan.pdf", `${mark}%PDF-1.7`, "pdf"],
    ["a PDF after a line break", "plan.pdf", " \r\n%PDF-1.7", "pdf"],
    [
      "a PDF after a message of the program that made it",
      "plan.pdf",
      "<br />\n<b>Notice</b>\n%PDF-1.7",
      "pdf",
    ],
    ["a PDF after 1,024 bytes", "plan.pdf", `${"\0".repeat(1024)}%PDF-1.7`, "pdf"],
    ["a DWG of 2018", "plan.dwg", "AC1032\0\0", "dwg"],
    ["a DWG of 2000", "plan.Dwg", "AC1015\0\0", "dwg"],
    ["a DWG of release 1.50", "plan.dwg", "AC1.50", "dwg"],
    ["a DXF", "plan.dxf", "0\nSECTION\n2\nHEADER\n", "dxf"],
    ["a DXF of Windows with padding", "plan.dxf", "  0\r\nSECTION\r\n  2\r\nHEADER\r\n", "dxf"],
    ["a DXF with single carriage returns", "plan.dxf", "999\rmade by\r  0\rSECTION\r  2\rHEADER\r", "dxf"],
    ["a DXF after a byte order mark", "plan.dxf", `${mark}  0\r\nSECTION\r\n`, "dxf"],
    ["a DXF after empty lines", "plan.dxf", `\n \r\n${section}`, "dxf"],
    ["a DXF that starts with comments", "plan.dxf", "999\nmade by\n999\r\nexample\r\n  0\nSECTION\n", "dxf"],
    ["a DXF that starts with an empty comment", "plan.dxf", `999\n\n${section}`, "dxf"],
    ["a DXF that starts with one long comment", "plan.dxf", `999\n${"x".repeat(60_000)}\n${section}`, "dxf"],
    ["a DXF that starts with many comments", "plan.dxf", `${"999\r\n0\r\n".repeat(6000)}${section}`, "dxf"],
    ["a binary DXF", "plan.dxf", "AutoCAD Binary DXF\r\n\u001a\0", "dxf"],
  ])("accepts %s", (_, name, start, kind) => {
    expect(kindOf(name, bytes(start))).toBe(kind);
  });

  const notPdf = "This is not a PDF file, despite its name";
  const notDxf = "This is not a DXF file, despite its name. See whether it opens, and save it as a DXF again";
  const notOpened = `${notPdf}. See whether it opens, and save it as a PDF again`;
  const accepted = "Only PDF, DWG and DXF files are accepted";
  const packed =
    "a ZIP file or an Office document. Unpack it and choose the plans in it, or save the document as a PDF";
  const page = "a web page. Download the plan itself, and choose that";
  const picture = "a picture. Save it as a PDF, and choose that";
  const utf16 = "This DXF is saved as UTF-16. Save it as ASCII or UTF-8, and choose that";
  const isPdf = "This is a PDF file, despite its name: change the end of its name to .pdf";

  test.each([
    ["a web page named .pdf", "page.pdf", "<!doctype html><script>", `${notPdf}: it is ${page}`],
    ["a web page with a PDF in it", "page.pdf", `${mark}\n<HTML>%PDF-1.7`, `${notPdf}: it is ${page}`],
    ["a ZIP file named .pdf", "plan.pdf", "PK\u0003\u0004\u0014\0", `${notPdf}: it is ${packed}`],
    [
      "a ZIP file with a PDF in it",
      "plan.pdf",
      "PK\u0003\u0004\0a.pdf%PDF-1.7",
      `${notPdf}: it is ${packed}`,
    ],
    ["a ZIP file", "plans.zip", "PK\u0003\u0004\u0014\0", `${accepted}, and this is ${packed}`],
    ["a photo", "plan.jpg", "\u00ff\u00d8\u00ff\u00e0", `${accepted}, and this is ${picture}`],
    [
      "a photo named .dwg",
      "plan.dwg",
      "\u0089PNG\r\n",
      `This is not a DWG file, despite its name: it is ${picture}`,
    ],
    [
      "a photo of a telephone",
      "plan.heic",
      "\0\0\0\u0018ftypheic",
      `${accepted}, and this is a picture or a video. Save a picture as a PDF, and choose that`,
    ],
    ["a PDF named .dwg", "plan.dwg", "%PDF-1.7", isPdf],
    ["a PDF without an extension", "plan", "%PDF-1.7", isPdf],
    ["a PDF whose name is only an extension, without a dot", "pdf", "%PDF-1.7", isPdf],
    ["a PDF whose name ends in a dot", "plan.pdf.", "%PDF-1.7", isPdf],
    ["a PDF with .exe after its extension", "plan.pdf.exe", "%PDF-1.7", isPdf],
    ["an extension that is a property of every object", "plan.constructor", "%PDF-1.7", isPdf],
    [
      "a DWG named .dxf",
      "plan.dxf",
      "AC1032",
      "This is a DWG file, despite its name: change the end of its name to .dwg",
    ],
    ["text named .dxf", "plan.dxf", "hello\n0\nSECTION\n", notDxf],
    ["comments named .dxf", "plan.dxf", "999\nhello\n", notDxf],
    ["a PDF signature after 1,025 bytes", "plan.pdf", `${"\0".repeat(1025)}%PDF-1.7`, notOpened],
    ["half of a signature", "plan.pdf", "%PDF", notOpened],
    ["an empty file", "plan.pdf", "", "The file is empty"],
    ["an empty file without an extension", "plan", "", accepted],
    ["a program", "plan.exe", "MZ", accepted],
  ])("refuses %s", (_, name, start, reason) => {
    expect(kindOf(name, bytes(start))).toEqual({ reason });
  });

  test.each([
    ["with a byte order mark", Buffer.from(`\ufeff${section}`, "utf16le")],
    ["without one", Buffer.from(section, "utf16le")],
    ["with the high byte first, and a mark", bigEndian(`\ufeff${section}`)],
    ["with the high byte first", bigEndian(section)],
    ["after a comment", Buffer.from(`999\r\nсделано\r\n${section}`, "utf16le")],
    ["cut in the middle of a character", Buffer.from(section, "utf16le").subarray(0, -1)],
  ])("refuses a DXF in UTF-16 %s", (_, start) => {
    expect(kindOf("plan.dxf", start)).toEqual({ reason: utf16 });
  });

  // A regular expression with backtracking would not end before the test times out.
  test.each(["999\n\n\n", "999\n", "\n", "\r", " ", "0\n", "999", "\0"])(
    "reads a start of %j again and again in linear time",
    (text) => {
      const start = bytes(text.repeat(signatureBytes)).subarray(0, signatureBytes);
      expect(kindOf("plan.dxf", start)).toEqual({ reason: notDxf });
    },
  );
});
