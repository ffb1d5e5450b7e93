import { afterEach, describe, expect, test, vi } from "vitest";
import { sendFile } from "./send-file";

afterEach(() => vi.unstubAllGlobals());

/** Stubs XMLHttpRequest with this response; without a response, the connection is lost. */
function respondWith(response?: object | null) {
  class RequestStub {
    upload = {};
    response = response;
    onload = () => {};
    onerror = () => {};
    open() {}
    send() {
      if (response === undefined) this.onerror();
      else this.onload();
    }
  }
  vi.stubGlobal("XMLHttpRequest", RequestStub);
}

const send = () => sendFile(new File(["%PDF-1.7"], "roof.pdf"), () => {});

test("an accepted file is returned with its token", async () => {
  const kept = [{ token: "signed", fileName: "roof.pdf", byteSize: 8 }];
  respondWith({ kept, refused: [] });
  expect(await send()).toEqual({ kept, refused: [] });
});

describe("a refused file is named with a reason", () => {
  test.each([
    [
      "with the message of the refusal, without its period",
      { message: "The server is out of space. Nothing was saved." },
      "The server is out of space. Nothing was saved",
    ],
    ["when the response has no message", null, "The file could not be sent. Choose it again"],
    ["when the connection is lost", undefined, "The connection was lost. Choose the file again"],
  ])("%s", async (_, response, reason) => {
    respondWith(response);
    expect(await send()).toEqual({ kept: [], refused: [{ fileName: "roof.pdf", reason }] });
  });
});
