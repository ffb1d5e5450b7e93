import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { eq, inArray } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { faultRounds } from "~/testing/fault-rounds";
import { type FileServer, type Stepper, startFileServer } from "~/testing/file-servers";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import type { Viewer } from "../policy";
import { planFiles, stagedFiles, storedContents } from "../tables.server";
import { contentPath, type StoredFile, storeBytes } from "./plan-file-store.server";

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const momentBefore = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();
const limits = () => ({ storedAt: momentBefore(day), claimedAt: momentBefore(hour) });

let a: FileServer;
let b: FileServer;
let c: FileServer;
let administrator: Viewer;
let permitId: number;

beforeAll(async () => {
  [a, b, c] = [await startFileServer(), await startFileServer(), await startFileServer()];
  administrator = await makeViewer("admin");
  permitId = (await makePermit(administrator, (await makeCity()).id)).id;
});

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const newBytes = () => Buffer.from(`%PDF-1.7 ${randomUUID()}`);

const rowOf = async (name: string) =>
  (await db.select().from(storedContents).where(eq(storedContents.name, name)))[0];

const makeOld = (names: string[], age = 2 * day) =>
  write((tx) =>
    tx
      .update(storedContents)
      .set({ storedAt: momentBefore(age) })
      .where(inArray(storedContents.name, names)),
  );

/** Stores content that nothing has referred to for two days. */
async function storeOld(): Promise<Buffer> {
  const bytes = newBytes();
  await storeBytes(bytes);
  await makeOld([hashOf(bytes)]);
  return bytes;
}

/** Uploads a file and adds it to the permit, in one request. Has three steps: row, file, and the permit's row. */
const upload = (server: FileServer, bytes: Buffer) =>
  server.withFileReceiver(async (receive) => {
    const file = await receive("plan.pdf", Readable.from([bytes]));
    if ("reason" in file) throw new Error(file.reason);
    return server.addPlanFiles(administrator, permitId, { reviewCycle: "PC1", files: [file] });
  });

/** Removes content: two writes, each followed by a change of the file. */
const remove = (server: FileServer, bytes: Buffer) =>
  server.removeOld([hashOf(bytes)], momentBefore(0), limits());

/** Adds content to the permit that an earlier request has stored. */
const attach = (server: FileServer, bytes: Buffer) => {
  const file: StoredFile = {
    contentHash: hashOf(bytes),
    byteSize: bytes.length,
    fileName: "plan.pdf",
    kind: "pdf",
  };
  return server.addPlanFiles(administrator, permitId, { reviewCycle: "PC1", files: [file] });
};

async function expectStored(server: FileServer, bytes: Buffer, message: string) {
  const hash = hashOf(bytes);
  expect(await server.sizeOfContent(hash), message).toBe(bytes.length);
  const chunks: Buffer[] = [];
  for await (const chunk of server.readContent(hash)) chunks.push(chunk);
  expect(Buffer.concat(chunks), message).toEqual(bytes);
  expect(await rowOf(hash), message).toMatchObject({ claim: null, byteSize: bytes.length });
}

/** Sweeps as the servers do in the days after a crash, and expects that nothing is left behind. */
async function sweepLater() {
  for (const server of [a, b, c]) server.restart();
  await b.sweep(Date.now() + 2 * hour);
  await b.insertMissingContentRows();
  await b.sweep(Date.now() + 2 * day);
  await b.sweep(Date.now() + 4 * day);
  expect(leftovers()).toEqual([]);
}

async function expectRemoved(bytes: Buffer, message: string) {
  expect(await rowOf(hashOf(bytes)), message).toBeUndefined();
  expect(existsSync(contentPath(hashOf(bytes))), message).toBe(false);
}

const leftovers = () =>
  ["removed", "incoming"].flatMap((folder) => {
    const path = join(env.DATA_DIR, "files", folder);
    return existsSync(path) ? readdirSync(path) : [];
  });

const isReferenced = async (bytes: Buffer) =>
  (await db.$count(planFiles, eq(planFiles.contentHash, hashOf(bytes)))) > 0;

/** Returns all orders of `first` steps of one and `second` steps of another server. */
function ordersOf(first: number, second: number): string[] {
  if (first === 0 || second === 0) return ["1".repeat(first) + "2".repeat(second)];
  return [
    ...ordersOf(first - 1, second).map((order) => `1${order}`),
    ...ordersOf(first, second - 1).map((order) => `2${order}`),
  ];
}

async function inOrder(order: string, steppers: Stepper[]) {
  for (const number of order) await steppers[Number(number) - 1]?.step();
}

const removalSteps = 4;

/** Returns the orders of some steps of a server after each number of steps of a removal, after which it can be killed. */
const orders = (steps: number) =>
  Array.from({ length: removalSteps + 1 }, (_, count) => ordersOf(count, steps)).flat();

describe("a removal and an upload of the same content on another server", () => {
  test("in any order, whether the removal ends or its server is killed: the content stays", async () => {
    const uploaded: Buffer[] = [];
    for (const order of orders(3)) {
      for (const isKilled of [true, false]) {
        const bytes = await storeOld();
        const removal = a.stepping(() => remove(a, bytes));
        const uploading = b.stepping(() => upload(b, bytes));
        await inOrder(order, [removal, uploading]);
        await uploading.finish();
        await expectStored(c, bytes, order);
        if (!isKilled) await removal.finish();
        await expectStored(b, bytes, order);
        uploaded.push(bytes);
      }
    }
    await sweepLater();
    for (const bytes of uploaded) await expectStored(a, bytes, "days later");
  });

  test("in any order, when the server of the upload is killed: nothing is left", async () => {
    const uploaded: Buffer[] = [];
    for (const order of [...orders(1), ...orders(2)]) {
      const bytes = await storeOld();
      const removal = a.stepping(() => remove(a, bytes));
      const uploading = b.stepping(() => upload(b, bytes));
      await inOrder(order, [removal, uploading]);
      expect(await isReferenced(bytes)).toBe(false);
      await removal.finish();
      uploaded.push(bytes);
    }
    await sweepLater();
    for (const bytes of uploaded) await expectRemoved(bytes, "days later");
  });
});

describe("a removal and a row for the content without an upload", () => {
  test("in any order: the row is refused, or the content stays", async () => {
    const attached: Buffer[] = [];
    for (const order of orders(1)) {
      for (const isKilled of [true, false]) {
        const bytes = await storeOld();
        const removal = a.stepping(() => remove(a, bytes));
        const attaching = b.stepping(() => attach(b, bytes));
        await inOrder(order, [removal, attaching]);
        const outcome = await attaching.finish<number>().catch((error: { status: number }) => error.status);
        if (!isKilled) await removal.finish();
        const isFirst = order.startsWith("2");
        expect([outcome, await isReferenced(bytes)], order).toEqual(isFirst ? [1, true] : [409, false]);
        if (!isFirst) continue;
        await expectStored(c, bytes, order);
        attached.push(bytes);
      }
    }
    await sweepLater();
    for (const bytes of attached) await expectStored(a, bytes, "days later");
  });

  test("in any order, when an upload has begun and its server is killed: no row without its bytes", async () => {
    for (const order of ordersOf(removalSteps, 1)) {
      for (let before = 0; before <= order.length; before += 1) {
        const bytes = await storeOld();
        const removal = a.stepping(() => remove(a, bytes));
        const attaching = b.stepping(() => attach(b, bytes));
        await inOrder(order.slice(0, before), [removal, attaching]);
        await c.stepping(() => upload(c, bytes)).step();
        c.restart();
        await inOrder(order.slice(before), [removal, attaching]);
        await attaching.finish().catch(() => undefined);
        await removal.finish();
        if (await isReferenced(bytes)) await expectStored(b, bytes, `${order}, ${before}`);
      }
    }
    await sweepLater();
  });
});

test("a sweep that continues after another has taken its claim over removes nothing that was stored since", async () => {
  const uploaded: Buffer[] = [];
  const later = { storedAt: momentBefore(day), claimedAt: momentBefore(-hour) };
  for (const order of ordersOf(removalSteps, removalSteps)) {
    const bytes = await storeOld();
    const first = a.stepping(() => remove(a, bytes));
    const second = b.stepping(() => b.removeOld([hashOf(bytes)], momentBefore(0), later));
    const half = order.length / 2;
    await inOrder(order.slice(0, half), [first, second]);
    await upload(c, bytes);
    await inOrder(order.slice(half), [first, second]);
    await expectStored(c, bytes, order);
    await first.finish();
    await second.finish();
    await expectStored(c, bytes, order);
    uploaded.push(bytes);
  }
  await sweepLater();
  for (const bytes of uploaded) await expectStored(a, bytes, "days later");
});

describe("a request that ends without a row, and another with the same content on another server", () => {
  const refused = (server: FileServer, bytes: Buffer) =>
    server
      .withFileReceiver(async (receive) => {
        await receive("plan.pdf", Readable.from([bytes]));
        throw new Error("Refused");
      })
      .catch(() => undefined);

  test("in any order: the content stays for the other", async () => {
    for (const order of ordersOf(2 + removalSteps, 3)) {
      const bytes = newBytes();
      const ending = a.stepping(() => refused(a, bytes));
      const uploading = b.stepping(() => upload(b, bytes));
      await inOrder(order, [ending, uploading]);
      await uploading.finish();
      await expectStored(c, bytes, order);
      await ending.finish();
      await expectStored(c, bytes, order);
      expect(await rowOf(hashOf(bytes)), order).toMatchObject({ storedBy: "" });
    }
    await sweepLater();
  });

  test("both refused, in any order: the content is removed with the last", async () => {
    for (const order of ordersOf(4, 4)) {
      const bytes = newBytes();
      const first = a.stepping(() => refused(a, bytes));
      const second = b.stepping(() => refused(b, bytes));
      await inOrder(order, [first, second]);
      await first.finish();
      await second.finish();
      await expectRemoved(bytes, order);
    }
    await sweepLater();
  });
});

describe("what one server has stored, another", () => {
  test("reads: a plan file, a staged file, the PDF of a letter and a picture", async () => {
    const bytes = newBytes();
    expect(await b.hasContent(hashOf(bytes))).toBe(false);
    await upload(a, bytes);
    await expectStored(b, bytes, "plan file");
    await expectStored(c, bytes, "plan file");

    const other = newBytes();
    const staged = await a.withFileReceiver(async (receive) => {
      const file = await receive("staged.pdf", Readable.from([other]));
      return a.stageFiles(administrator, [], [file as StoredFile]);
    });
    const files = b.storedFilesOf(administrator, [staged.files[0]?.token ?? ""]);
    expect(await b.addPlanFiles(administrator, permitId, { reviewCycle: "PC1", files })).toBe(1);
    await expectStored(c, other, "staged");

    const pdf = newBytes();
    await a.withStoredBytes(pdf, () => expectStored(b, pdf, "letter"));

    const { default: sharp } = await import("sharp");
    const background = "#2563eb";
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background } })
      .png()
      .toBuffer();
    const path = await a.storePicture(picture);
    expect(await b.readPicture(path)).toEqual(await a.readPicture(path));
    expect(await b.readPicture(path)).not.toBeNull();
  });

  test("removes when its user discards it there", async () => {
    const bytes = newBytes();
    const { files } = await a.withFileReceiver(async (receive) =>
      a.stageFiles(administrator, [], [(await receive("staged.pdf", Readable.from([bytes]))) as StoredFile]),
    );
    await b.discard(administrator, [files[0]?.token ?? ""]);
    await expectRemoved(bytes, "discarded");
  });

  test("spares when it is discarded while another request has stored it", async () => {
    const bytes = newBytes();
    const { files } = await a.withFileReceiver(async (receive) =>
      a.stageFiles(administrator, [], [(await receive("staged.pdf", Readable.from([bytes]))) as StoredFile]),
    );
    const uploading = c.stepping(() => upload(c, bytes));
    await uploading.step();
    await uploading.step();
    await b.discard(administrator, [files[0]?.token ?? ""]);
    await uploading.finish();
    c.restart();
    await expectStored(b, bytes, "uploaded");
  });

  test("counts toward the limit of its user", async () => {
    const viewer = await makeViewer("admin");
    await write((tx) =>
      tx.insert(stagedFiles).values({
        userId: viewer.id,
        contentHash: "0".repeat(64),
        byteSize: a.maxStagedBytes,
        until: momentBefore(-hour),
      }),
    );
    for (const server of [a, b])
      await expect(server.refuseOverQuota(viewer, 1)).rejects.toMatchObject({ status: 413 });
  });
});

const rounds = faultRounds(10_000);

test(`sweeps that race ${rounds} uploads of contents that they would remove lose none`, async () => {
  for (const server of [a, b, c]) server.restart();
  const atOnce = 20;
  const lost: string[] = [];
  const isLost = async (bytes: Buffer) => (await c.sizeOfContent(hashOf(bytes))) !== bytes.length;
  const claims = [a, b].map((server) => vi.spyOn(server.planFileStore, "setAside"));
  for (let round = 0; round < rounds; round += atOnce) {
    const contents = Array.from({ length: Math.min(atOnce, rounds - round) }, newBytes);
    for (const bytes of contents) await c.storeBytes(bytes);
    await makeOld(contents.map(hashOf));
    const uploads = contents.map(async (bytes, index) => {
      await delay(Math.random() * 40);
      await upload(index % 2 ? b : c, bytes);
      if (await isLost(bytes)) lost.push(hashOf(bytes));
    });
    const sweeps = [a, b].map(async (server) => {
      await delay(Math.random() * 20);
      await server.sweep();
    });
    await Promise.all([...uploads, ...sweeps]);
    await a.sweep();
    for (const bytes of contents) if (await isLost(bytes)) lost.push(hashOf(bytes));
  }
  expect(lost).toEqual([]);
  expect(claims.flatMap(({ mock }) => mock.calls)).not.toEqual([]);
  const hashes = await db.select({ hash: planFiles.contentHash }).from(planFiles);
  for (const { hash } of hashes) expect(existsSync(contentPath(hash))).toBe(true);
});
