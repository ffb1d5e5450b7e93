import { describe, expect, test } from "vitest";
import { cleanFileName } from "./file-name";

describe("a file's name", () => {
  test.each([
    ["loses its folders", "../../etc/plan.pdf", "plan.pdf"],
    ["loses the folders of Windows", "C:\\Users\\me\\plan.pdf", "plan.pdf"],
    ["loses null bytes", "pl\u0000an.pdf\u0000", "plan.pdf"],
    ["loses line breaks", "plan\r\nSet-Cookie: x.pdf", "plan Set-Cookie: x.pdf"],
    ["loses invisible characters", "pl\u200ban\u00ad\ufeff.pdf", "plan.pdf"],
    ["is spelled in one way", "plan e\u0301.pdf", "plan é.pdf"],
    ["loses the spaces around it", "  plan.pdf ", "plan.pdf"],
    ["keeps other languages", "план é 図面.pdf", "план é 図面.pdf"],
    ["keeps quotes", `the "big" plan's.pdf`, `the "big" plan's.pdf`],
    ["is replaced when it is only a folder", "../", "unnamed"],
    ["is replaced when it is empty", "", "unnamed"],
  ])("%s", (_, name, expected) => {
    expect(cleanFileName(name)).toBe(expected);
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
