import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** The content of a TCP segment on most networks, in bytes. */
const segmentLength = 1460;

type Sender = { waiting: Buffer[]; arriving: Buffer[]; deliver: (segment: Buffer) => void };

/**
 * One direction of a slow line. Its senders share the bandwidth: they send one segment each, one after another.
 * A segment arrives `latency` milliseconds after its last bit was sent.
 */
export class SlowLine {
  /** The senders that have segments waiting, the next one first. */
  private readonly queue: Sender[] = [];
  private isBusy = false;

  constructor(
    private readonly bitsPerSecond: number,
    private readonly latency: number,
  ) {}

  /** Returns a function that sends data, which arrives in segments; empty data arrives as an empty segment. */
  addSender(deliver: (segment: Buffer) => void): (data: Buffer) => void {
    const sender: Sender = { waiting: [], arriving: [], deliver };
    return (data) => {
      if (sender.waiting.length === 0) this.queue.push(sender);
      sender.waiting.push(...segmentsOf(data));
      if (!this.isBusy) this.sendNext(performance.now());
    };
  }

  private sendNext(moment: number): void {
    const sender = this.queue.shift();
    const segment = sender?.waiting.shift();
    this.isBusy = segment !== undefined;
    if (!sender || !segment) return;
    if (sender.waiting.length > 0) this.queue.push(sender);
    sender.arriving.push(segment);
    const sent = moment + (segment.length * 8 * 1000) / this.bitsPerSecond;
    runAt(sent, () => this.sendNext(sent));
    // Takes the first of the segments that are on their way, because timers can run in another order.
    runAt(sent + this.latency, () => sender.deliver(sender.arriving.shift() ?? segment));
  }
}

function segmentsOf(data: Buffer): Buffer[] {
  const count = Math.max(1, Math.ceil(data.length / segmentLength));
  return Array.from({ length: count }, (_, index) =>
    data.subarray(index * segmentLength, (index + 1) * segmentLength),
  );
}

const runAt = (moment: number, run: () => void) =>
  setTimeout(run, Math.max(0, Math.ceil(moment - performance.now())));

export type SlowProxy = {
  url: string;
  stop: () => Promise<void>;
  /** How much has arrived from the server. */
  bytesReceived: () => number;
};

/**
 * Starts a TCP proxy to a server, as slow as a telephone: all connections share `bitsPerSecond` in each
 * direction, and a round trip takes `roundTrip` milliseconds. Opening a connection takes no time.
 */
export async function startSlowProxy(
  target: string,
  { bitsPerSecond, roundTrip }: { bitsPerSecond: number; roundTrip: number },
): Promise<SlowProxy> {
  const { hostname, port } = new URL(target);
  const up = new SlowLine(bitsPerSecond, roundTrip / 2);
  const down = new SlowLine(bitsPerSecond, roundTrip / 2);
  const sockets = new Set<Socket>();
  let received = 0;

  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    for (const socket of [client, server]) {
      sockets.add(socket.setNoDelay());
      socket.on("close", () => sockets.delete(socket));
    }
    pass(client, server, up);
    pass(server, client, down, (bytes) => {
      received += bytes;
    });
  });
  proxy.listen(0, "localhost");
  await once(proxy, "listening");

  async function stop() {
    for (const socket of sockets) socket.destroy();
    proxy.close();
    await once(proxy, "close");
  }

  const { port: ownPort } = proxy.address() as AddressInfo;
  return { url: `http://localhost:${ownPort}`, stop, bytesReceived: () => received };
}

/** Sends what one socket receives to another, and its end as empty data. */
function pass(from: Socket, to: Socket, line: SlowLine, onArrival?: (bytes: number) => void): void {
  const send = line.addSender((segment) => {
    onArrival?.(segment.length);
    if (to.destroyed) return;
    if (segment.length > 0) to.write(segment);
    else to.end();
  });
  from.on("data", send);
  from.on("end", () => send(Buffer.alloc(0)));
  from.on("error", () => to.destroy());
}
