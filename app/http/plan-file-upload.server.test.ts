import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { env } from "~/env.server";
import { receiveFiles } from "./plan-file-upload.server";

const address = "http://localhost/permits/1?upload";

describe("an upload that breaks off", () => {
  const boundary = "----cut";
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="half.pdf"\r\n\r\n%PDF-1.7 half`;

  const streaming = (body: ReadableStream) =>
    new Request(address, { method: "POST", headers, body, duplex: "half" } as RequestInit);

  async function expectRefused(request: Request) {
    await expect(receiveFiles(request)).rejects.toMatchObject({ status: 400 });
    expect(readdirSync(join(env.DATA_DIR, "files", "incoming"))).toEqual([]);
  }

  test("in the middle of a file is refused, and leaves nothing behind", async () => {
    await expectRefused(new Request(address, { method: "POST", headers, body: head }));
  });

  test("by an error of the line is refused, and leaves nothing behind", async () => {
    let isSent = false;
    const body = new ReadableStream({
      pull(controller) {
        if (isSent) controller.error(new Error("The line went dead"));
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

  test("before anything came is refused", async () => {
    await expectRefused(new Request(address, { method: "POST", headers, body: "" }));
  });

  test("without saying what parts its fields is refused", async () => {
    const request = new Request(address, {
      method: "POST",
      headers: { "content-type": "multipart/form-data" },
      body: head,
    });
    await expectRefused(request);
  });
});
