import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { stageFiles } from "~/models/files/staged-file.server";
import { hasFile, storedKeys } from "~/testing/stored-files";
import { makeViewer } from "~/testing/test-rows";
import {
  minFileBytes,
  receiveFiles,
  receiveFilledForm,
  refuseTooMuchAtOnce,
} from "./plan-file-upload.server";

vi.hoisted(() => void vi.stubEnv("MAX_UPLOAD_MB", "1"));

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

describe("a form with more bytes of files than a request can have", () => {
  const maxBytes = 1000;
  const pdf = (name: string, size: number) => new File([`%PDF-1.7 ${"x".repeat(size - 9)}`], name);

  async function receivedOf(...files: File[]) {
    const body = new FormData();
    for (const file of files) body.append("files", file);
    body.append("reviewCycle", "PC2");
    const request = new Request(address, { method: "POST", body });
    return receiveFilledForm(request, async (received) => received, maxBytes);
  }
  const namesOf = (files: { fileName: string }[]) => files.map(({ fileName }) => fileName);

  test("has the files before, its text, and a refusal that names the others", async () => {
    const before = storedKeys();
    const received = await receivedOf(pdf("a.pdf", 600), pdf("b.pdf", 400), pdf("c.pdf", 9), pdf("d.pdf", 9));
    expect(namesOf(received.stored)).toEqual(["a.pdf", "b.pdf"]);
    expect(received.refused).toEqual([]);
    expect(received.form.get("reviewCycle")).toBe("PC2");
    expect(received.error).toMatchObject({
      status: 413,
      message: "Send these files in smaller groups (at most 250 MB at once, and 1 MB each): c.pdf, d.pdf.",
    });
    expect(storedKeys()).toEqual(before);
  });

  test("is accepted up to the last byte", async () => {
    const { error, stored } = await receivedOf(pdf("a.pdf", 600), pdf("b.pdf", 400));
    expect([error, stored.map(({ byteSize }) => byteSize)]).toEqual([undefined, [600, 400]]);
  });

  test("is refused for the size of a file that is too large itself, which takes no room", async () => {
    const { error, refused, stored } = await receivedOf(pdf("huge.pdf", 1024 * 1024 + 1), pdf("a.pdf", 900));
    expect(refused).toEqual([{ fileName: "huge.pdf", reason: "The file is larger than 1MB" }]);
    expect([error, namesOf(stored)]).toEqual([undefined, ["a.pdf"]]);
  });
});

test("a request that announces more bytes of files than it can have is refused before it is read", () => {
  const announcing = (bytes: number) =>
    new Request(address, { method: "POST", headers: { "content-length": String(bytes) } });
  refuseTooMuchAtOnce(announcing(250 * 1024 * 1024));
  expect(() => refuseTooMuchAtOnce(announcing(251 * 1024 * 1024))).toThrow(
    expect.objectContaining({
      status: 413,
      message: "Send these files in smaller groups (at most 250 MB at once, and 1 MB each).",
    }),
  );
});

test.each([
  ["10485760", 10_469_376],
  ["300", 0],
  [undefined, 0],
])("a request of %s bytes contains at least %d bytes of files", (length, bytes) => {
  const headers: Record<string, string> = length === undefined ? {} : { "content-length": length };
  expect(minFileBytes(new Request(address, { method: "POST", headers }))).toBe(bytes);
});
