import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { env } from "~/env.server";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { addPlanFiles, deletePlanFile, listPlanFiles } from "../permits/plan-file.server";
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
  sweep,
  whileArriving,
} from "./plan-file-store.server";

const filesFolder = join(env.DATA_DIR, "files");
const incomingFolder = join(filesFolder, "incoming");
const day = 24 * 60 * 60 * 1000;

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

describe("a file's kind", () => {
  test.each([
    ["a PDF", "plan.pdf", "%PDF-1.7\n", "pdf"],
    ["a PDF in capitals", "PLAN.PDF", "%PDF-2.0", "pdf"],
    ["a name of several dots", "plan.v2.final.pdf", "%PDF-1.4", "pdf"],
    ["a DWG of 2018", "plan.dwg", "AC1032\0\0", "dwg"],
    ["a DWG of 2000", "plan.Dwg", "AC1015\0\0", "dwg"],
    ["a DWG of release 1.50", "plan.dwg", "AC1.50", "dwg"],
    ["a DXF", "plan.dxf", "0\nSECTION\n2\nHEADER\n", "dxf"],
    ["a DXF of Windows with padding", "plan.dxf", "  0\r\nSECTION\r\n  2\r\nHEADER\r\n", "dxf"],
    ["a DXF that starts with comments", "plan.dxf", "999\nmade by\n999\r\nsomebody\r\n  0\nSECTION\n", "dxf"],
    ["a binary DXF", "plan.dxf", "AutoCAD Binary DXF\r\n\u001a\0", "dxf"],
  ])("is told of %s", (_, name, start, kind) => {
    const told = kindOf(name, bytes(start));
    expect(typeof told === "string" ? told : undefined).toBe(kind);
  });

  test.each([
    [
      "a page named .pdf",
      "page.pdf",
      "<!doctype html><script>",
      "This is not a PDF file, whatever its name says",
    ],
    ["a PDF named .dwg", "plan.dwg", "%PDF-1.7", "This is not a DWG file, whatever its name says"],
    ["a DWG named .dxf", "plan.dxf", "AC1032", "This is not a DXF file, whatever its name says"],
    ["text named .dxf", "plan.dxf", "hello\n0\nSECTION\n", "This is not a DXF file, whatever its name says"],
    ["a mark that comes late", "plan.pdf", " \n%PDF-1.7", "This is not a PDF file, whatever its name says"],
    ["half a mark", "plan.pdf", "%PDF", "This is not a PDF file, whatever its name says"],
    ["an empty file", "plan.pdf", "", "The file is empty"],
    ["a program", "plan.exe", "%PDF-1.7", "Only PDF, DWG and DXF files are accepted"],
    ["a PDF that hides its ending", "plan.pdf.exe", "%PDF-1.7", "Only PDF, DWG and DXF files are accepted"],
    [
      "an ending from the language itself",
      "plan.constructor",
      "%PDF-1.7",
      "Only PDF, DWG and DXF files are accepted",
    ],
    ["no ending", "plan", "%PDF-1.7", "Only PDF, DWG and DXF files are accepted"],
    ["a name that is an ending without a dot", "pdf", "%PDF-1.7", "Only PDF, DWG and DXF files are accepted"],
    ["a dot at the end", "plan.pdf.", "%PDF-1.7", "Only PDF, DWG and DXF files are accepted"],
  ])("is refused of %s", (_, name, start, reason) => {
    expect(kindOf(name, bytes(start))).toEqual({ reason });
  });

  // A pattern that tried every way to read these lines would not end before the test does.
  test("is told however the comments of a DXF are strewn with empty lines", () => {
    const start = bytes("999\n\n\n".repeat(170));
    expect(kindOf("plan.dxf", start)).toEqual({ reason: "This is not a DXF file, whatever its name says" });
  });
});

describe("a file's name", () => {
  test.each([
    ["loses its folders", "../../etc/plan.pdf", "plan.pdf"],
    ["loses the folders of Windows", "C:\\Users\\me\\plan.pdf", "plan.pdf"],
    ["loses null bytes", "pl\u0000an.pdf\u0000", "plan.pdf"],
    ["loses line breaks", "plan\r\nSet-Cookie: x.pdf", "planSet-Cookie: x.pdf"],
    ["loses the spaces around it", "  plan.pdf ", "plan.pdf"],
    ["keeps other languages", "план é 図面.pdf", "план é 図面.pdf"],
    ["keeps quotes", `the "big" plan's.pdf`, `the "big" plan's.pdf`],
    ["is invented when nothing is left", "../", "unnamed"],
    ["is invented when there was none", "", "unnamed"],
  ])("%s", (_, name, expected) => {
    expect(cleanFileName(name)).toBe(expected);
  });

  test("of 300 characters keeps its ending and 255 in all", () => {
    const name = cleanFileName(`${"n".repeat(296)}.pdf`);
    expect(name).toHaveLength(255);
    expect(name.endsWith("nn.pdf")).toBe(true);
  });

  test("of 255 characters stays whole", () => {
    const name = `${"n".repeat(251)}.pdf`;
    expect(cleanFileName(name)).toBe(name);
  });

  test("is not cut through the middle of a picture", () => {
    expect(cleanFileName(`${"\u{1f9f1}".repeat(150)}.pdf`).isWellFormed()).toBe(true);
  });

  test("of 300 characters without an ending is cut", () => {
    expect(cleanFileName("n".repeat(300))).toBe("n".repeat(255));
  });
});

describe("receiving a file", () => {
  test("keeps it under the hash of its content, whole, whatever its pieces", async () => {
    const file = await receive("../plan.pdf", bytes("%P"), bytes("DF-1.7"), bytes(" one two three"));
    expect(file).toMatchObject({ fileName: "plan.pdf", kind: "pdf", byteSize: 22 });
    expect(file.contentHash).toMatch(/^[0-9a-f]{64}$/);
    expect(readFileSync(contentPath(file.contentHash), "latin1")).toBe("%PDF-1.7 one two three");
  });

  test("puts it two folders deep, named by the hash's first letters", async () => {
    const { contentHash } = await receive("plan.pdf", pdf("two deep"));
    const [first, second] = [contentHash.slice(0, 2), contentHash.slice(2, 4)];
    expect(contentPath(contentHash)).toBe(join(filesFolder, first, second, contentHash));
  });

  test("keeps one content once, under both names", async () => {
    const first = await receive("a.pdf", pdf("the same"));
    const second = await receive("b.pdf", pdf("the same"));
    expect(second).toEqual({ ...first, fileName: "b.pdf" });
    expect(readdirSync(dirname(contentPath(first.contentHash)))).toEqual([first.contentHash]);
  });

  test("keeps two contents of one name apart", async () => {
    const first = await receive("plan.pdf", pdf("first"));
    const second = await receive("plan.pdf", pdf("second"));
    expect(second.contentHash).not.toBe(first.contentHash);
    expect(await hasContent(first.contentHash)).toBe(true);
    expect(await hasContent(second.contentHash)).toBe(true);
  });

  test("at once twice keeps one content", async () => {
    const [first, second] = await Promise.all([
      receive("a.pdf", pdf("at once")),
      receive("b.pdf", pdf("at once")),
    ]);
    expect(second.contentHash).toBe(first.contentHash);
    expect(readFileSync(contentPath(first.contentHash))).toEqual(pdf("at once"));
  });

  test("keeps it from other accounts of the machine", async () => {
    const { contentHash } = await receive("plan.pdf", pdf("private"));
    expect(statSync(contentPath(contentHash)).mode & 0o077).toBe(0);
  });

  test("refuses an empty one", async () => {
    expect(await reasonFor("plan.pdf")).toBe("The file is empty");
  });

  test("refuses one that was cut off at the limit, and names the limit", async () => {
    const stream = streamOf(pdf("cut off"));
    stream.truncated = true;
    expect(await receivePlanFile("plan.pdf", stream)).toEqual({
      fileName: "plan.pdf",
      reason: "The file is larger than 10MB",
    });
  });

  test("refuses a page that is named a PDF", async () => {
    expect(await reasonFor("page.pdf", bytes("<html>"))).toMatch(/^This is not a PDF/);
  });

  test("leaves nothing behind of a refused one", async () => {
    await reasonFor("page.pdf", bytes("<html>"));
    expect(readdirSync(incomingFolder)).toEqual([]);
  });

  test("that breaks off fails and leaves nothing behind", async () => {
    const broken = new Error("The line went dead");
    const stream = Readable.from(
      (async function* () {
        yield pdf("half");
        throw broken;
      })(),
    );
    await expect(receivePlanFile("plan.pdf", stream)).rejects.toBe(broken);
    expect(readdirSync(incomingFolder)).toEqual([]);
  });
});

test("a range of a content is read, the last byte included", async () => {
  const { contentHash } = await storeBytes(bytes("0123456789"));
  const read = async (range?: { start: number; end: number }) => {
    const chunks: Buffer[] = [];
    for await (const chunk of readContent(contentHash, range)) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };
  expect(await read({ start: 2, end: 4 })).toBe("234");
  expect(await read()).toBe("0123456789");
});

test("a content that was never sent is not there", async () => {
  expect(await hasContent("f".repeat(64))).toBe(false);
});

describe("the sweep", () => {
  const tomorrow = () => Date.now() + day + 60_000;

  async function attached() {
    const administrator = await makeViewer("admin");
    const { id } = await makePermit(administrator, (await makeCity()).id);
    const file = await receive("kept.pdf", pdf(`kept ${id}`));
    await addPlanFiles(administrator, id, { reviewCycle: "PC1", files: [file] });
    const [row] = await listPlanFiles(administrator, id);
    return { administrator, contentHash: file.contentHash, id: row?.id ?? 0 };
  }

  test("spares what is younger than a day", async () => {
    const { contentHash } = await receive("young.pdf", pdf("young"));
    await sweep(Date.now() + day - 60_000);
    expect(await hasContent(contentHash)).toBe(true);
  });

  test("removes what has had no row for a day, and says how many went", async () => {
    await sweep(tomorrow());
    const { contentHash } = await receive("orphan.pdf", pdf("orphan"));
    await receive("orphan-too.pdf", pdf("orphan too"));
    expect(await sweep(tomorrow())).toBe(2);
    expect(await hasContent(contentHash)).toBe(false);
    expect(await sweep(tomorrow())).toBe(0);
  });

  test("spares what a row points to, and takes it once the row is gone", async () => {
    const { administrator, contentHash, id } = await attached();
    await sweep(tomorrow());
    expect(await hasContent(contentHash)).toBe(true);
    await deletePlanFile(administrator, id);
    await sweep(tomorrow());
    expect(await hasContent(contentHash)).toBe(false);
  });

  test("spares what is arriving, until it has arrived", async () => {
    const { contentHash } = await receive("arriving.pdf", pdf("arriving"));
    await whileArriving([contentHash], async () => {
      await whileArriving([contentHash], async () => undefined);
      await sweep(tomorrow());
      expect(await hasContent(contentHash)).toBe(true);
    });
    await sweep(tomorrow());
    expect(await hasContent(contentHash)).toBe(false);
  });

  test("spares what is arriving no longer than its work takes, also when that fails", async () => {
    const { contentHash } = await receive("failing.pdf", pdf("failing"));
    const failing = whileArriving([contentHash], async () => {
      throw new Error("No");
    });
    await expect(failing).rejects.toThrow("No");
    await sweep(tomorrow());
    expect(await hasContent(contentHash)).toBe(false);
  });

  test("counts the day anew for a content that is sent again", async () => {
    const { contentHash } = await receive("again.pdf", pdf("again"));
    const longAgo = new Date(Date.now() - 2 * day);
    utimesSync(contentPath(contentHash), longAgo, longAgo);
    await receive("again.pdf", pdf("again"));
    await sweep();
    expect(await hasContent(contentHash)).toBe(true);
  });

  test("removes uploads that broke off a day ago, and spares those under way", async () => {
    mkdirSync(incomingFolder, { recursive: true });
    const [broken, underWay] = [join(incomingFolder, "broken"), join(incomingFolder, "under-way")];
    writeFileSync(broken, "half");
    writeFileSync(underWay, "half");
    const longAgo = new Date(Date.now() - 2 * day);
    utimesSync(broken, longAgo, longAgo);
    await sweep();
    expect(existsSync(broken)).toBe(false);
    expect(existsSync(underWay)).toBe(true);
  });

  test("manages more files than one query names", async () => {
    await sweep(tomorrow());
    const kept = await attached();
    const folder = join(filesFolder, "00", "00");
    mkdirSync(folder, { recursive: true });
    for (let number = 0; number < 1001; number += 1)
      writeFileSync(join(folder, String(number).padStart(64, "0")), "orphan");
    expect(await sweep(tomorrow())).toBe(1001);
    expect(await hasContent(kept.contentHash)).toBe(true);
  });
});
