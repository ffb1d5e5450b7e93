import { expect, test } from "vitest";
import { archiveFolder, archiveName, archiveNames } from "./archive-name";

test.each([
  ["A-101 Floor plan.pdf", "A-101 Floor plan.pdf"],
  ["Übersicht – Plan №2.pdf", "Übersicht – Plan №2.pdf"],
  ["../../etc/passwd", ".._.._etc_passwd"],
  ["..", "unnamed"],
  ["C:\\plans\\a.pdf", "C__plans_a.pdf"],
  ['a<b>c"d|e?f*g\u0007.pdf', "a_b_c_d_e_f_g_.pdf"],
  ["CON", "CON_"],
  ["con.pdf", "con_.pdf"],
  ["LPT1.final.dwg", "LPT1_.final.dwg"],
  ["Conduit.pdf", "Conduit.pdf"],
  [" plans. . ", "plans"],
  ["", "unnamed"],
  ["half \ud83d.pdf", "half \ufffd.pdf"],
])("%j is %j in an archive", (name, expected) => {
  expect(archiveName(name)).toBe(expected);
});

test("a long name is cut, keeps its extension, and has few enough bytes for Linux", () => {
  expect(archiveName(`${"a".repeat(300)}.pdf`)).toBe(`${"a".repeat(100)}.pdf`);
  const wide = archiveName(`${"図".repeat(300)}.dwg`);
  expect(wide).toMatch(/^図+\.dwg$/);
  expect(Buffer.byteLength(wide)).toBeLessThanOrEqual(200);
  expect(archiveName(`${"a".repeat(99)} b`)).toBe("a".repeat(99));
});

test("names that differ in case only, or once they are safe, are told apart", () => {
  expect(archiveNames(["a.pdf", "A.PDF", "a.pdf", "a (2).pdf", "x:y", "x?y"])).toEqual([
    "a.pdf",
    "A (2).PDF",
    "a (3).pdf",
    "a (2) (2).pdf",
    "x_y",
    "x_y (2)",
  ]);
});

test("a permit whose number is not safe has its id in the name of its folder", () => {
  expect(archiveFolder("OAK-26-041 rev1", 7)).toBe("OAK-26-041 rev1");
  expect(archiveFolder("OAK/26/1", 7)).toBe("OAK_26_1 (permit 7)");
  expect(archiveFolder("ÖAK-26-1", 8)).toBe("ÖAK-26-1 (permit 8)");
});
