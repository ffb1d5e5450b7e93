import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { fromNow } from "~/models/clock.server";
import { newFileKey } from "~/models/files/file-store.server";
import { maxFileBytes } from "~/models/files/plan-file-store.server";
import { maxStagedBytes, newFilesOf, type StagedFile } from "~/models/files/staged-file.server";
import type { Viewer } from "~/models/policy";
import { stagedFiles } from "~/models/tables.server";
import { db, write } from "~/platform/db/db.server";
import { hasFile } from "~/testing/stored-files";
import { makeViewer } from "~/testing/test-rows";
import { discardStagedFiles, receiveStagedFiles } from "./parts/staged-files.server";

vi.hoisted(() => void vi.stubEnv("MAX_UPLOAD_MB", "1"));

const message =
  "You have uploaded too many files that are not on a permit yet. Submit or discard those forms first.";

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
  const response = await receiveStagedFiles(requestOf(text), viewer);
  const { kept } = (await response.json()) as { kept: [StagedFile] };
  return kept[0];
}

const addStaged = (byteSize: number) =>
  write((tx) =>
    tx.insert(stagedFiles).values({
      userId: viewer.id,
      fileKey: newFileKey(),
      sha256: "f".repeat(64),
      byteSize,
      keepUntil: fromNow(60_000),
    }),
  );
const rows = () => db.select().from(stagedFiles).where(eq(stagedFiles.userId, viewer.id));

describe("a file sent before its form", () => {
  test("has a row, and a token for its form", async () => {
    const { token, fileName } = await send("early");
    expect(fileName).toBe("plan.pdf");
    expect(newFilesOf(viewer, [token])).toMatchObject([{ fileName: "plan.pdf", byteSize: 14 }]);
    expect(await rows()).toMatchObject([{ byteSize: 14 }]);
  });

  test("over the limit is 413, and leaves no row and no content", async () => {
    await addStaged(maxStagedBytes - 70_000);
    const [small, large] = ["x".repeat(69_000), "y".repeat(71_000)];
    await expect(receiveStagedFiles(requestOf(large), viewer)).rejects.toMatchObject({
      status: 413,
      message,
    });
    expect(await rows()).toHaveLength(1);
    const hash = createHash("sha256").update(`%PDF-1.7 ${large}`).digest("hex");
    expect(hasFile(hash)).toBe(false);
    await send(small);
    expect(await rows()).toHaveLength(2);
  });

  test("with a Content-Length over the limit is 413 before a byte is read", async () => {
    await addStaged(maxStagedBytes - 500_000);
    const request = requestOf("announced", { "content-length": "600000" });
    await expect(receiveStagedFiles(request, viewer)).rejects.toMatchObject({ status: 413, message });
    expect(request.bodyUsed).toBe(false);
  });

  test("over the size limit is refused for its size", async () => {
    const request = requestOf("z".repeat(maxFileBytes), { "content-length": String(2 * maxStagedBytes) });
    expect(await (await receiveStagedFiles(request, viewer)).json()).toEqual({
      kept: [],
      refused: [{ fileName: "plan.pdf", reason: "The file is larger than 1MB" }],
    });
  });

  test("is deleted when its own user removes it from the form", async () => {
    const { token } = await send("removed");
    const [file] = newFilesOf(viewer, [token]);
    expect((await discardStagedFiles(discardOf(token), await makeViewer("admin"))).status).toBe(204);
    expect(await rows()).toHaveLength(1);
    expect((await discardStagedFiles(discardOf("garbage", token), viewer)).status).toBe(204);
    expect(await rows()).toEqual([]);
    expect(hasFile(file?.fileKey ?? "")).toBe(false);
  });
});
