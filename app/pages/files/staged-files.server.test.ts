import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { fromNow } from "~/models/clock.server";
import { db, write } from "~/models/db.server";
import { hasContent, largestFile } from "~/models/files/plan-file-store.server";
import { mostStaged, type StagedFile, unstage } from "~/models/files/staged-file.server";
import type { Viewer } from "~/models/policy";
import { stagedFiles } from "~/models/tables.server";
import { makeViewer } from "~/testing/test-rows";
import { discardFiles, receiveAhead } from "./staged-files.server";

const message = "You have sent many files that belong to no permit yet. Send or discard those forms first.";

let viewer: Viewer;

beforeEach(async () => {
  viewer = await makeViewer("employee", { disciplines: ["Fire"] });
});

function requestOf(text: string, headers: Record<string, string> = {}): Request {
  const body = new FormData();
  body.append("files", new File([`%PDF-1.7 ${text}`], "plan.pdf"));
  return new Request("http://localhost/staged-files", { method: "POST", body, headers });
}

const discardOf = (...tokens: string[]) =>
  new Request("http://localhost/staged-files?discard", {
    method: "POST",
    body: new URLSearchParams(tokens.map((token) => ["keptFiles", token])),
  });

async function send(text: string): Promise<StagedFile> {
  const response = await receiveAhead(requestOf(text), viewer);
  const { kept } = (await response.json()) as { kept: [StagedFile] };
  return kept[0];
}

const hold = (byteSize: number) =>
  write((tx) =>
    tx
      .insert(stagedFiles)
      .values({ userId: viewer.id, contentHash: "f".repeat(64), byteSize, until: fromNow(60_000) }),
  );
const rows = () => db.select().from(stagedFiles).where(eq(stagedFiles.userId, viewer.id));

describe("a file sent ahead", () => {
  test("is a row, and a token for its form", async () => {
    const { token, fileName } = await send("ahead");
    expect(fileName).toBe("plan.pdf");
    expect(unstage(viewer, [token])).toMatchObject([{ fileName: "plan.pdf", byteSize: 14 }]);
    expect(await rows()).toMatchObject([{ byteSize: 14 }]);
  });

  test("beyond what may wait is 413, and leaves neither a row nor its content", async () => {
    await hold(mostStaged - 70_000);
    const [fits, tooLarge] = ["x".repeat(69_000), "y".repeat(71_000)];
    await expect(receiveAhead(requestOf(tooLarge), viewer)).rejects.toMatchObject({ status: 413, message });
    expect(await rows()).toHaveLength(1);
    const hash = createHash("sha256").update(`%PDF-1.7 ${tooLarge}`).digest("hex");
    expect(await hasContent(hash)).toBe(false);
    await send(fits);
    expect(await rows()).toHaveLength(2);
  });

  test("beyond it by what it announces is 413 before a byte is read", async () => {
    await hold(mostStaged - 1_000_000);
    const request = requestOf("announced", { "content-length": "1100000" });
    await expect(receiveAhead(request, viewer)).rejects.toMatchObject({ status: 413, message });
    expect(request.bodyUsed).toBe(false);
  });

  test("larger than any may be is told of that, by who has sent nothing yet", async () => {
    const request = requestOf("z".repeat(largestFile), { "content-length": String(2 * mostStaged) });
    expect(await (await receiveAhead(request, viewer)).json()).toEqual({
      kept: [],
      refused: [{ fileName: "plan.pdf", reason: "The file is larger than 10MB" }],
    });
  });

  test("and taken out of its form is gone, the viewer's own alone", async () => {
    const { token } = await send("taken out");
    const [file] = unstage(viewer, [token]);
    expect((await discardFiles(discardOf(token), await makeViewer("admin"))).status).toBe(204);
    expect(await rows()).toHaveLength(1);
    expect((await discardFiles(discardOf("garbage", token), viewer)).status).toBe(204);
    expect(await rows()).toEqual([]);
    expect(await hasContent(file?.contentHash ?? "")).toBe(false);
  });
});
