import { describe, expect, test } from "vitest";
import { pdfFile } from "~/testing/drawn-pdf";
import { hostilePdfs, onePage } from "~/testing/hostile-pdfs";
import { factsOf, openPdf, RefusedPdf } from "./pdf-document.server";
import type { OpenedPdf } from "./pdf-task";

function opened(bytes: Buffer): OpenedPdf {
  try {
    const document = openPdf(pdfFile(bytes));
    const facts = factsOf(document);
    document.close();
    return facts;
  } catch (error) {
    if (error instanceof RefusedPdf) return { refusal: error.refusal };
    throw error;
  }
}

const letterPage = { width: 612, height: 792, label: "", bookmark: "" };
const plain = { pages: [letterPage], signatures: [], hasScripts: false, hasAttachments: false };

describe("a file is refused", () => {
  test.each([
    ["noPages", "empty"],
    ["millionPages", "tooManyPages"],
    ["pagesOf501", "tooManyPages"],
    ["fewerPagesThanCounted", "noBox"],
    ["loopOfPages", "noBox"],
    ["box201Inches", "tooLarge"],
    ["userPassword", "encrypted"],
    ["userPasswordAes", "encrypted"],
    ["portfolio", "portfolio"],
    ["truncated", "unreadable"],
    ["noTable", "unreadable"],
    ["onlyBeginning", "unreadable"],
    ["nothing", "unreadable"],
  ] as const)("%s: %s", (name, refusal) => {
    expect(opened(hostilePdfs[name]())).toEqual({ refusal });
  });
});

describe("a file is taken", () => {
  test.each([
    "good",
    "boxMissing",
    "boxOfNothing",
    "boxOfWords",
    "boxReversed",
    "boxNegative",
    "boxEndless",
    "ownerPassword",
    "ownerPasswordAes",
    "tableOfGarbage",
    "deepDictionary",
  ] as const)("%s", (name) => {
    expect(opened(hostilePdfs[name]())).toEqual(plain);
  });

  test("with scripts", () => {
    expect(opened(hostilePdfs.scripts())).toEqual({ ...plain, hasScripts: true });
  });

  test("with attachments", () => {
    expect(opened(hostilePdfs.attachments())).toEqual({ ...plain, hasAttachments: true });
  });

  test("with 500 pages", () => {
    expect(opened(hostilePdfs.pagesOf500())).toEqual({
      ...plain,
      pages: Array.from({ length: 500 }, () => letterPage),
    });
  });

  test("with a page of 200 in", () => {
    expect(opened(hostilePdfs.box200Inches())).toMatchObject({ pages: [{ width: 14_400, height: 14_400 }] });
  });
});

test("the size of a page is as it is displayed", () => {
  const page = "/MediaBox [0 0 612 792] /CropBox [12 92 612 792] /Rotate 90";
  expect(opened(onePage({ page }))).toMatchObject({ pages: [{ width: 700, height: 600 }] });
});

test("bookmarks in a loop name their page once", () => {
  expect(opened(hostilePdfs.loopOfBookmarks())).toMatchObject({ pages: [{ bookmark: "A-101 Plan" }] });
});

test("a label is cut, and without characters that nobody sees", () => {
  expect(opened(hostilePdfs.longLabel())).toMatchObject({
    pages: [{ label: `A\ufffd-1${"X".repeat(196)}` }],
  });
});
