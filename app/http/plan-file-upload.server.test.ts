import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { env } from "~/env.server";
import { hasContent } from "~/models/files/plan-file-store.server";
import { stage } from "~/models/files/staged-file.server";
import { makeViewer } from "~/testing/test-rows";
import { bytesAnnounced, receiveFiles } from "./plan-file-upload.server";

const address = "http://localhost/permits/1?upload";

describe("an upload that is interrupted", () => {
  const boundary = "----cut";
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="half.pdf"\r\n\r\n%PDF-1.7 half`;

  const streaming = (body: ReadableStream) =>
    new Request(address, { method: "POST", headers, body, duplex: "half" } as RequestInit);

  async function expectRefused(request: Request) {
    const nothing = () => Promise.reject(new Error("The work was run"));
    await expect(receiveFiles(request, nothing)).rejects.toMatchObject({ status: 400 });
    expect(readdirSync(join(env.DATA_DIR, "files", "incoming"))).toEqual([]);
  }

  test("in the middle of a file is refused, and leaves nothing behind", async () => {
    await expectRefused(new Request(address, { method: "POST", headers, body: head }));
  });

  test("by a connection error is refused, and leaves nothing behind", async () => {
    let isSent = false;
    const body = new ReadableStream({
      pull(controller) {
        if (isSent) controller.error(new Error("The connection was lost"));
        else controller.enqueue(Buffer.from(head));
        isSent = true;
      },
    });
    await expectRefused(streaming(body));
  });

  test("between two files is refused", async () => {
    await expectRefused(
      new Request(address, { method: "POST", headers, body: `${head}\r\n--${boundary}\r\n` }),
    );
  });

  test("before the first byte is refused", async () => {
    await expectRefused(new Request(address, { method: "POST", headers, body: "" }));
  });

  test("without a boundary is refused", async () => {
    const request = new Request(address, {
      method: "POST",
      headers: { "content-type": "multipart/form-data" },
      body: head,
    });
    await expectRefused(request);
  });
});

describe("an uploaded file", () => {
  const pdf = (text: string) => new File([`%PDF-1.7 ${text}`], `${text}.pdf`);

  function uploadOf(...files: File[]): Request {
    const body = new FormData();
    for (const file of files) body.append("files", file);
    return new Request(address, { method: "POST", body });
  }

  /** Returns for each file of a request whether its content still exists afterwards. */
  async function received(
    request: Request,
    work: Parameters<typeof receiveFiles>[1] = async () => undefined,
  ) {
    let hashes: string[] = [];
    await receiveFiles(request, async (files) => {
      hashes = files.stored.map(({ contentHash }) => contentHash);
      for (const hash of hashes) expect(await hasContent(hash)).toBe(true);
      return work(files);
    }).catch(() => undefined);
    return Promise.all(hashes.map(hasContent));
  }

  test("without a row is removed after the request, done or failed", async () => {
    expect(await received(uploadOf(pdf("one"), pdf("two")))).toEqual([false, false]);
    const failing = () => Promise.reject(new Error("No"));
    expect(await received(uploadOf(pdf("three")), failing)).toEqual([false]);
  });

  test("with a row stays, the others are removed", async () => {
    const viewer = await makeViewer("admin");
    const keepFirst = ({ stored }: { stored: Parameters<typeof stage>[2] }) =>
      stage(viewer, [], stored.slice(0, 1));
    expect(await received(uploadOf(pdf("kept"), pdf("not kept")), keepFirst)).toEqual([true, false]);
    // The same content again, without a row from this request.
    expect(await received(uploadOf(pdf("kept")))).toEqual([true]);
  });

  test("is removed when its form is interrupted after it", async () => {
    const request = uploadOf(pdf("before the break"));
    const headers = { "content-type": request.headers.get("content-type") ?? "" };
    const [first = ""] = (await request.text()).split(/--\r\n$/);
    const hash = createHash("sha256").update("%PDF-1.7 before the break").digest("hex");
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from(`${first}\r\n`)),
      async pull(controller) {
        while (!(await hasContent(hash)));
        controller.error(new Error("The connection was lost"));
      },
    });
    const broken = new Request(address, { method: "POST", headers, body, duplex: "half" } as RequestInit);
    await expect(receiveFiles(broken, async () => undefined)).rejects.toMatchObject({ status: 400 });
    expect(await hasContent(hash)).toBe(false);
  });

  test("stays while another request uploads the same content", async () => {
    const viewer = await makeViewer("admin");
    const another = async () => {
      expect(await received(uploadOf(pdf("shared")))).toEqual([true]);
    };
    const keeping: Parameters<typeof received>[1] = async ({ stored }) => {
      await another();
      return stage(viewer, [], stored);
    };
    expect(await received(uploadOf(pdf("shared")), keeping)).toEqual([true]);
  });
});

test.each([
  ["10485760", 10_469_376],
  ["300", 0],
  [undefined, 0],
])("a request of %s bytes has files of at least %d", (length, bytes) => {
  const headers: Record<string, string> = length === undefined ? {} : { "content-length": length };
  expect(bytesAnnounced(new Request(address, { method: "POST", headers }))).toBe(bytes);
});
