import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { env } from "~/platform/env.server";
import {
  cleanFileName,
  contentPath,
  hasContent,
  isRefused,
  kindOf,
  readContent,
  receivePlanFile,
  type StoredFile,
  storeBytes,
  withStoredBytes,
} from "./plan-file-store.server";

const filesFolder = join(env.DATA_DIR, "files");
const incomingFolder = join(filesFolder, "incoming");

const bytes = (text: string) => Buffer.from(text, "latin1");
const pdf = (text = "") => bytes(`%PDF-1.7\n${text}`);
const streamOf = (...chunks: Buffer[]): Readable & { truncated?: boolean } => Readable.from(chunks);

async function receive(name: string, ...chunks: Buffer[]): Promise<StoredFile> {
  const file = await receivePlanFile(name, streamOf(...chunks));
  if (isRefused(file)) throw new Error(file.reason);
  return file;
}

async function reasonFor(name: string, ...chunks: Buffer[]): Promise<string | undefined> {
  const file = await receivePlanFile(name, streamOf(...chunks));
  return isRefused(file) ? file.reason : undefined;
}

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

describe("receivePlanFile", () => {
  test("stores the complete content under its hash, however it is split into chunks", async () => {
    const file = await receive("../plan.pdf", bytes("%P"), bytes("DF-1.7"), bytes(" one two three"));
    expect(file).toMatchObject({ fileName: "plan.pdf", kind: "pdf", byteSize: 22 });
    expect(file.contentHash).toMatch(/^[0-9a-f]{64}$/);
    expect(readFileSync(contentPath(file.contentHash), "latin1")).toBe("%PDF-1.7 one two three");
  });

  test("stores a file in two levels of folders, named after the first characters of its hash", async () => {
    const { contentHash } = await receive("plan.pdf", pdf("two deep"));
    const [first, second] = [contentHash.slice(0, 2), contentHash.slice(2, 4)];
    expect(contentPath(contentHash)).toBe(join(filesFolder, first, second, contentHash));
  });

  test("stores the same content once for two names", async () => {
    const first = await receive("a.pdf", pdf("the same"));
    const second = await receive("b.pdf", pdf("the same"));
    expect(second).toEqual({ ...first, fileName: "b.pdf" });
    expect(readdirSync(dirname(contentPath(first.contentHash)))).toEqual([first.contentHash]);
  });

  test("stores two files with the same name separately", async () => {
    const first = await receive("plan.pdf", pdf("first"));
    const second = await receive("plan.pdf", pdf("second"));
    expect(second.contentHash).not.toBe(first.contentHash);
    expect(await hasContent(first.contentHash)).toBe(true);
    expect(await hasContent(second.contentHash)).toBe(true);
  });

  test("stores the same content once for two concurrent uploads", async () => {
    const [first, second] = await Promise.all([
      receive("a.pdf", pdf("at once")),
      receive("b.pdf", pdf("at once")),
    ]);
    expect(second.contentHash).toBe(first.contentHash);
    expect(readFileSync(contentPath(first.contentHash))).toEqual(pdf("at once"));
  });

  test("stores a file that no other account of the machine can read", async () => {
    const { contentHash } = await receive("plan.pdf", pdf("private"));
    expect(statSync(contentPath(contentHash)).mode & 0o077).toBe(0);
  });

  test("refuses an empty file", async () => {
    expect(await reasonFor("plan.pdf")).toBe("The file is empty");
  });

  test("refuses a file that is larger than the limit, and names the limit", async () => {
    const stream = streamOf(pdf("cut off"));
    stream.truncated = true;
    expect(await receivePlanFile("plan.pdf", stream)).toEqual({
      fileName: "plan.pdf",
      reason: "The file is larger than 10MB",
    });
  });

  test("refuses an HTML page named .pdf", async () => {
    expect(await reasonFor("page.pdf", bytes("<html>"))).toMatch(/^This is not a PDF/);
  });

  test("leaves no temporary file of a refused upload", async () => {
    await reasonFor("page.pdf", bytes("<html>"));
    expect(readdirSync(incomingFolder)).toEqual([]);
  });

  test("throws when the upload is interrupted, and leaves no temporary file", async () => {
    const interruption = new Error("The connection was lost");
    const stream = Readable.from(
      (async function* () {
        yield pdf("half");
        throw interruption;
      })(),
    );
    await expect(receivePlanFile("plan.pdf", stream)).rejects.toBe(interruption);
    expect(readdirSync(incomingFolder)).toEqual([]);
  });
});

describe("content in memory", () => {
  const hashOf = (content: Buffer) => createHash("sha256").update(content).digest("hex");

  test("leaves no temporary file if it cannot be stored", async () => {
    const contents = Array.from({ length: 1000 }, (_, index) => pdf(`blocked ${index}`));
    const folderOf = (content: Buffer) => join(filesFolder, hashOf(content).slice(0, 2));
    const content = contents.find((candidate) => !existsSync(folderOf(candidate))) ?? pdf();
    writeFileSync(folderOf(content), "a file instead of a folder");
    await expect(storeBytes(content)).rejects.toThrow(/^(EEXIST|ENOTDIR)/);
    expect(readdirSync(incomingFolder)).toEqual([]);
    rmSync(folderOf(content));
  });

  test("is removed after work that adds no row", async () => {
    const content = pdf("without a row");
    const stored = await withStoredBytes(content, async (stored) => {
      expect(await hasContent(stored.contentHash)).toBe(true);
      return stored;
    });
    expect(stored).toMatchObject({ contentHash: hashOf(content), byteSize: content.length });
    expect(await hasContent(stored.contentHash)).toBe(false);
  });

  test("is not removed by other work with the same content, which fails first", async () => {
    const content = pdf("of two");
    const failing = () => withStoredBytes(content, () => Promise.reject(new Error("No")));
    const found = await withStoredBytes(content, async ({ contentHash }) => {
      await expect(failing()).rejects.toThrow("No");
      return hasContent(contentHash);
    });
    expect(found).toBe(true);
    expect(await hasContent(hashOf(content))).toBe(false);
  });
});

test("readContent reads a range, including its last byte", async () => {
  const { contentHash } = await storeBytes(bytes("0123456789"));
  const read = async (range?: { start: number; end: number }) => {
    const chunks: Buffer[] = [];
    for await (const chunk of readContent(contentHash, range)) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };
  expect(await read({ start: 2, end: 4 })).toBe("234");
  expect(await read()).toBe("0123456789");
});

test("hasContent returns false for an unknown hash", async () => {
  expect(await hasContent("f".repeat(64))).toBe(false);
});
