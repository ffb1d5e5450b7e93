import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { env } from "~/platform/env.server";
import { hasFile, pathOfFile, storedKeys } from "~/testing/stored-files";
import {
  isRefused,
  type NewPlanFile,
  type ReceivedFile,
  readStoredFile,
  storeBytes,
  withFileReceiver,
  withStoredBytes,
} from "./plan-file-store.server";

const pdf = (text = "") => Buffer.from(`%PDF-1.7\n${text}`, "latin1");
const streamOf = (...chunks: Buffer[]): Readable & { truncated?: boolean } => Readable.from(chunks);

/** Receives one file, and passes it on while its request is open. */
const receiving = <Result>(
  name: string,
  stream: Readable & { truncated?: boolean },
  work: (file: ReceivedFile) => Promise<Result> | Result,
) => withFileReceiver(async (receive) => work(await receive(name, stream)));

const stored = (file: ReceivedFile): NewPlanFile => {
  if (isRefused(file)) throw new Error(file.reason);
  return file;
};

describe("a received file", () => {
  test("is on the disk with its hash and size, however it is split into chunks", async () => {
    const chunks = ["%P", "DF-1.7", " one two three"].map((text) => Buffer.from(text));
    await receiving("plan.pdf", streamOf(...chunks), (received) => {
      const file = stored(received);
      const sha256 = createHash("sha256").update("%PDF-1.7 one two three").digest("hex");
      expect(file).toMatchObject({ fileName: "plan.pdf", kind: "pdf", byteSize: 22, sha256 });
      expect(readFileSync(pathOfFile(file.fileKey), "latin1")).toBe("%PDF-1.7 one two three");
    });
  });

  test("has a random key, so that the same bytes are stored twice", async () => {
    const keys = await withFileReceiver(async (receive) => {
      const files = await Promise.all(["a.pdf", "b.pdf"].map((name) => receive(name, streamOf(pdf("same")))));
      const [first, second] = files.map(stored);
      expect(first?.sha256).toBe(second?.sha256);
      return [first?.fileKey, second?.fileKey];
    });
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[0]).not.toBe(keys[1]);
  });

  test("can be read by no other account of the machine", () =>
    receiving("plan.pdf", streamOf(pdf()), (file) =>
      expect(statSync(pathOfFile(stored(file).fileKey)).mode & 0o077).toBe(0),
    ));

  test("that no row takes is removed after its request", async () => {
    const { fileKey } = await receiving("plan.pdf", streamOf(pdf()), stored);
    expect(hasFile(fileKey)).toBe(false);
  });

  test("is refused when it is empty or larger than the limit, and leaves nothing behind", async () => {
    const before = storedKeys();
    const cutOff = Object.assign(streamOf(pdf("cut off")), { truncated: true });
    const reasons = [
      await receiving("plan.pdf", streamOf(), (file) => file),
      await receiving("plan.pdf", cutOff, (file) => file),
    ];
    expect(reasons).toEqual([
      { fileName: "plan.pdf", reason: "The file is empty" },
      { fileName: "plan.pdf", reason: `The file is larger than ${env.MAX_UPLOAD_MB}MB` },
    ]);
    expect(storedKeys()).toEqual(before);
  });

  test("whose upload is interrupted throws, and leaves nothing behind", async () => {
    const before = storedKeys();
    const interruption = new Error("The connection was lost");
    async function* half() {
      yield pdf("half");
      throw interruption;
    }
    await expect(receiving("plan.pdf", Readable.from(half()), stored)).rejects.toBe(interruption);
    expect(storedKeys()).toEqual(before);
  });
});

describe("bytes in memory", () => {
  test("are removed after work that adds no row, also if it fails", async () => {
    const kept = await withStoredBytes([pdf("1"), pdf("2")], async (files) => {
      const keys = files.map(({ fileKey }) => fileKey);
      expect(keys.map(hasFile)).toEqual([true, true]);
      return keys;
    });
    expect(kept.map(hasFile)).toEqual([false, false]);
    let key = "";
    const failing = withStoredBytes([pdf("3")], async (files) => {
      key = files[0]?.fileKey ?? "";
      throw new Error("No");
    });
    await expect(failing).rejects.toThrow("No");
    expect(hasFile(key)).toBe(false);
  });
});

test("a range is read, including its last byte", async () => {
  const { fileKey } = await storeBytes(Buffer.from("0123456789"));
  const read = async (range?: { start: number; end: number }) => {
    const chunks: Buffer[] = [];
    for await (const chunk of readStoredFile(fileKey, range)) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };
  expect(await read({ start: 2, end: 4 })).toBe("234");
  expect(await read()).toBe("0123456789");
});
