import { createHash } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SlowLine, startSlowProxy } from "./slow-proxy";

describe("a slow line", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "performance"] }));
  afterEach(() => vi.useRealTimers());

  /** Notes when each segment of a sender arrives: the milliseconds, the sender and the length. */
  function arrivals(line: SlowLine) {
    const arrived: [number, string, number][] = [];
    const start = performance.now();
    const addSender = (name: string) =>
      line.addSender(({ length }) => arrived.push([Math.round(performance.now() - start), name, length]));
    return { arrived, addSender };
  }

  test("data arrive at its bandwidth, after its latency", () => {
    const { arrived, addSender } = arrivals(new SlowLine(400_000, 200));
    const send = addSender("a");
    send(Buffer.alloc(5000));
    vi.advanceTimersByTime(2000);
    send(Buffer.alloc(500));
    vi.advanceTimersByTime(2000);
    expect(arrived).toEqual([
      [230, "a", 1460],
      [259, "a", 1460],
      [288, "a", 1460],
      [300, "a", 620],
      [2210, "a", 500],
    ]);
  });

  test("senders share the bandwidth, one segment each", () => {
    const { arrived, addSender } = arrivals(new SlowLine(1_168_000, 50));
    const [sendFirst, sendSecond] = [addSender("first"), addSender("second")];
    sendFirst(Buffer.alloc(3 * 1460));
    sendSecond(Buffer.alloc(2 * 1460));
    vi.advanceTimersByTime(1000);
    expect(arrived).toEqual([
      [60, "first", 1460],
      [70, "first", 1460],
      [80, "second", 1460],
      [90, "first", 1460],
      [100, "second", 1460],
    ]);
  });
});

test("the proxy passes data and the end of a connection in both directions", async () => {
  const digest = (data: Buffer) => createHash("sha256").update(data).digest();
  const server = createServer({ allowHalfOpen: true }, async (socket) =>
    socket.end(digest(await buffer(socket))),
  );
  server.listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const proxy = await startSlowProxy(`http://localhost:${port}`, { bitsPerSecond: 1e9, roundTrip: 2 });
  try {
    const data = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));
    const client = connect({ host: "localhost", port: Number(new URL(proxy.url).port), allowHalfOpen: true });
    client.end(data);
    expect(await buffer(client)).toEqual(digest(data));
  } finally {
    await proxy.stop();
    server.close();
  }
});
