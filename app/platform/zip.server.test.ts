import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { createReadableStreamFromReadable } from "@react-router/node";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { unzipSync } from "fflate";
import { afterEach, expect, test } from "vitest";
import { type ZipEntry, zipOf } from "./zip.server";

const modifiedAt = new Date("2026-11-28T10:00:00Z");
const megabyte = Buffer.alloc(1_000_000, 7);

/** What is done after the entries end, also early. */
let ended: Promise<void>;

function entriesOf(...entries: [path: string, content: Iterable<Buffer | string>][]) {
  let end = () => {};
  ended = new Promise((resolve) => {
    end = resolve;
  });
  return (async function* (): AsyncGenerator<ZipEntry> {
    try {
      for (const [path, content] of entries)
        yield {
          path,
          isCompressed: path.endsWith(".csv"),
          modifiedAt,
          content: (async function* () {
            yield* content;
          })(),
        };
    } finally {
      end();
    }
  })();
}

function* broken() {
  yield megabyte;
  throw new Error("The disk has failed");
}

function* endless() {
  for (;;) yield megabyte;
}

let close = () => {};
afterEach(() => close());

/** Sends the file as the server does. Returns its address. */
async function serve(make: () => ReturnType<typeof zipOf>): Promise<string> {
  const respond = (_request: Request) => new Response(createReadableStreamFromReadable(make()));
  const server = createServer(createRequestListener(respond, { onError: () => undefined }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  close = () => void server.close();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a file has its entries, those of text compressed", async () => {
  const file = await buffer(
    zipOf(
      entriesOf(
        ["permits/Süd 1/plan.pdf", [megabyte, "end"]],
        ["rows.csv", ["a,b\r\n".repeat(100_000)]],
        ["empty", []],
      ),
    ),
  );
  const found = unzipSync(file);
  expect(Object.keys(found)).toEqual(["permits/Süd 1/plan.pdf", "rows.csv", "empty"]);
  expect(Buffer.from(found["permits/Süd 1/plan.pdf"] ?? [])).toEqual(
    Buffer.concat([megabyte, Buffer.from("end")]),
  );
  expect(Buffer.from(found["rows.csv"] ?? []).toString()).toBe("a,b\r\n".repeat(100_000));
  expect(file.length).toBeLessThan(megabyte.length + 10_000);
  await ended;
});

test("an error of an entry breaks the download off", async () => {
  const address = await serve(() =>
    zipOf(entriesOf(["whole", ["text"]], ["broken", broken()], ["never", []])),
  );
  const response = await fetch(address);
  expect(response.status).toBe(200);
  await expect(response.arrayBuffer()).rejects.toThrow("terminated");
  await ended;
});

test("a client that goes away ends the reading", async () => {
  const address = await serve(() => zipOf(entriesOf(["endless", endless()], ["never", []])));
  const { body } = await fetch(address);
  const reader = body?.getReader();
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
  await reader?.cancel();
  await ended;
});
