import { expect, test } from "vitest";
import { fileHeaders } from "./file-headers.server";

const dispositionOf = (fileName: string, isInline = false) =>
  fileHeaders({ fileName, mediaType: "application/pdf", isInline }, "no-store").get("content-disposition");

test.each([
  ["plain letters", "plan.pdf", "plan.pdf", "plan.pdf"],
  ["quotes", 'the "big" plan.pdf', "the _big_ plan.pdf", "the%20%22big%22%20plan.pdf"],
  ["a path and a percent sign", "OAK/26\\1%41.pdf", "OAK_26_1_41.pdf", "OAK_26_1%2541.pdf"],
  ["other languages", "Plán 図.pdf", "Pl_n _.pdf", "Pl%C3%A1n%20%E5%9B%B3.pdf"],
  ["line breaks", "a\r\nSet-Cookie: x.pdf", "a Set-Cookie: x.pdf", "a%20Set-Cookie%3A%20x.pdf"],
  ["a null byte", "a\u0000b.pdf", "ab.pdf", "ab.pdf"],
  ["half of a character", "a\ud800.pdf", "a_.pdf", "a%EF%BF%BD.pdf"],
  ["another direction", "plan\u202efdp.dwg", "planfdp.dwg", "planfdp.dwg"],
  [
    "characters with a meaning in the extended form",
    "it's (1)*.pdf",
    "it's (1)*.pdf",
    "it%27s%20%281%29%2A.pdf",
  ],
])("a file name with %s is sent in ASCII and in full", (_, fileName, ascii, encoded) => {
  expect(dispositionOf(fileName)).toBe(`attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`);
});

test("a file that a browser shows has its name too", () => {
  expect(dispositionOf("é.pdf", true)).toBe("inline; filename=\"_.pdf\"; filename*=UTF-8''%C3%A9.pdf");
});
