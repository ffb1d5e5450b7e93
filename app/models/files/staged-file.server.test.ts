import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { signToken } from "~/platform/secret.server";
import { makeCity, makePermit, makeViewer, permitFields } from "~/testing/test-rows";
import { fromNow, now } from "../clock.server";
import { PermitSchema } from "../permits/permit.schema.server";
import { createPermit } from "../permits/permit.server";
import { addPlanFiles } from "../permits/plan-file.server";
import type { Viewer } from "../policy";
import { stagedFiles, storedContents } from "../tables.server";
import { hasContent, type StoredFile, storeBytes } from "./plan-file-store.server";
import {
  discard,
  maxStagedBytes,
  refuseOverQuota,
  type StagedFile,
  stageFiles,
  storedFilesOf,
} from "./staged-file.server";
import { sweep } from "./sweep.server";

const file: StoredFile = {
  fileName: 'the "big" план.pdf',
  kind: "pdf",
  byteSize: 22,
  contentHash: "a1".repeat(32),
};

let viewer: Viewer;
let other: Viewer;

beforeEach(async () => {
  viewer = await makeViewer("admin");
  other = await makeViewer("admin");
});
afterEach(() => void vi.useRealTimers());

/** Stages one stored file. */
async function stage(owner: Viewer, stored: StoredFile): Promise<StagedFile> {
  const [staged] = (await stageFiles(owner, [], [stored])).files;
  if (!staged) throw new Error("The file was not staged");
  return staged;
}

const rowsOf = (owner: Viewer) => db.select().from(stagedFiles).where(eq(stagedFiles.userId, owner.id));

const tokenWith = (fields: object) =>
  signToken("plan-file", { ...file, userId: viewer.id, until: fromNow(60_000), ...fields });

test("unstage returns a staged file as it was stored", async () => {
  const { token, fileName, byteSize } = await stage(viewer, file);
  expect({ fileName, byteSize }).toEqual({ fileName: file.fileName, byteSize: 22 });
  expect(storedFilesOf(viewer, [token])).toEqual([file]);
});

test("unstage returns files in the order of their tokens", async () => {
  const names = ["b.pdf", "a.pdf", "c.pdf"];
  const files = names.map((fileName) => ({ ...file, fileName }));
  const tokens = (await stageFiles(viewer, [], files)).files.map(({ token }) => token);
  expect(storedFilesOf(viewer, tokens).map(({ fileName }) => fileName)).toEqual(names);
});

test("a token contains only the fields of the later row", async () => {
  const { token } = await stage(viewer, { ...file, secret: "not for the page" } as StoredFile);
  expect(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).not.toContain("not for the page");
});

test("a token needs no encoding in an address or a form", async () => {
  expect((await stage(viewer, file)).token).toMatch(/^[\w-]+\.[\w-]+$/);
});

describe("a token is ignored", () => {
  test("when another user sends it", async () => {
    expect(storedFilesOf(other, [(await stage(viewer, file)).token])).toEqual([]);
  });

  test("when its content is altered", async () => {
    const [text = "", signature] = (await stage(viewer, file)).token.split(".");
    const value = JSON.parse(Buffer.from(text, "base64url").toString());
    const forged = Buffer.from(JSON.stringify({ ...value, userId: other.id })).toString("base64url");
    expect(storedFilesOf(other, [`${forged}.${signature}`])).toEqual([]);
  });

  test("when its signature is altered, missing or of another token", async () => {
    const { token } = await stage(viewer, file);
    const [text, signature = ""] = token.split(".");
    const [, foreign] = (await stage(viewer, { ...file, fileName: "other.pdf" })).token.split(".");
    const swapped = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
    for (const altered of [`${text}.${swapped}`, `${text}.`, `${text}`, `${text}.${foreign}`, `${token}x`])
      expect(storedFilesOf(viewer, [altered])).toEqual([]);
  });

  test.each(["", ".", "..", "garbage", "\u0000", "é.é", "x".repeat(10_000)])("when it is %j", (garbage) => {
    expect(storedFilesOf(viewer, [garbage])).toEqual([]);
  });

  test("when it has expired, less than a day after the upload", async () => {
    expect(storedFilesOf(viewer, [tokenWith({ until: fromNow(60_000) })])).toEqual([file]);
    expect(storedFilesOf(viewer, [tokenWith({ until: fromNow(-1) })])).toEqual([]);
    const [text = ""] = (await stage(viewer, file)).token.split(".");
    const { until } = JSON.parse(Buffer.from(text, "base64url").toString());
    expect(until > now()).toBe(true);
    expect(until < fromNow(24 * 60 * 60 * 1000)).toBe(true);
  });

  test("and valid tokens next to it are used", async () => {
    const tokens = ["garbage", (await stage(viewer, file)).token, (await stage(other, file)).token];
    expect(storedFilesOf(viewer, tokens)).toEqual([file]);
  });
});

const message =
  "You have uploaded too many files that are not on a permit yet. Submit or discard those forms first.";
const megabyte = 1024 * 1024;
const hour = 60 * 60 * 1000;

let created = 0;

/** Stores a file on disk; without text it has a unique content. */
async function stored(text = `${++created}`): Promise<StoredFile> {
  return { ...(await storeBytes(Buffer.from(`%PDF-1.7 ${text}`))), fileName: "plan.pdf", kind: "pdf" };
}

/** Adds staged files of these sizes for a user. */
const addStaged = (owner: Viewer, ...sizes: number[]) =>
  write(async (tx) => {
    for (const byteSize of sizes) {
      const contentHash = `${++created}`.padStart(64, "0");
      await tx.insert(stagedFiles).values({ userId: owner.id, contentHash, byteSize, until: fromNow(hour) });
    }
  });

describe("the staged files of a user", () => {
  test("have one row each, with user, content, size and expiry", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T20:00:00Z") });
    await stage(viewer, file);
    expect(await rowsOf(viewer)).toMatchObject([
      {
        userId: viewer.id,
        contentHash: file.contentHash,
        byteSize: 22,
        until: "2026-11-21T16:00:00.000Z",
      },
    ]);
  });

  test("have one row for the same content, renewed by each upload, and a row for each user", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T20:00:00Z") });
    await stage(viewer, file);
    vi.setSystemTime(Date.parse("2026-11-20T21:00:00Z"));
    await stage(viewer, { ...file, fileName: "the same.pdf" });
    await stage(other, file);
    expect(await rowsOf(viewer)).toMatchObject([{ until: "2026-11-21T17:00:00.000Z" }]);
    expect(await rowsOf(other)).toHaveLength(1);
  });

  test("are renewed by a form that is refused again", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T20:00:00Z") });
    const { token } = await stage(viewer, file);
    vi.setSystemTime(Date.parse("2026-11-21T15:00:00Z"));
    const another = await stored();
    const { files, refusal } = await stageFiles(viewer, [token, "garbage"], [another]);
    expect(refusal).toBeNull();
    vi.setSystemTime(Date.parse("2026-11-22T10:00:00Z"));
    expect(storedFilesOf(viewer, [token])).toEqual([]);
    const tokens = files.map((staged) => staged.token);
    expect(storedFilesOf(viewer, tokens)).toEqual([file, another]);
  });

  test("are limited to two forms of twenty files of the maximum size", async () => {
    expect(maxStagedBytes).toBe(2 * 20 * 10 * megabyte);
    await addStaged(viewer, maxStagedBytes - 100_000);
    const small = { ...(await stored()), byteSize: 100_000 };
    const large = { ...(await stored()), byteSize: 100_001 };
    expect(await stageFiles(viewer, [], [large])).toMatchObject({
      files: [],
      refusal: { status: 413, message },
    });
    expect(await stageFiles(viewer, [], [small])).toMatchObject({ files: [{}], refusal: null });
    expect((await rowsOf(viewer)).reduce((sum, { byteSize }) => sum + byteSize, 0)).toBe(maxStagedBytes);
    // Each user has a separate limit, and the same content counts once.
    expect((await stageFiles(other, [], [large])).refusal).toBeNull();
    expect((await stageFiles(viewer, [], [small, small])).refusal).toBeNull();
  });

  test("stay the same when an upload exceeds the limit", async () => {
    const earlier = await stage(viewer, file);
    await addStaged(viewer, maxStagedBytes - 200_000);
    const many = [await stored(), await stored(), await stored(), await stored()];
    const { files, refusal } = await stageFiles(viewer, [earlier.token], many);
    expect(refusal).toMatchObject({ status: 413, message });
    expect(
      storedFilesOf(
        viewer,
        files.map(({ token }) => token),
      ),
    ).toEqual([file]);
    expect(await rowsOf(viewer)).toHaveLength(2);
  });

  test("count with at least 64 KB each", async () => {
    await addStaged(viewer, ...Array(maxStagedBytes / 65_536 - 1).fill(1));
    expect((await stageFiles(viewer, [], [await stored()])).refusal).toBeNull();
    expect((await stageFiles(viewer, [], [await stored()])).refusal).toMatchObject({ status: 413 });
  });

  test("stay within the limit when many are sent at once", async () => {
    await addStaged(viewer, maxStagedBytes - 3 * 65_536);
    const contents = await Promise.all(Array.from({ length: 10 }, () => stored()));
    const results = await Promise.all(contents.map((content) => stageFiles(viewer, [], [content])));
    expect(results.filter(({ refusal }) => refusal === null)).toHaveLength(3);
  });

  test("are refused by their announced size, before they are read", async () => {
    await addStaged(viewer, maxStagedBytes - megabyte);
    await refuseOverQuota(viewer, megabyte);
    await expect(refuseOverQuota(viewer, megabyte + 1)).rejects.toMatchObject({ status: 413, message });
    await addStaged(viewer, megabyte);
    await expect(refuseOverQuota(viewer, 0)).rejects.toMatchObject({ status: 413 });
    await refuseOverQuota(other, maxStagedBytes);
  });
});

describe("a staged file", () => {
  test("is no longer staged once it is added to a permit, or sent with a new one", async () => {
    const { id: cityId } = await makeCity();
    const permit = await makePermit(viewer, cityId);
    const [first, second] = [await stored(), await stored()];
    await stageFiles(viewer, [], [first, second]);
    await stage(other, first);
    const files = (content: StoredFile) => ({ reviewCycle: "PC1" as const, files: [content] });
    await expect(addPlanFiles(viewer, 999_999, files(first))).rejects.toMatchObject({ status: 404 });
    expect(await rowsOf(viewer)).toHaveLength(2);
    await addPlanFiles(viewer, permit.id, files(first));
    expect(await rowsOf(viewer)).toMatchObject([{ contentHash: second.contentHash }]);
    expect(await rowsOf(other)).toHaveLength(1);

    await createPermit(viewer, PermitSchema.parse({ ...permitFields, cityId }), [second]);
    expect(await rowsOf(viewer)).toEqual([]);
  });

  test("is deleted when it expires, and its content when it is older than a day", async () => {
    const content = await stored();
    await stage(viewer, content);
    await sweep(Date.now() + 20 * hour - 60_000);
    expect(await rowsOf(viewer)).toHaveLength(1);
    // The content is old when its form is refused again.
    await write(async (tx) => {
      const isContent = eq(storedContents.name, content.contentHash);
      await tx
        .update(storedContents)
        .set({ storedAt: fromNow(-25 * hour) })
        .where(isContent);
    });
    await sweep(Date.now() + 20 * hour - 60_000);
    expect(await hasContent(content.contentHash)).toBe(true);
    await sweep(Date.now() + 20 * hour + 60_000);
    expect(await rowsOf(viewer)).toEqual([]);
    expect(await hasContent(content.contentHash)).toBe(false);
  });

  test("is deleted with its content when it is removed from its form, and no longer counts", async () => {
    const content = await stored();
    const { token } = await stage(viewer, content);
    await addStaged(viewer, maxStagedBytes - 65_536);
    const next = await stored();
    expect((await stageFiles(viewer, [], [next])).refusal).toMatchObject({ status: 413 });
    await discard(viewer, [token, "garbage"]);
    expect(await hasContent(content.contentHash)).toBe(false);
    expect((await stageFiles(viewer, [], [next])).refusal).toBeNull();
    await discard(viewer, [token]);
  });

  test("is not deleted by another user", async () => {
    const content = await stored();
    const { token } = await stage(viewer, content);
    await discard(other, [token]);
    await discard(other, [(await stage(other, content)).token]);
    expect(await rowsOf(viewer)).toHaveLength(1);
    expect(await hasContent(content.contentHash)).toBe(true);
  });

  test("stays while another form of the same user has it, in any order of removal", async () => {
    for (const first of [0, 1, 2]) {
      const content = await stored();
      const tokens = [];
      for (const form of ["a", "b", "c"]) {
        const { token } = await stage(viewer, { ...content, fileName: `${form}.pdf` });
        tokens.push(token);
      }
      const [removed = ""] = tokens.splice(first, 1);
      await discard(viewer, [removed]);
      expect(await hasContent(content.contentHash), `form ${first}`).toBe(true);
      // A form that is refused gets a new token.
      const { files } = await stageFiles(viewer, [tokens[0] ?? ""], []);
      await discard(viewer, [tokens[1] ?? ""]);
      expect(await hasContent(content.contentHash), `form ${first}`).toBe(true);
      expect(
        storedFilesOf(
          viewer,
          files.map(({ token }) => token),
        ),
      ).toHaveLength(1);
    }
  });

  test("is deleted when the last form that has it removes it", async () => {
    const content = await stored();
    const [first, second] = [await stage(viewer, content), await stage(viewer, content)];
    await discard(viewer, [second.token]);
    expect(await hasContent(content.contentHash)).toBe(true);
    await discard(viewer, [first.token]);
    expect(await hasContent(content.contentHash)).toBe(false);
  });

  test("keeps its content on disk if a permit has the same content", async () => {
    const permit = await makePermit(viewer, (await makeCity()).id);
    const content = await stored();
    await addPlanFiles(viewer, permit.id, { reviewCycle: "PC1", files: [content] });
    await discard(viewer, [(await stage(viewer, content)).token]);
    expect(await rowsOf(viewer)).toEqual([]);
    expect(await hasContent(content.contentHash)).toBe(true);
  });
});
