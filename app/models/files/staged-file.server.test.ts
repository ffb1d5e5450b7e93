import { utimesSync } from "node:fs";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { makeCity, makePermit, makeViewer, permitFields } from "~/testing/test-rows";
import { fromNow, now } from "../clock.server";
import { db, write } from "../db.server";
import { PermitForm } from "../permits/permit.form.server";
import { createPermit } from "../permits/permit.server";
import { addPlanFiles } from "../permits/plan-file.server";
import type { Viewer } from "../policy";
import { signToken } from "../secret.server";
import { stagedFiles } from "../tables.server";
import { contentPath, hasContent, type StoredFile, storeBytes, sweep } from "./plan-file-store.server";
import {
  discard,
  maximumStagedBytes,
  refuseOverQuota,
  type StagedFile,
  stage as stageFiles,
  unstage,
} from "./staged-file.server";

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

/** One file that has just been stored. */
async function stage(owner: Viewer, stored: StoredFile): Promise<StagedFile> {
  const { kept } = await stageFiles(owner, [], [stored]);
  if (!kept[0]) throw new Error("It was not kept");
  return kept[0];
}

const rowsOf = (owner: Viewer) => db.select().from(stagedFiles).where(eq(stagedFiles.userId, owner.id));

const sealed = (facts: object) =>
  signToken("plan-file", { ...file, userId: viewer.id, until: fromNow(60_000), ...facts });

test("a staged file comes back as it was stored", async () => {
  const { token, fileName, byteSize } = await stage(viewer, file);
  expect({ fileName, byteSize }).toEqual({ fileName: file.fileName, byteSize: 22 });
  expect(unstage(viewer, [token])).toEqual([file]);
});

test("staged files come back in the order of their tokens", async () => {
  const names = ["b.pdf", "a.pdf", "c.pdf"];
  const files = names.map((fileName) => ({ ...file, fileName }));
  const tokens = (await stageFiles(viewer, [], files)).kept.map(({ token }) => token);
  expect(unstage(viewer, tokens).map(({ fileName }) => fileName)).toEqual(names);
});

test("a token shows nothing else of the file than what the row will hold", async () => {
  const { token } = await stage(viewer, { ...file, secret: "not for the page" } as StoredFile);
  expect(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).not.toContain("not for the page");
});

test("a token goes into an address or a form as it is", async () => {
  expect((await stage(viewer, file)).token).toMatch(/^[\w-]+\.[\w-]+$/);
});

describe("a token is passed over", () => {
  test("when another user sends it", async () => {
    expect(unstage(other, [(await stage(viewer, file)).token])).toEqual([]);
  });

  test("when its content is altered", async () => {
    const [text = "", signature] = (await stage(viewer, file)).token.split(".");
    const value = JSON.parse(Buffer.from(text, "base64url").toString());
    const forged = Buffer.from(JSON.stringify({ ...value, userId: other.id })).toString("base64url");
    expect(unstage(other, [`${forged}.${signature}`])).toEqual([]);
  });

  test("when its signature is altered, left out or another's", async () => {
    const { token } = await stage(viewer, file);
    const [text, signature = ""] = token.split(".");
    const [, foreign] = (await stage(viewer, { ...file, fileName: "other.pdf" })).token.split(".");
    const swapped = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
    for (const given of [`${text}.${swapped}`, `${text}.`, `${text}`, `${text}.${foreign}`, `${token}x`])
      expect(unstage(viewer, [given])).toEqual([]);
  });

  test.each(["", ".", "..", "garbage", "\u0000", "é.é", "x".repeat(10_000)])(
    "when it is none: %j",
    (garbage) => {
      expect(unstage(viewer, [garbage])).toEqual([]);
    },
  );

  test("once its time is over, shorter than the day after which its content is swept", async () => {
    expect(unstage(viewer, [sealed({ until: fromNow(60_000) })])).toEqual([file]);
    expect(unstage(viewer, [sealed({ until: fromNow(-1) })])).toEqual([]);
    const [text = ""] = (await stage(viewer, file)).token.split(".");
    const { until } = JSON.parse(Buffer.from(text, "base64url").toString());
    expect(until > now()).toBe(true);
    expect(until < fromNow(24 * 60 * 60 * 1000)).toBe(true);
  });

  test("and the good ones beside it are kept", async () => {
    const tokens = ["garbage", (await stage(viewer, file)).token, (await stage(other, file)).token];
    expect(unstage(viewer, tokens)).toEqual([file]);
  });
});

const message = "You have sent many files that belong to no permit yet. Send or discard those forms first.";
const megabyte = 1024 * 1024;
const hour = 60 * 60 * 1000;

let made = 0;

/** A file that is on the disk. */
async function stored(text = `${++made}`): Promise<StoredFile> {
  return { ...(await storeBytes(Buffer.from(`%PDF-1.7 ${text}`))), fileName: "plan.pdf", kind: "pdf" };
}

/** Contents that somebody has sent ahead, of so many bytes each. */
const hold = (owner: Viewer, ...sizes: number[]) =>
  write(async (tx) => {
    for (const byteSize of sizes) {
      const contentHash = `${++made}`.padStart(64, "0");
      await tx.insert(stagedFiles).values({ userId: owner.id, contentHash, byteSize, until: fromNow(hour) });
    }
  });

describe("what somebody has sent ahead", () => {
  test("is a row of who, which content, how many bytes and until when", async () => {
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

  test("is one row for one content, kept from the last time on; a row each for two people", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T20:00:00Z") });
    await stage(viewer, file);
    vi.setSystemTime(Date.parse("2026-11-20T21:00:00Z"));
    await stage(viewer, { ...file, fileName: "the same.pdf" });
    await stage(other, file);
    expect(await rowsOf(viewer)).toMatchObject([{ until: "2026-11-21T17:00:00.000Z" }]);
    expect(await rowsOf(other)).toHaveLength(1);
  });

  test("is kept anew with a form that is refused again", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T20:00:00Z") });
    const { token } = await stage(viewer, file);
    vi.setSystemTime(Date.parse("2026-11-21T15:00:00Z"));
    const another = await stored();
    const { kept, refusal } = await stageFiles(viewer, [token, "garbage"], [another]);
    expect(refusal).toBeNull();
    vi.setSystemTime(Date.parse("2026-11-22T10:00:00Z"));
    expect(unstage(viewer, [token])).toEqual([]);
    const tokens = kept.map((each) => each.token);
    expect(unstage(viewer, tokens)).toEqual([file, another]);
  });

  test("is two forms of twenty files of the largest size, and no byte more", async () => {
    expect(maximumStagedBytes).toBe(2 * 20 * 10 * megabyte);
    await hold(viewer, maximumStagedBytes - 100_000);
    const fits = { ...(await stored()), byteSize: 100_000 };
    const tooMuch = { ...(await stored()), byteSize: 100_001 };
    expect(await stageFiles(viewer, [], [tooMuch])).toMatchObject({
      kept: [],
      refusal: { status: 413, message },
    });
    expect(await stageFiles(viewer, [], [fits])).toMatchObject({ kept: [{}], refusal: null });
    expect((await rowsOf(viewer)).reduce((sum, { byteSize }) => sum + byteSize, 0)).toBe(maximumStagedBytes);
    // Others have their own room, and the same content again takes none.
    expect((await stageFiles(other, [], [tooMuch])).refusal).toBeNull();
    expect((await stageFiles(viewer, [], [fits, fits])).refusal).toBeNull();
  });

  test("keeps those of before when there is no room for more, and none of the new", async () => {
    const earlier = await stage(viewer, file);
    await hold(viewer, maximumStagedBytes - 200_000);
    const many = [await stored(), await stored(), await stored(), await stored()];
    const { kept, refusal } = await stageFiles(viewer, [earlier.token], many);
    expect(refusal).toMatchObject({ status: 413, message });
    expect(
      unstage(
        viewer,
        kept.map(({ token }) => token),
      ),
    ).toEqual([file]);
    expect(await rowsOf(viewer)).toHaveLength(2);
  });

  test("of many small files is counted as what they take of a disk", async () => {
    await hold(viewer, ...Array(maximumStagedBytes / 65_536 - 1).fill(1));
    expect((await stageFiles(viewer, [], [await stored()])).refusal).toBeNull();
    expect((await stageFiles(viewer, [], [await stored()])).refusal).toMatchObject({ status: 413 });
  });

  test("by many at once does not slip by", async () => {
    await hold(viewer, maximumStagedBytes - 3 * 65_536);
    const files = await Promise.all(Array.from({ length: 10 }, () => stored()));
    const answers = await Promise.all(files.map((each) => stageFiles(viewer, [], [each])));
    expect(answers.filter(({ refusal }) => refusal === null)).toHaveLength(3);
  });

  test("is refused by the size that is announced, before it is read", async () => {
    await hold(viewer, maximumStagedBytes - megabyte);
    await refuseOverQuota(viewer, megabyte);
    await expect(refuseOverQuota(viewer, megabyte + 1)).rejects.toMatchObject({ status: 413, message });
    await hold(viewer, megabyte);
    await expect(refuseOverQuota(viewer, 0)).rejects.toMatchObject({ status: 413 });
    await refuseOverQuota(other, maximumStagedBytes);
  });
});

describe("a staged file's row goes", () => {
  test("with the permit that it is sent with, or added to, and not before", async () => {
    const { id: cityId } = await makeCity();
    const permit = await makePermit(viewer, cityId);
    const [first, second] = [await stored(), await stored()];
    await stageFiles(viewer, [], [first, second]);
    await stage(other, first);
    const files = (each: StoredFile) => ({ reviewCycle: "PC1" as const, files: [each] });
    await expect(addPlanFiles(viewer, 999_999, files(first))).rejects.toMatchObject({ status: 404 });
    expect(await rowsOf(viewer)).toHaveLength(2);
    await addPlanFiles(viewer, permit.id, files(first));
    expect(await rowsOf(viewer)).toMatchObject([{ contentHash: second.contentHash }]);
    expect(await rowsOf(other)).toHaveLength(1);

    await createPermit(viewer, PermitForm.parse({ ...permitFields, cityId }), [second]);
    expect(await rowsOf(viewer)).toEqual([]);
  });

  test("when its time is over, and its content a day after it came, not an hour sooner", async () => {
    const each = await stored();
    await stage(viewer, each);
    await sweep(Date.now() + 20 * hour - 60_000);
    expect(await rowsOf(viewer)).toHaveLength(1);
    // Its form was refused again a day later.
    const longAgo = new Date(Date.now() - 25 * hour);
    utimesSync(contentPath(each.contentHash), longAgo, longAgo);
    await sweep(Date.now() + 20 * hour - 60_000);
    expect(await hasContent(each.contentHash)).toBe(true);
    await sweep(Date.now() + 20 * hour + 60_000);
    expect(await rowsOf(viewer)).toEqual([]);
    expect(await hasContent(each.contentHash)).toBe(false);
  });

  test("when it is taken out of its form, with its content, and frees its room", async () => {
    const each = await stored();
    const { token } = await stage(viewer, each);
    await hold(viewer, maximumStagedBytes - 65_536);
    const next = await stored();
    expect((await stageFiles(viewer, [], [next])).refusal).toMatchObject({ status: 413 });
    await discard(viewer, [token, "garbage"]);
    expect(await hasContent(each.contentHash)).toBe(false);
    expect((await stageFiles(viewer, [], [next])).refusal).toBeNull();
    await discard(viewer, [token]);
  });

  test("by nobody else's will", async () => {
    const each = await stored();
    const { token } = await stage(viewer, each);
    await discard(other, [token]);
    await discard(other, [(await stage(other, each)).token]);
    expect(await rowsOf(viewer)).toHaveLength(1);
    expect(await hasContent(each.contentHash)).toBe(true);
  });

  test("not while another form of the same person holds it, whichever gives it up first", async () => {
    for (const first of [0, 1, 2]) {
      const each = await stored();
      const tokens = [];
      for (const form of ["a", "b", "c"]) {
        const { token } = await stage(viewer, { ...each, fileName: `${form}.pdf` });
        tokens.push(token);
      }
      const [given = ""] = tokens.splice(first, 1);
      await discard(viewer, [given]);
      expect(await hasContent(each.contentHash), `form ${first}`).toBe(true);
      // One of the others is refused, and so gets a new token.
      const { kept } = await stageFiles(viewer, [tokens[0] ?? ""], []);
      await discard(viewer, [tokens[1] ?? ""]);
      expect(await hasContent(each.contentHash), `form ${first}`).toBe(true);
      expect(
        unstage(
          viewer,
          kept.map(({ token }) => token),
        ),
      ).toHaveLength(1);
    }
  });

  test("once each form that held it has given it up", async () => {
    const each = await stored();
    const [first, second] = [await stage(viewer, each), await stage(viewer, each)];
    await discard(viewer, [second.token]);
    expect(await hasContent(each.contentHash)).toBe(true);
    await discard(viewer, [first.token]);
    expect(await hasContent(each.contentHash)).toBe(false);
  });

  test("not with its content when a permit has that already", async () => {
    const permit = await makePermit(viewer, (await makeCity()).id);
    const each = await stored();
    await addPlanFiles(viewer, permit.id, { reviewCycle: "PC1", files: [each] });
    await discard(viewer, [(await stage(viewer, each)).token]);
    expect(await rowsOf(viewer)).toEqual([]);
    expect(await hasContent(each.contentHash)).toBe(true);
  });
});
