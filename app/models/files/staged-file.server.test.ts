import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { hasFile } from "~/testing/stored-files";
import { makeApplicant } from "~/testing/test-applicants";
import { makeCity, makePermit, makeViewer, permitFields } from "~/testing/test-rows";
import { fromNow } from "../clock.server";
import { PermitSchema } from "../permits/permit.schema.server";
import { createPermit } from "../permits/permit.server";
import { addPlanFiles } from "../permits/plan-file.server";
import type { Viewer } from "../policy";
import { stagedFiles } from "../tables.server";
import { removeFiles } from "./file-removal.server";
import { newFileKey } from "./file-store.server";
import { type NewPlanFile, storeBytes } from "./plan-file-store.server";
import {
  deleteExpiredStagedFiles,
  discard,
  maxStagedBytes,
  newFilesOf,
  refusalOverQuota,
  type StagedFile,
  stageFiles,
} from "./staged-file.server";

vi.hoisted(() => void vi.stubEnv("MAX_UPLOAD_MB", "10"));

let file: NewPlanFile;

let viewer: Viewer;
let other: Viewer;

beforeEach(async () => {
  viewer = await makeViewer("admin");
  other = await makeViewer("admin");
  file = { ...(await stored()), fileName: 'the "big" план.pdf' };
});
afterEach(() => void vi.useRealTimers());

/** Stages one stored file. */
async function stage(owner: Viewer, newFile: NewPlanFile): Promise<StagedFile> {
  const [staged] = (await stageFiles(owner, [], [newFile])).files;
  if (!staged) throw new Error("The file was not staged");
  return staged;
}

const rowsOf = (owner: Viewer) => db.select().from(stagedFiles).where(eq(stagedFiles.userId, owner.id));

test("unstage returns a staged file as it was stored", async () => {
  const { token, fileName, byteSize } = await stage(viewer, file);
  expect({ fileName, byteSize }).toEqual({ fileName: file.fileName, byteSize: file.byteSize });
  expect(newFilesOf(viewer, [token])).toEqual([file]);
});

test("unstage returns files in the order of their tokens", async () => {
  const names = ["b.pdf", "a.pdf", "c.pdf"];
  const files = await Promise.all(names.map(async (fileName) => ({ ...(await stored()), fileName })));
  const tokens = (await stageFiles(viewer, [], files)).files.map(({ token }) => token);
  expect(newFilesOf(viewer, tokens).map(({ fileName }) => fileName)).toEqual(names);
});

test("a token contains only the fields of the later row", async () => {
  const { token } = await stage(viewer, { ...file, secret: "not for the page" } as NewPlanFile);
  expect(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).not.toContain("not for the page");
});

test("a token needs no encoding in an address or a form", async () => {
  expect((await stage(viewer, file)).token).toMatch(/^[\w-]+\.[\w-]+$/);
});

describe("a token is ignored", () => {
  test("when another user sends it", async () => {
    expect(newFilesOf(other, [(await stage(viewer, file)).token])).toEqual([]);
  });

  test("when its content is altered", async () => {
    const [text = "", signature] = (await stage(viewer, file)).token.split(".");
    const value = JSON.parse(Buffer.from(text, "base64url").toString());
    const forged = Buffer.from(JSON.stringify({ ...value, userId: other.id })).toString("base64url");
    expect(newFilesOf(other, [`${forged}.${signature}`])).toEqual([]);
  });

  test("when its signature is altered, missing or of another token", async () => {
    const { token } = await stage(viewer, file);
    const [text, signature = ""] = token.split(".");
    const [, foreign] = (await stage(viewer, await stored())).token.split(".");
    const swapped = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
    for (const altered of [`${text}.${swapped}`, `${text}.`, `${text}`, `${text}.${foreign}`, `${token}x`])
      expect(newFilesOf(viewer, [altered])).toEqual([]);
  });

  test.each(["", ".", "..", "garbage", "\u0000", "é.é", "x".repeat(10_000)])("when it is %j", (garbage) => {
    expect(newFilesOf(viewer, [garbage])).toEqual([]);
  });

  test("and valid tokens next to it are used", async () => {
    const tokens = [
      ...["garbage", (await stage(viewer, file)).token],
      (await stage(other, await stored())).token,
    ];
    expect(newFilesOf(viewer, tokens)).toEqual([file]);
  });
});

const message =
  "You have uploaded too many files that are not on a permit yet. Send the forms that are still open; other files are removed after a day.";
const megabyte = 1024 * 1024;
const hour = 60 * 60 * 1000;

let created = 0;

/** Stores a file on disk; without text it has a unique content. */
async function stored(text = `${++created}`): Promise<NewPlanFile> {
  return { ...(await storeBytes(Buffer.from(`%PDF-1.7 ${text}`))), fileName: "plan.pdf", kind: "pdf" };
}

/** Adds staged files of these sizes for a user. */
const addStaged = (owner: Viewer, ...sizes: number[]) =>
  write(async (tx) => {
    for (const byteSize of sizes) {
      const row = {
        ...{ userId: owner.id, fileKey: newFileKey(), sha256: "0".repeat(64), byteSize },
        ...{ fileName: "full.pdf", kind: "pdf" as const },
      };
      await tx.insert(stagedFiles).values({ ...row, keepUntil: fromNow(hour) });
    }
  });

describe("the staged files of a user", () => {
  test("have one row each, until a day later", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T20:00:00Z") });
    await stage(viewer, file);
    const { fileKey, byteSize, sha256 } = file;
    const keepUntil = "2026-11-21T20:00:00.000Z";
    expect(await rowsOf(viewer)).toMatchObject([{ userId: viewer.id, fileKey, byteSize, sha256, keepUntil }]);
  });

  test("are renewed by a form that is refused again", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T20:00:00Z") });
    const { token } = await stage(viewer, file);
    vi.setSystemTime(Date.parse("2026-11-21T15:00:00Z"));
    const another = await stored();
    const { files, refusal } = await stageFiles(viewer, [token, "garbage"], [another]);
    expect(refusal).toBeNull();
    vi.setSystemTime(Date.parse("2026-11-22T10:00:00Z"));
    await deleteExpiredStagedFiles();
    const tokens = files.map((staged) => staged.token);
    expect(newFilesOf(viewer, tokens)).toEqual([file, another]);
    expect((await stageFiles(viewer, tokens, [])).files).toHaveLength(2);
  });

  test("that have expired are not offered again", async () => {
    const { token } = await stage(viewer, file);
    await write((tx) => tx.update(stagedFiles).set({ keepUntil: fromNow(-1) }));
    await deleteExpiredStagedFiles();
    expect((await stageFiles(viewer, [token], [])).files).toEqual([]);
  });

  test("are limited to twice what a permit holds", async () => {
    expect(maxStagedBytes).toBe(2 * env.MAX_PERMIT_MB * megabyte);
    await addStaged(viewer, maxStagedBytes - 100_000);
    const small = { ...(await stored()), byteSize: 100_000 };
    const large = { ...(await stored()), byteSize: 100_001 };
    expect(await stageFiles(viewer, [], [large])).toMatchObject({
      files: [],
      refusal: { status: 413, message },
    });
    expect(await stageFiles(viewer, [], [small])).toMatchObject({ files: [{}], refusal: null });
    expect((await rowsOf(viewer)).reduce((sum, { byteSize }) => sum + byteSize, 0)).toBe(maxStagedBytes);
    // Each user has a separate limit.
    expect((await stageFiles(other, [], [large])).refusal).toBeNull();
  });

  test("stay the same when an upload exceeds the limit", async () => {
    const earlier = await stage(viewer, file);
    await addStaged(viewer, ...Array(97).fill(1));
    const many = [await stored(), await stored(), await stored(), await stored()];
    const { files, refusal } = await stageFiles(viewer, [earlier.token], many);
    expect(refusal).toMatchObject({ status: 413, message });
    expect(
      newFilesOf(
        viewer,
        files.map(({ token }) => token),
      ),
    ).toEqual([file]);
    expect(await rowsOf(viewer)).toHaveLength(98);
  });

  test("stay within the limit when many are sent at once", async () => {
    await addStaged(viewer, ...Array(97).fill(1));
    const contents = await Promise.all(Array.from({ length: 10 }, () => stored()));
    const results = await Promise.all(contents.map((content) => stageFiles(viewer, [], [content])));
    expect(results.filter(({ refusal }) => refusal === null)).toHaveLength(3);
  });

  test("are refused by their announced size, before they are read", async () => {
    const refusalFor = (owner: Viewer, byteSize: number) => refusalOverQuota(db, owner, [byteSize]);
    await addStaged(viewer, maxStagedBytes - megabyte);
    expect(await refusalFor(viewer, megabyte)).toBeNull();
    expect(await refusalFor(viewer, megabyte + 1)).toMatchObject({ status: 413, message });
    expect(await refusalFor(other, maxStagedBytes)).toBeNull();
  });

  test("of a link are at most forty, and once what a permit holds", async () => {
    const { id } = await makePermit(viewer, (await makeCity()).id);
    const applicant = await makeApplicant(viewer, { id });
    const refusalFor = (...sizes: number[]) => refusalOverQuota(db, applicant, sizes);
    expect(await refusalFor(...Array(40).fill(1))).toBeNull();
    expect(await refusalFor(...Array(41).fill(1))).toMatchObject({ status: 413, message });
    expect(await refusalFor(maxStagedBytes / 2)).toBeNull();
    expect(await refusalFor(maxStagedBytes / 2 + 1)).toMatchObject({ status: 413, message });
  });

  test("are at most a hundred, however small", async () => {
    await addStaged(viewer, ...Array(99).fill(1));
    expect((await stageFiles(viewer, [], [await stored()])).refusal).toBeNull();
    expect((await stageFiles(viewer, [], [await stored()])).refusal).toMatchObject({ status: 413, message });
  });
});

describe("a staged file", () => {
  test("is no longer staged once it is added to a permit, or sent with a new one", async () => {
    const { id: cityId } = await makeCity();
    const permit = await makePermit(viewer, cityId);
    const [first, second] = [await stored(), await stored()];
    await stageFiles(viewer, [], [first, second]);
    const files = (content: NewPlanFile) => ({ reviewCycle: "PC1" as const, files: [content] });
    await expect(addPlanFiles(viewer, 999_999, files(first))).rejects.toMatchObject({ status: 404 });
    expect(await rowsOf(viewer)).toHaveLength(2);
    await addPlanFiles(viewer, permit.id, files(first));
    expect(await rowsOf(viewer)).toMatchObject([{ fileKey: second.fileKey }]);

    await createPermit(viewer, PermitSchema.parse({ ...permitFields, cityId }), [second]);
    expect(await rowsOf(viewer)).toEqual([]);
  });

  test("is deleted with its file when it expires, and then refused by name", async () => {
    const permit = await makePermit(viewer, (await makeCity()).id);
    const { token } = await stage(viewer, file);
    await deleteExpiredStagedFiles();
    await removeFiles();
    expect(hasFile(file.fileKey)).toBe(true);
    await write((tx) => tx.update(stagedFiles).set({ keepUntil: fromNow(-1) }));
    await deleteExpiredStagedFiles();
    await removeFiles();
    expect(hasFile(file.fileKey)).toBe(false);
    const adding = addPlanFiles(viewer, permit.id, {
      reviewCycle: "PC1",
      files: newFilesOf(viewer, [token]),
    });
    await expect(adding).rejects.toMatchObject({
      status: 409,
      fields: { files: [expect.stringMatching(/^Choose the .* again/)] },
    });
  });

  test("is deleted with its content when it is removed from its form, and no longer counts", async () => {
    const content = await stored();
    const { token } = await stage(viewer, content);
    await addStaged(viewer, ...Array(99).fill(1));
    const next = await stored();
    expect((await stageFiles(viewer, [], [next])).refusal).toMatchObject({ status: 413 });
    await discard(viewer, [token, "garbage"]);
    expect(hasFile(content.fileKey)).toBe(false);
    expect((await stageFiles(viewer, [], [next])).refusal).toBeNull();
    await discard(viewer, [token]);
  });

  test("is not deleted by another user", async () => {
    const { token } = await stage(viewer, file);
    await discard(other, [token]);
    expect(await rowsOf(viewer)).toHaveLength(1);
    expect(hasFile(file.fileKey)).toBe(true);
  });

  test("that a permit has is not removed by its form in another tab", async () => {
    const permit = await makePermit(viewer, (await makeCity()).id);
    const { token } = await stage(viewer, file);
    await addPlanFiles(viewer, permit.id, { reviewCycle: "PC1", files: [file] });
    await discard(viewer, [token]);
    expect(hasFile(file.fileKey)).toBe(true);
  });
});
