import { describe, expect, test } from "vitest";
import { cleanFileName } from "./file-name";

describe("a file's name", () => {
  test.each([
    ["loses the folders of a path that leads upward", "../../etc/plan.pdf", "plan.pdf"],
    ["loses the folders of a full path", "/home/me/plan.pdf", "plan.pdf"],
    ["loses the folders of Windows", "C:\\Users\\me\\plan.pdf", "plan.pdf"],
    ["loses the folders of a network", "\\\\server\\plans\\plan.pdf", "plan.pdf"],
    ["keeps a slash as _", "A/C plan.pdf", "A_C plan.pdf"],
    ["keeps the folder that was chosen", "set 1/plan\\2.pdf", "set 1_plan_2.pdf"],
    ["loses null bytes", "pl\u0000an.pdf\u0000", "plan.pdf"],
    ["loses line breaks", "plan\r\nSet-Cookie: x.pdf", "plan Set-Cookie: x.pdf"],
    ["loses invisible characters", "pl\u200ban\u00ad\ufeff\u2060.pdf", "plan.pdf"],
    ["loses joiners", "pl\u200dan\u200c.pdf", "plan.pdf"],
    [
      "loses marks of direction",
      "\u200e\u200f\u061cplan\u202a\u202b\u202c\u202d\u2066\u2069.pdf",
      "plan.pdf",
    ],
    ["shows its true extension", "plan\u202efdp.exe", "planfdp.exe"],
    ["has an extension without invisible characters", "plan.p\u200bd\u202ef", "plan.pdf"],
    ["loses tags and variation selectors", "plan\u{e0041}\ufe0f\u{e0100}.pdf", "plan.pdf"],
    ["has one kind of space", "9.00\u202fAM\u00a0 plan.pdf", "9.00 AM plan.pdf"],
    ["is spelled in one way", "plan e\u0301.pdf", "plan é.pdf"],
    ["is spelled in one way without what is invisible", "plan e\u200b\u0301.pdf", "plan é.pdf"],
    ["loses the spaces around it", "  plan.pdf ", "plan.pdf"],
    ["keeps other languages", "план é 図面.pdf", "план é 図面.pdf"],
    ["keeps what only Windows refuses", `the "big" plan's <1>: a|b?*.pdf`, `the "big" plan's <1>: a|b?*.pdf`],
    ["keeps a percent sign", "100%22%2F.pdf", "100%22%2F.pdf"],
    ["has no half of a character", "plan \ud800.pdf", "plan \ufffd.pdf"],
    ["is file.pdf when it is empty", "", "file.pdf"],
    ["is file.pdf when it is only a folder", "../", "file.pdf"],
    ["is file.pdf when it is only dots", "..", "file.pdf"],
    [
      "is file.pdf when nothing in it is visible",
      "\u200b\u00ad \u2060\ufeff\u200c\u202e\u3164\u2800",
      "file.pdf",
    ],
    ["is file with its extension when it is only that", ".dxf", "file.dxf"],
    ["is file with its extension when nothing before it is visible", "/ \u200b.DWG", "file.DWG"],
  ])("%s", (_, name, expected) => {
    expect(cleanFileName(name)).toBe(expected);
    expect(cleanFileName(expected)).toBe(expected);
  });

  test("of 300 characters is cut to 255 and keeps its extension", () => {
    const name = cleanFileName(`${"n".repeat(296)}.pdf`);
    expect(name).toHaveLength(255);
    expect(name.endsWith("nn.pdf")).toBe(true);
  });

  test("of 255 characters is not cut", () => {
    const name = `${"n".repeat(251)}.pdf`;
    expect(cleanFileName(name)).toBe(name);
  });

  test("is not cut in the middle of an emoji", () => {
    expect(cleanFileName(`${"\u{1f9f1}".repeat(150)}.pdf`).isWellFormed()).toBe(true);
  });

  test("of 300 characters without an extension is cut", () => {
    expect(cleanFileName("n".repeat(300))).toBe("n".repeat(255));
  });
});
