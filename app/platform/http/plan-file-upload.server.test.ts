import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { stageFiles } from "~/models/files/staged-file.server";
import { hasFile, storedKeys } from "~/testing/stored-files";
import { makeViewer } from "~/testing/test-rows";
import { minFileBytes, receiveFiles } from "./plan-file-upload.server";

const address = "http://localhost/permits/1?upload";

describe("an incomplete upload", () => {
  const boundary = "----cut";
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="half.pdf"\r\n\r\n%PDF-1.7 half`;

  const streaming = (body: ReadableStream) =>
    new Request(address, { method: "POST", headers, body, duplex: "half" } as RequestInit);

  async function expectRefused(request: Request) {
    const before = storedKeys();
    const unexpected = () => Promise.reject(new Error("The work must not run"));
    await expect(receiveFiles(request, unexpected)).rejects.toMatchObject({ status: 400 });
    expect(storedKeys()).toEqual(before);
  }

  test("that ends in the middle of a file returns 400 and leaves no file", async () => {
    await expectRefused(new Request(address, { method: "POST", headers, body: head }));
  });

  test("that ends with a connection error returns 400 and leaves no file", async () => {
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

  test("that ends between two files returns 400", async () => {
    await expectRefused(
      new Request(address, { method: "POST", headers, body: `${head}\r\n--${boundary}\r\n` }),
    );
  });

  test("that ends before the first byte returns 400", async () => {
    await expectRefused(new Request(address, { method: "POST", headers, body: "" }));
  });

  test("without a boundary returns 400", async () => {
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

  /** Returns for each file of a request whether it is still stored afterwards. */
  async function received(
    request: Request,
    work: Parameters<typeof receiveFiles>[1] = async () => undefined,
  ) {
    let keys: string[] = [];
    await receiveFiles(request, async (files) => {
      keys = files.stored.map(({ fileKey }) => fileKey);
      for (const key of keys) expect(hasFile(key)).toBe(true);
      return work(files);
    }).catch(() => undefined);
    return keys.map(hasFile);
  }

  test("without a row is removed after the request, whether the work succeeds or fails", async () => {
    expect(await received(uploadOf(pdf("one"), pdf("two")))).toEqual([false, false]);
    const failing = () => Promise.reject(new Error("The work failed"));
    expect(await received(uploadOf(pdf("three")), failing)).toEqual([false]);
  });

  test("with a row remains, and the others are removed", async () => {
    const viewer = await makeViewer("admin");
    const stageFirst = ({ stored }: { stored: Parameters<typeof stageFiles>[2] }) =>
      stageFiles(viewer, [], stored.slice(0, 1));
    expect(await received(uploadOf(pdf("staged"), pdf("not staged")), stageFirst)).toEqual([true, false]);
  });

  test("is removed if the connection is lost after it", async () => {
    const request = uploadOf(pdf("before the break"));
    const headers = { "content-type": request.headers.get("content-type") ?? "" };
    const [first = ""] = (await request.text()).split(/--\r\n$/);
    const before = storedKeys();
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from(`${first}\r\n`)),
      async pull(controller) {
        while (storedKeys().length === before.length) await nextTurn();
        controller.error(new Error("The connection was lost"));
      },
    });
    const broken = new Request(address, { method: "POST", headers, body, duplex: "half" } as RequestInit);
    await expect(receiveFiles(broken, async () => undefined)).rejects.toMatchObject({ status: 400 });
    expect(storedKeys()).toEqual(before);
  });
});

test.each([
  ["10485760", 10_469_376],
  ["300", 0],
  [undefined, 0],
])("a request of %s bytes contains at least %d bytes of files", (length, bytes) => {
  const headers: Record<string, string> = length === undefined ? {} : { "content-length": length };
  expect(minFileBytes(new Request(address, { method: "POST", headers }))).toBe(bytes);
});
