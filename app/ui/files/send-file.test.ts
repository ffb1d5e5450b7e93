import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { partBytes } from "~/models/files/plan-file";
import { type Progress, sendFile } from "./send-file";

type Request = { method: string; address: string; headers: Record<string, string>; body: unknown };
type Response = { status: number; body?: object; offset?: number } | "lost";

let requests: Request[];
let respond: (request: Request) => Response;
/** In milliseconds. */
let pauses: number[];

/** Each request is answered in the next turn, or its connection is lost. */
class RequestStub {
  upload: { onprogress?: (event: { loaded: number }) => void } = {};
  status = 0;
  response: object | null = null;
  onloadend = () => {};
  private request: Request = { method: "", address: "", headers: {}, body: null };
  private offset: number | undefined;
  open(method: string, address: string) {
    this.request = { method, address, headers: {}, body: null };
  }
  setRequestHeader(name: string, value: string) {
    this.request.headers[name] = value;
  }
  getResponseHeader() {
    return this.offset === undefined ? null : String(this.offset);
  }
  abort() {
    this.status = 0;
    this.onloadend();
  }
  send(body: unknown) {
    this.request.body = body;
    requests.push(this.request);
    setImmediate(() => {
      const response = respond(this.request);
      if (response !== "lost") {
        this.status = response.status;
        this.response = response.body ?? null;
        this.offset = response.offset;
        this.upload.onprogress?.({ loaded: 5 });
      }
      this.onloadend();
    });
  }
}

beforeEach(() => {
  requests = [];
  pauses = [];
  vi.stubGlobal("XMLHttpRequest", RequestStub);
  vi.stubGlobal("window", new EventTarget());
  // Pauses end at once, as when the browser is online again.
  vi.stubGlobal("setTimeout", (work: () => void, after: number) => {
    if (after >= 60_000) return 0;
    pauses.push(after);
    setImmediate(work);
    return 0;
  });
});
afterEach(() => vi.unstubAllGlobals());

const bytes = Buffer.alloc(partBytes + 100, "x");
const file = new File([bytes], "roof.pdf");
const hashOf = (part: Buffer) => createHash("sha256").update(part).digest("hex");
const firstHash = hashOf(bytes.subarray(0, partBytes));

const result = { kept: [{ token: "signed", fileName: "roof.pdf", byteSize: bytes.length }], refused: [] };
const state = (offset: number, partHashes: string[] = []) => ({
  status: 200,
  body: { key: "k", offset, partHashes },
  offset,
});

const send = (signal = new AbortController().signal, progress: Progress[] = []) =>
  sendFile(file, { signal, onProgress: (step) => void progress.push(step) });

const shown = () =>
  requests.map(({ method, address, headers }) =>
    [method, address, headers["Upload-Offset"]].filter((part) => part !== undefined).join(" "),
  );

/** A server that takes all parts. */
const taking = ({ method, headers }: Request): Response => {
  if (method === "POST") return state(0);
  return headers["Upload-Offset"] === "0" ? state(partBytes, [firstHash]) : { status: 200, body: result };
};

test("a file is sent in parts of 8 MB with their hashes", async () => {
  respond = taking;
  expect(await send()).toEqual(result);
  expect(shown()).toEqual([
    "POST /staged-files",
    "PATCH /staged-files/k 0",
    `PATCH /staged-files/k ${partBytes}`,
  ]);
  expect(JSON.parse(String(requests[0]?.body))).toEqual({
    ...{ fileName: "roof.pdf", byteSize: bytes.length, isNew: false },
  });
  const digest = Buffer.from(firstHash, "hex").toString("base64");
  expect(requests[1]?.headers["Content-Digest"]).toBe(`sha-256=:${digest}:`);
});

test("by a status link, a file is sent below it", async () => {
  vi.stubGlobal("location", { pathname: "/status/the-token/answers/send" });
  respond = taking;
  expect(await send()).toEqual(result);
  expect(shown()[0]).toBe("POST /status/the-token/staged-files");
  expect(shown()[1]).toBe("PATCH /status/the-token/staged-files/k 0");
});

describe("a file goes on", () => {
  test("after a lost connection, from where the server says", async () => {
    let lost = 0;
    respond = (request) => {
      if (request.method === "GET") return lost++ === 0 ? "lost" : state(partBytes, [firstHash]);
      if (request.headers["Upload-Offset"] === "0") return "lost";
      return taking(request);
    };
    const progress: Progress[] = [];
    expect(await send(undefined, progress)).toEqual(result);
    expect(shown().slice(1)).toEqual([
      "PATCH /staged-files/k 0",
      "GET /staged-files/k",
      "GET /staged-files/k",
      `PATCH /staged-files/k ${partBytes}`,
    ]);
    expect(progress).toContainEqual({
      ...{ loaded: 0, left: "" },
      notice: "The connection is lost. The file goes on when it is back.",
    });
  });

  test("while a proxy answers for a server that is being started anew", async () => {
    const answers = [502, 503, 504];
    respond = (request) => {
      const status = answers.pop();
      return status ? { status } : taking(request);
    };
    expect(await send()).toEqual(result);
  });

  test("not where another file of its name and size has begun, here or in another window", async () => {
    const other = state(partBytes, [hashOf(Buffer.from("another"))]);
    const answers = [{ status: 409, offset: partBytes }];
    respond = (request) => {
      if (request.method === "GET") return other;
      if (request.method === "PATCH") return answers.pop() ?? taking(request);
      return String(request.body).includes('"isNew":true') ? taking(request) : other;
    };
    expect(await send()).toEqual(result);
    expect(shown()).toEqual([
      ...["POST /staged-files", "POST /staged-files"],
      ...["PATCH /staged-files/k 0", "GET /staged-files/k"],
      ...["POST /staged-files", "PATCH /staged-files/k 0", `PATCH /staged-files/k ${partBytes}`],
    ]);
  });

  test("without https only on the same page, since nothing can be compared", async () => {
    vi.stubGlobal("crypto", {});
    respond = taking;
    expect(await send()).toEqual(result);
    expect(JSON.parse(String(requests[0]?.body))).toMatchObject({ isNew: true });
    expect(requests[1]?.headers).not.toHaveProperty("Content-Digest");
  });

  test("from the right offset after a wrong one, and anew when the server has forgotten it", async () => {
    const answers: Response[] = [{ status: 409, offset: 0 }, { status: 404 }, { status: 400 }];
    const states: Response[] = [state(0), { status: 404 }];
    respond = (request) => {
      if (request.method === "GET") return states.pop() ?? "lost";
      return request.method === "PATCH" ? (answers.pop() ?? taking(request)) : taking(request);
    };
    expect(await send()).toEqual(result);
    expect(shown().filter((line) => line === "POST /staged-files")).toHaveLength(2);
  });

  test("when the server no longer waits for a part whose line is broken", async () => {
    const busy = { status: 409, offset: 0, body: { message: "This file is being sent by another window" } };
    const answers: Response[] = [busy, busy, busy];
    respond = (request) => {
      if (request.method === "GET") return state(0);
      return request.method === "PATCH" ? (answers.pop() ?? taking(request)) : taking(request);
    };
    expect(await send()).toEqual(result);
    expect(pauses.reduce((sum, milliseconds) => sum + milliseconds, 0)).toBeGreaterThan(10_000);
  });
});

describe("a refused file is named with a reason", () => {
  const refused = (reason: string) => ({ kept: [], refused: [{ fileName: "roof.pdf", reason }] });

  test.each([
    [413, "You have uploaded too many files."],
    [507, "The server is out of space. Nothing was saved."],
    [403, "You cannot add files."],
  ])("with the message of the server, %i, without its period", async (status, message) => {
    respond = () => ({ status, body: { message } });
    expect(await send()).toEqual(refused(message.slice(0, -1)));
  });

  test("when the server says why not", async () => {
    respond = ({ method }) =>
      method === "POST" ? state(0) : { status: 200, body: refused("The file is empty") };
    expect(await send()).toEqual(refused("The file is empty"));
  });

  test("when another window keeps sending it", async () => {
    const message = "This file is being sent by another window";
    respond = (request) =>
      request.method === "PATCH" ? { status: 409, offset: 0, body: { message } } : state(0);
    expect(await send()).toEqual(refused(message));
    expect(requests).toHaveLength(8);
  });

  test("when it was changed or deleted while it was sent", async () => {
    respond = taking;
    const vanished = Object.assign(new File([bytes], "roof.pdf"), {
      slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException("gone", "NotReadableError")) }),
    });
    const sent = await sendFile(vanished as File, {
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    expect(sent).toEqual(
      refused("The file was changed, moved or deleted while it was sent. Choose it again"),
    );
  });
});

test("a file that the user stops is forgotten here and on the server, and one that is left behind is not", async () => {
  const fetched = vi.fn((_address: string, _init: RequestInit) => Promise.resolve());
  vi.stubGlobal("fetch", fetched);
  for (const reason of ["stopped", undefined]) {
    const stopping = new AbortController();
    respond = (request) => {
      if (request.method === "PATCH") stopping.abort(reason);
      return taking(request);
    };
    expect(await send(stopping.signal)).toEqual({ kept: [], refused: [] });
  }
  expect(fetched.mock.calls).toEqual([["/staged-files/k", { method: "DELETE", keepalive: true }]]);
});
