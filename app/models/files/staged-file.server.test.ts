import { beforeAll, describe, expect, test } from "vitest";
import { makeViewer } from "~/testing/test-rows";
import { fromNow, now } from "../clock.server";
import type { Viewer } from "../policy";
import { seal } from "../secret.server";
import type { StoredFile } from "./plan-file-store.server";
import { stage, unstage } from "./staged-file.server";

const file: StoredFile = {
  fileName: 'the "big" план.pdf',
  kind: "pdf",
  byteSize: 22,
  contentHash: "a1".repeat(32),
};

let viewer: Viewer;
let other: Viewer;

beforeAll(async () => {
  viewer = await makeViewer("admin");
  other = await makeViewer("admin");
});

const sealed = (facts: object) =>
  seal("plan-file", { ...file, userId: viewer.id, until: fromNow(60_000), ...facts });

test("a staged file comes back as it was stored", () => {
  const { token, fileName, byteSize } = stage(viewer, file);
  expect({ fileName, byteSize }).toEqual({ fileName: file.fileName, byteSize: 22 });
  expect(unstage(viewer, [token])).toEqual([file]);
});

test("staged files come back in the order of their tokens", () => {
  const names = ["b.pdf", "a.pdf", "c.pdf"];
  const tokens = names.map((fileName) => stage(viewer, { ...file, fileName }).token);
  expect(unstage(viewer, tokens).map(({ fileName }) => fileName)).toEqual(names);
});

test("a token shows nothing else of the file than what the row will hold", () => {
  const { token } = stage(viewer, { ...file, secret: "not for the page" } as StoredFile);
  expect(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).not.toContain("not for the page");
});

test("a token goes into an address or a form as it is", () => {
  expect(stage(viewer, file).token).toMatch(/^[\w-]+\.[\w-]+$/);
});

describe("a token is passed over", () => {
  test("when another user sends it", () => {
    expect(unstage(other, [stage(viewer, file).token])).toEqual([]);
  });

  test("when its content is altered", () => {
    const [text = "", signature] = stage(viewer, file).token.split(".");
    const value = JSON.parse(Buffer.from(text, "base64url").toString());
    const forged = Buffer.from(JSON.stringify({ ...value, userId: other.id })).toString("base64url");
    expect(unstage(other, [`${forged}.${signature}`])).toEqual([]);
  });

  test("when its signature is altered, left out or another's", () => {
    const { token } = stage(viewer, file);
    const [text, signature = ""] = token.split(".");
    const [, foreign] = stage(viewer, { ...file, fileName: "other.pdf" }).token.split(".");
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

  test("once its time is over, shorter than the day after which its content is swept", () => {
    expect(unstage(viewer, [sealed({ until: fromNow(60_000) })])).toEqual([file]);
    expect(unstage(viewer, [sealed({ until: fromNow(-1) })])).toEqual([]);
    const [text = ""] = stage(viewer, file).token.split(".");
    const { until } = JSON.parse(Buffer.from(text, "base64url").toString());
    expect(until > now()).toBe(true);
    expect(until < fromNow(24 * 60 * 60 * 1000)).toBe(true);
  });

  test("and the good ones beside it are kept", () => {
    const tokens = ["garbage", stage(viewer, file).token, stage(other, file).token];
    expect(unstage(viewer, tokens)).toEqual([file]);
  });
});
