import { createHash, randomBytes } from "node:crypto";
import { appendFileSync, statSync, writeFileSync } from "node:fs";
import { PassThrough, Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { faultRounds } from "~/testing/fault-rounds";
import { hasFile, pathOfFile, storedKeys } from "~/testing/stored-files";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { fromNow } from "../clock.server";
import { addPlanFiles } from "../permits/plan-file.server";
import type { Viewer } from "../policy";
import { unfinishedUploads } from "../tables.server";
import { removeFiles } from "./file-removal.server";
import { partBytes } from "./plan-file";
import { maxStagedBytes, newFilesOf } from "./staged-file.server";
import {
  beginUpload,
  deleteExpiredUploads,
  discardUpload,
  readUpload,
  receivePart,
  type UploadResult,
  type UploadState,
} from "./unfinished-upload.server";

let dana: Viewer;
let other: Viewer;

/** A PDF of two parts and a half. */
const file = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(2.5 * partBytes)]);

beforeAll(async () => {
  other = await makeViewer("admin");
});
beforeEach(async () => {
  dana = await makeViewer("admin");
});
afterEach(() => void vi.useRealTimers());

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

async function begin(viewer: Viewer, fileName = "set.pdf", byteSize = file.length, isNew = false) {
  const begun = await beginUpload(viewer, { fileName, byteSize, isNew });
  if (!("key" in begun)) throw new Error(JSON.stringify(begun));
  return begun;
}

const partAt = (offset: number, bytes = file) => bytes.subarray(offset, offset + partBytes);

const send = (viewer: Viewer, key: string, offset: number, part = partAt(offset), hash = sha256(part)) =>
  receivePart(viewer, key, { offset, sha256: hash, stream: Readable.from([part]) });

async function sendFrom(viewer: Viewer, { key, offset }: UploadState, bytes = file) {
  let state: UploadState | UploadResult = { key, offset, partHashes: [] };
  while ("offset" in state) state = await send(viewer, key, state.offset, partAt(state.offset, bytes));
  return state;
}

describe("a file in parts", () => {
  test("becomes a staged file that a permit takes", async () => {
    const begun = await begin(dana);
    expect(begun).toMatchObject({ offset: 0, partHashes: [] });
    expect(await send(dana, begun.key, 0)).toMatchObject({
      offset: partBytes,
      partHashes: [sha256(partAt(0))],
    });
    const { kept } = await sendFrom(dana, { ...begun, offset: partBytes });
    expect(kept).toMatchObject([{ fileName: "set.pdf", byteSize: file.length }]);
    const files = newFilesOf(dana, [kept[0]?.token ?? ""]);
    expect(files).toMatchObject([{ fileKey: begun.key, kind: "pdf", sha256: sha256(file) }]);
    const permit = await makePermit(dana, (await makeCity()).id);
    expect(await addPlanFiles(dana, permit.id, { reviewCycle: "PC1", files })).toBe(1);
    await removeFiles();
    expect(statSync(pathOfFile(begun.key)).size).toBe(file.length);
  });

  test("of no bytes, or of another kind, is refused in words, and leaves nothing", async () => {
    const before = storedKeys();
    const page = Buffer.from("<!doctype html>");
    const results = [
      await sendFrom(dana, await begin(dana, "empty.pdf", 0), Buffer.alloc(0)),
      await sendFrom(dana, await begin(dana, "page.pdf", page.length), page),
    ];
    expect(results).toEqual([
      { kept: [], refused: [{ fileName: "empty.pdf", reason: "The file is empty" }] },
      { kept: [], refused: [{ fileName: "page.pdf", reason: expect.stringContaining("it is a web page") }] },
    ]);
    const long = await begin(dana, "long.pdf");
    expect(await send(dana, long.key, 0, Buffer.alloc(partBytes, "x"))).toMatchObject({
      refused: [{ fileName: "long.pdf", reason: expect.stringMatching(/^This is not a PDF file/) }],
    });
    expect(storedKeys()).toEqual(before);
  });

  test("that is larger than a plan file may be is refused before it is sent", async () => {
    expect(await beginUpload(dana, { fileName: "set.pdf", byteSize: 2 ** 31, isNew: false })).toEqual({
      kept: [],
      refused: [{ fileName: "set.pdf", reason: "The file is larger than 200MB" }],
    });
  });

  test("goes on for its user at another page, and begins anew for another file or user", async () => {
    const { key } = await begin(dana);
    await send(dana, key, 0);
    const again = await begin(dana);
    expect(again).toEqual({ key, offset: partBytes, partHashes: [sha256(partAt(0))] });
    const others = [
      await begin(dana, "set.pdf", file.length - 1),
      await begin(dana, "other.pdf"),
      await begin(dana, "set.pdf", file.length, true),
      await begin(other),
    ];
    for (const { key: newKey, offset } of others) expect([newKey === key, offset]).toEqual([false, 0]);
    expect((await sendFrom(dana, again)).kept).toHaveLength(1);
  });

  test("whose last answer was lost returns its result again", async () => {
    const begun = await begin(dana);
    const { kept } = await sendFrom(dana, begun);
    expect(await readUpload(dana, begun.key)).toMatchObject({ kept: [{ byteSize: kept[0]?.byteSize }] });
    expect(await send(dana, begun.key, 0)).toMatchObject({ kept: [{ fileName: "set.pdf" }] });
  });

  test("whose last part has arrived before its server ended is finished by an empty part", async () => {
    const begun = await begin(dana);
    await send(dana, begun.key, 0);
    await send(dana, begun.key, partBytes);
    const last = partAt(2 * partBytes);
    appendFileSync(pathOfFile(begun.key), last);
    const partHashes = [0, partBytes, 2 * partBytes].map((offset) => sha256(partAt(offset)));
    await write((tx) =>
      tx
        .update(unfinishedUploads)
        .set({ receivedBytes: file.length, partHashes })
        .where(eq(unfinishedUploads.fileKey, begun.key)),
    );
    const finishing = () => send(dana, begun.key, file.length, Buffer.alloc(0));
    expect(await Promise.all([finishing(), finishing().catch(() => "another window")])).toContainEqual(
      expect.objectContaining({ kept: [expect.anything()] }),
    );
    expect(await readUpload(dana, begun.key)).toMatchObject({ kept: [{ fileName: "set.pdf" }] });
  });

  test("that changed on the disk goes back to the part that did", async () => {
    const begun = await begin(dana);
    await send(dana, begun.key, 0);
    await send(dana, begun.key, partBytes);
    writeFileSync(pathOfFile(begun.key), Buffer.concat([partAt(0), Buffer.alloc(partBytes)]));
    await expect(send(dana, begun.key, 2 * partBytes)).rejects.toMatchObject({ status: 409 });
    const state = await begin(dana);
    expect(state.offset).toBe(partBytes);
    expect((await sendFrom(dana, state)).kept).toHaveLength(1);
  });
});

describe("a part is refused", () => {
  const offsetOf = ({ headers }: Response) => headers.get("upload-offset");
  let key: string;

  beforeEach(async () => {
    ({ key } = await begin(dana));
    await send(dana, key, 0);
  });
  afterEach(async () => {
    expect(await readUpload(dana, key)).toMatchObject({ offset: partBytes });
    expect((await sendFrom(dana, { key, offset: partBytes, partHashes: [] })).kept).toHaveLength(1);
  });

  test.each([0, 1, partBytes - 1, 2 * partBytes, file.length, Number.MAX_SAFE_INTEGER])(
    "with 409 and the right offset if it begins at %i",
    async (offset) => {
      const refusal = await send(dana, key, offset, partAt(0)).catch((error) => error);
      expect([refusal.status, offsetOf(refusal)]).toEqual([409, String(partBytes)]);
    },
  );

  test("with 413 if it is larger than 8 MB, and nothing of it is kept", async () => {
    const part = file.subarray(partBytes, 2 * partBytes + 1);
    await expect(send(dana, key, partBytes, part)).rejects.toMatchObject({ status: 413 });
  });

  test("with 400 if it is shorter, breaks off, or has other bytes than its hash says", async () => {
    const short = partAt(partBytes).subarray(1);
    await expect(send(dana, key, partBytes, short)).rejects.toMatchObject({ status: 400 });
    async function* half() {
      yield partAt(partBytes).subarray(0, 1000);
      throw new Error("The connection was lost");
    }
    const broken = receivePart(dana, key, { offset: partBytes, stream: Readable.from(half()) });
    await expect(broken).rejects.toMatchObject({ status: 400, message: "The part arrived incomplete" });
    const wrong = send(dana, key, partBytes, partAt(partBytes), sha256(partAt(0)));
    await expect(wrong).rejects.toMatchObject({ status: 400 });
  });

  test("with 404 from another user, who cannot read, change or discard the upload either", async () => {
    for (const attempt of [() => send(other, key, partBytes), () => readUpload(other, key)])
      await expect(attempt()).rejects.toMatchObject({ status: 404 });
    await discardUpload(other, key);
  });

  test("with 409 beside another window, but not beside a line that is broken", async () => {
    const own = (await begin(dana, "beside.pdf")).key;
    const hanging = new PassThrough();
    hanging.write(partAt(0).subarray(0, 1000));
    const first = receivePart(dana, own, { offset: 0, stream: hanging }).catch((error) => error);
    await vi.waitFor(() => expect(hanging.readableLength).toBe(0));
    const second = await send(dana, own, 0).catch((error) => error);
    expect([second.status, second.message]).toEqual([409, "This file is being sent by another window"]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11_000 });
    await expect(send(other, own, 0)).rejects.toMatchObject({ status: 404 });
    expect(await send(dana, own, 0)).toMatchObject({ offset: partBytes });
    expect(await first).toMatchObject({ status: 400 });
  });
});

describe("unfinished uploads", () => {
  test("are four at most, of which the one that has rested longest gives way", async () => {
    const keys: string[] = [];
    for (const name of ["a.pdf", "b.pdf", "c.pdf", "d.pdf"]) keys.push((await begin(dana, name)).key);
    await expect(begin(dana, "e.pdf")).rejects.toMatchObject({ status: 413 });
    await begin(other, "e.pdf");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 16 * 60_000 });
    await send(dana, keys[0] ?? "", 0);
    expect((await begin(dana, "e.pdf")).offset).toBe(0);
    await expect(readUpload(dana, keys[1] ?? "")).rejects.toMatchObject({ status: 404 });
    expect(await readUpload(dana, keys[0] ?? "")).toMatchObject({ offset: partBytes });
  });

  test("count with all their bytes before they arrive", async () => {
    const row = { fileName: "full.pdf", receivedBytes: 0, partHashes: [], keepUntil: fromNow(60_000) };
    const byteSize = maxStagedBytes - file.length + 1;
    await write((tx) =>
      tx.insert(unfinishedUploads).values({ ...row, byteSize, fileKey: "f".repeat(32), userId: dana.id }),
    );
    await expect(begin(dana)).rejects.toMatchObject({
      status: 413,
      message: expect.stringContaining("not on a permit yet"),
    });
    await write((tx) => tx.delete(unfinishedUploads).where(eq(unfinishedUploads.fileKey, "f".repeat(32))));
  });

  test("are kept for a day after their last part, and then removed", async () => {
    const { key } = await begin(dana);
    await send(dana, key, 0);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 23 * 60 * 60_000 });
    await send(dana, key, partBytes);
    vi.setSystemTime(Date.now() + 23 * 60 * 60_000);
    await deleteExpiredUploads();
    await removeFiles();
    expect(await readUpload(dana, key)).toMatchObject({ offset: 2 * partBytes });
    vi.setSystemTime(Date.now() + 2 * 60 * 60_000);
    await expect(readUpload(dana, key)).rejects.toMatchObject({ status: 404 });
    await deleteExpiredUploads();
    await removeFiles();
    expect(hasFile(key)).toBe(false);
  });

  test("are removed when their sender stops", async () => {
    const { key } = await begin(dana);
    await send(dana, key, 0);
    await discardUpload(dana, key);
    expect(hasFile(key)).toBe(false);
    await expect(send(dana, key, partBytes)).rejects.toMatchObject({ status: 404 });
    expect(await db.$count(unfinishedUploads, eq(unfinishedUploads.userId, dana.id))).toBe(0);
  });

  test("leave no file when their sender stops while a part arrives, or after the last one", async () => {
    const before = storedKeys();
    const begun = await begin(dana);
    const arriving = send(dana, begun.key, 0).catch((error) => error);
    await discardUpload(dana, begun.key);
    expect(await arriving).toMatchObject({ status: expect.any(Number) });
    const whole = await begin(dana);
    await sendFrom(dana, whole);
    await discardUpload(dana, whole.key);
    await expect(readUpload(dana, whole.key)).rejects.toMatchObject({ status: 404 });
    expect(storedKeys()).toEqual(before);
  });

  test("of many people at once arrive whole", async () => {
    const people = await Promise.all(
      Array.from({ length: faultRounds(100, 5) }, () => makeViewer("employee", { disciplines: ["Fire"] })),
    );
    const results = await Promise.all(
      people.map(async (viewer, index) => {
        const bytes = Buffer.concat([Buffer.from(`%PDF-1.7 ${index}`), Buffer.alloc(partBytes, index)]);
        const { kept } = await sendFrom(viewer, await begin(viewer, "plan.pdf", bytes.length), bytes);
        return newFilesOf(viewer, [kept[0]?.token ?? ""])[0]?.sha256 === sha256(bytes);
      }),
    );
    expect(results).not.toContain(false);
  });
});
