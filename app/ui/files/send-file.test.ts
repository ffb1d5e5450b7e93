import { afterEach, describe, expect, test, vi } from "vitest";
import { sendFile } from "./send-file";

afterEach(() => vi.unstubAllGlobals());

/** The browser's request, which is answered as given; nothing stands for a connection that broke off. */
function respondWith(response?: object | null) {
  class Responded {
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
  vi.stubGlobal("XMLHttpRequest", Responded);
}

const send = () => sendFile(new File(["%PDF-1.7"], "roof.pdf"), () => {});

test("a file that was taken comes back as what its form carries", async () => {
  const kept = [{ token: "sealed", fileName: "roof.pdf", byteSize: 8 }];
  respondWith({ kept, refused: [] });
  expect(await send()).toEqual({ kept, refused: [] });
});

describe("a file that was not taken is named", () => {
  test.each([
    [
      "with the words of the refusal, whose last dot is that of the whole sentence",
      { message: "The server is out of space. Nothing was saved." },
      "The server is out of space. Nothing was saved",
    ],
    ["when no words came", null, "It could not be sent. Choose it again"],
    ["when the line broke", undefined, "The connection broke off. Choose it again"],
  ])("%s", async (_, outcome, reason) => {
    respondWith(outcome);
    expect(await send()).toEqual({ kept: [], refused: [{ fileName: "roof.pdf", reason }] });
  });
});
