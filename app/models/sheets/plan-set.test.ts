import { expect, test } from "vitest";
import { guessKind, isLarge, noFindings, notesOf, warningsIn } from "./plan-set";

const inches = (width: number, height: number) => ({ width: width * 72, height: height * 72 });

test("a file with mostly small pages is a document", () => {
  expect(guessKind([inches(8.5, 11), inches(17, 11), inches(36, 24)])).toBe("document");
  expect(guessKind([inches(8.5, 11), inches(36, 24)])).toBe("drawings");
  expect(guessKind([inches(18, 12)])).toBe("drawings");
});

test("pages over 36 × 48 in are large, whichever side is up", () => {
  expect([inches(36, 48), inches(48, 36), inches(48.5, 36), inches(37, 40)].map(isLarge)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test("what was found in a file is said in sentences", () => {
  expect(warningsIn(noFindings)).toEqual([]);
  expect(
    warningsIn({
      ...noFindings,
      signatures: [{ signer: "Ana Engineer", isUnchanged: true }],
      missingFonts: ["RomanS", "Simplex"],
      largePages: [2],
      sidewaysPages: [3, 4],
      scannedPages: [5],
      unreadPages: [6],
      hasScripts: true,
      hasAttachments: true,
    }),
  ).toEqual([
    "1 digital signature, by Ana Engineer, covering the whole file. Whether the signer can be trusted is not judged here.",
    "2 fonts are not in the file: RomanS, Simplex. Texts may look different here: embed all fonts when you plot.",
    "Page 2 is larger than 36 × 48 in.",
    "Pages 3, 4 lie sideways.",
    "Page 5 is a scan without text, so its number cannot be read.",
    "Page 6 cannot be shown: download the file to see it.",
    "The file has JavaScript in it, which is never run here.",
    "The file has other files attached, which are not shown here.",
  ]);
});

test.each([
  [[true, true], "covering the whole file"],
  [[true, false], "and the file was changed after signing"],
  [[true, null], "which cannot be checked"],
])("signatures that are unchanged %j are said to be %s", (unchanged, text) => {
  const signatures = unchanged.map((isUnchanged) => ({ signer: null, isUnchanged }));
  const rest = "Whether the signer can be trusted is not judged here.";
  expect(warningsIn({ ...noFindings, signatures })).toEqual([`2 digital signatures, ${text}. ${rest}`]);
});

test("a refusal says what is wrong and what to do", () => {
  expect(notesOf({ state: "refused", refusal: "encrypted", findings: null })).toEqual([
    "No sheets: this file needs a password to be opened. Save it again without a password, and upload that.",
  ]);
  expect(notesOf({ state: "checking", refusal: null, findings: noFindings })).toEqual([
    "Being checked. Reload this page to see the result.",
  ]);
  expect(notesOf({ state: "ready", refusal: null, findings: noFindings })).toEqual([]);
});
