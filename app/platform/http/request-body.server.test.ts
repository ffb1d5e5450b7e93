import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { finished } from "node:stream/promises";
import { describe, expect, test } from "vitest";
import { Refusal } from "~/models/refusal";
import { pacedUpload, readForm, readText } from "./request-body.server";

const boundary = "edge";
const field = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (disposition: string, content: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: application/pdf\r\n\r\n${content}\r\n`;
const end = `--${boundary}--\r\n`;

/** A body that is streamed in chunks, without a length, and may be interrupted. */
function streamed(text: string, { step = text.length, isInterrupted = false } = {}) {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, at + step));
      else if (isInterrupted) controller.error(new Error("The client disconnected"));
      else controller.close();
      at += step;
    },
  });
}

const request = (body: BodyInit, type: string, headers: Record<string, string> = {}) =>
  new Request("http://localhost:3000/login", {
    method: "POST",
    body,
    duplex: "half",
    headers: { "content-type": type, ...headers },
  } as RequestInit);
const multipart = (body: BodyInit) => request(body, `multipart/form-data; boundary=${boundary}`);
const urlencoded = (body: BodyInit, headers?: Record<string, string>) =>
  request(body, "application/x-www-form-urlencoded", headers);

const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Refusal);
  return (error as Refusal).status;
};

type Incoming = { field: string; fileName: string; stream: Readable & { truncated: boolean } };
const reading = async ({ field: name, fileName, stream }: Incoming) => {
  let text = "";
  for await (const chunk of stream) text += chunk;
  return { name, fileName, text, isTooLarge: stream.truncated };
};

const mebibyte = 1024 * 1024;

describe("a body as text", () => {
  test("is complete, even if a chunk ends inside a character", async () => {
    expect(await readText(urlencoded(streamed("Süd ✓", { step: 1 })))).toBe("Süd ✓");
  });

  test("of more than 1 MB returns 413, even with a smaller Content-Length", async () => {
    expect(await readText(urlencoded("x".repeat(mebibyte)))).toHaveLength(mebibyte);
    expect(await refusalOf(readText(urlencoded(streamed("x".repeat(mebibyte + 1), { step: 1000 }))))).toBe(
      413,
    );
    expect(await refusalOf(readText(urlencoded("x", { "content-length": String(mebibyte + 1) })))).toBe(413);
    expect(await refusalOf(readText(urlencoded("x".repeat(mebibyte + 1), { "content-length": "1" })))).toBe(
      413,
    );
  });
});

test("a urlencoded form returns every value of a repeated name, in order", async () => {
  const { form } = await readForm(urlencoded("a=1&b=%C3%BC+x&a=2"));
  expect([...form]).toEqual([
    ["a", "1"],
    ["b", "ü x"],
    ["a", "2"],
  ]);
});

test("a multipart form returns every value of a repeated name, in chunks of any size", async () => {
  for (const step of [1, 2, 3, 7, 50]) {
    const { form } = await readForm(
      multipart(streamed(`${field("a", "1")}${field("b", "ü\r\nx")}${field("a", "")}${end}`, { step })),
    );
    expect([...form]).toEqual([
      ["a", "1"],
      ["b", "ü\r\nx"],
      ["a", ""],
    ]);
  }
});

test.each(["text/plain", "application/json", ""])("a form sent as %o returns 415", async (type) => {
  expect(await refusalOf(readForm(request("a=1", type)))).toBe(415);
});

test("a form of more than a thousand fields returns 413, urlencoded or multipart", async () => {
  expect(await refusalOf(readForm(urlencoded("a=1&".repeat(1001))))).toBe(413);
  expect(await refusalOf(readForm(multipart(field("a", "1").repeat(1001) + end)))).toBe(413);
});

test.each([
  ["with a length", (text: string) => text],
  ["without a length", (text: string) => streamed(text, { step: 64 * 1024 })],
])("a form of 2 MB %s returns 413", async (_, bodyOf) => {
  const text = "x".repeat(2 * mebibyte);
  expect(await refusalOf(readForm(urlencoded(bodyOf(`a=${text}`))))).toBe(413);
  expect(await refusalOf(readForm(multipart(bodyOf(field("a", text) + end))))).toBe(413);
  expect(await refusalOf(readForm(multipart(bodyOf(field("a", "x".repeat(50_000)).repeat(41) + end))))).toBe(
    413,
  );
});

test("a form without file fields returns 413 for a file of 2 MB", async () => {
  const body = `${file('name="plan"; filename="a.pdf"', "x".repeat(2 * mebibyte))}${end}`;
  expect(await refusalOf(readForm(multipart(streamed(body, { step: 64 * 1024 }))))).toBe(413);
});

const unfinished = `${field("a", "1")}${file('name="plan"; filename="a.pdf"', "x".repeat(3000))}`;

test.each([
  ["before its first byte", ""],
  ["in a boundary", `--${boundary}`],
  ["in a header", `--${boundary}\r\nContent-Disp`],
  ["in a field", `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nhal`],
  ["in a file", `--${boundary}\r\nContent-Disposition: form-data; name="a"; filename="a.pdf"\r\n\r\nhal`],
  ["before its end", unfinished],
])("a form that ends %s returns 400 and does not hang, with or without files", async (_, text) => {
  for (const isInterrupted of [false, true])
    for (const step of [5, 1000])
      for (const receive of [reading, undefined])
        expect(await refusalOf(readForm(multipart(streamed(text, { step, isInterrupted })), receive))).toBe(
          400,
        );
});

test("a connection that is lost during a file returns 400, even if the receiver of the file fails", async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(unfinished.slice(0, -2)));
      void begun.then(() => controller.error(new Error("The client disconnected")));
    },
  });
  const receive = async ({ stream }: Incoming) => {
    stream.once("data", () => begin());
    await finished(stream.resume());
  };
  expect(await refusalOf(readForm(multipart(body), receive))).toBe(400);
});

test.each([
  ["without a boundary", "multipart/form-data"],
  ["with an empty boundary", "multipart/form-data; boundary="],
  ["with another boundary", "multipart/form-data; boundary=other"],
])("a form %s returns 400", async (_, type) => {
  expect(await refusalOf(readForm(request(field("a", "1") + end, type)))).toBe(400);
});

test("a part without a name returns 400", async () => {
  expect(
    await refusalOf(
      readForm(multipart(`--${boundary}\r\nContent-Disposition: form-data\r\n\r\n1\r\n${end}`)),
    ),
  ).toBe(400);
});

test("files are received with field, name and content, as well as the fields", async () => {
  const body = `${field("a", "1")}${file('name="plan"; filename="a.pdf"', "content")}${field("b", "2")}${end}`;
  const { form, received, surplus } = await readForm(multipart(streamed(body, { step: 9 })), reading);
  expect([...form]).toEqual([
    ["a", "1"],
    ["b", "2"],
  ]);
  expect(received).toEqual([{ name: "plan", fileName: "a.pdf", text: "content", isTooLarge: false }]);
  expect(surplus).toEqual([]);
});

test("a file that is too large is truncated and marked, and the next is complete", async () => {
  const body = `${file('name="plan"; filename="a.pdf"', "x".repeat(11))}${file('name="plan"; filename="b.pdf"', "x".repeat(10))}${end}`;
  const { received } = await readForm(multipart(body), reading, 10);
  expect(received.map(({ text, isTooLarge }) => [text.length, isTooLarge])).toEqual([
    [10, true],
    [10, false],
  ]);
});

test("of 21 files, 20 are received and the name of the last is returned", async () => {
  const files = Array.from({ length: 21 }, (_, index) =>
    file(`name="plan"; filename="${index}.pdf"`, "x".repeat(70_000)),
  );
  const { received, surplus } = await readForm(
    multipart(streamed(files.join("") + end, { step: 9000 })),
    reading,
  );
  expect(received.map(({ fileName }) => fileName)).toEqual(
    Array.from({ length: 20 }, (_, index) => `${index}.pdf`),
  );
  expect(surplus).toEqual(["20.pdf"]);
});

test.each([
  ["no name", 'name="plan"'],
  ["an empty name", 'name="plan"; filename=""'],
])("an empty file field with %s is ignored", async (_, disposition) => {
  const body = `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n\r\n${end}`;
  const { form, received, surplus } = await readForm(multipart(body), reading);
  expect({ fields: [...form], received, surplus }).toEqual({ fields: [], received: [], surplus: [] });
});

test.each([
  ["what browsers write", "a%22b%0D%0ac%0d.pdf", 'a"b\r\nc\r.pdf'],
  ["any other percent sign", "100% %41%2F%5C%00%2.pdf", "100% %41%2F%5C%00%2.pdf"],
  ["what other programs write", 'a\\"b\\\\c.pdf', 'a"b\\c.pdf'],
  ["a path", "set 1/../a\\b.pdf", "set 1/../a\\b.pdf"],
])("the name of a file is received with %s", async (_, sent, fileName) => {
  const body = `${file(`name="plan"; filename="${sent}"`, "x").repeat(21)}${end}`;
  const { received, surplus } = await readForm(multipart(body), reading);
  expect(new Set([...received.map((file) => file.fileName), ...surplus])).toEqual(new Set([fileName]));
});

test("an error while a file is received is thrown unchanged", async () => {
  const body = `${file('name="plan"; filename="a.pdf"', "x".repeat(200_000))}${file('name="plan"; filename="b.pdf"', "x")}${end}`;
  const failing = () => Promise.reject(new Error("The disk is full"));
  await expect(readForm(multipart(streamed(body, { step: 9000 })), failing)).rejects.toThrow(
    "The disk is full",
  );
});

const chunksOf = (name: string, length: number) =>
  Array.from({ length }, (_, index) => Buffer.from(`${name}${index} `));

/** Counts the passed chunks in each round of the event loop until `work` ends. */
async function chunksByRound(work: (count: () => void) => Promise<unknown>): Promise<number[]> {
  const rounds: number[] = [];
  let isDone = false;
  let passed = 0;
  const countRound = () => {
    rounds.push(passed);
    passed = 0;
    if (!isDone) setImmediate(countRound);
  };
  setImmediate(countRound);
  await work(() => passed++).finally(() => {
    isDone = true;
  });
  return rounds;
}

test("many uploads at once pass on one chunk in each round of the event loop", async () => {
  const uploads = Array.from({ length: 10 }, (_, index) => chunksOf(`upload ${index}: `, 20));
  const rounds = await chunksByRound((count) =>
    Promise.all(
      uploads.map((chunks) =>
        buffer(
          Readable.from(chunks)
            .pipe(pacedUpload())
            .on("data", () => count()),
        ),
      ),
    ),
  );
  expect(Math.max(...rounds)).toBe(1);
});

test("an upload arrives unchanged and in order", async () => {
  const chunks = chunksOf("chunk ", 50);
  expect(await buffer(Readable.from(chunks).pipe(pacedUpload()))).toEqual(Buffer.concat(chunks));
});

test("an upload that ends in the middle does not hold up the others", async () => {
  const broken = Readable.from(chunksOf("broken ", 5)).pipe(pacedUpload());
  broken.destroy();
  const chunks = chunksOf("whole ", 5);
  expect(await buffer(Readable.from(chunks).pipe(pacedUpload()))).toEqual(Buffer.concat(chunks));
});
