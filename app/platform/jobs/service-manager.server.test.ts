import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isLeftOut } from "../../../scripts/deployment-programs";
import { reportToServiceManager } from "./service-manager.server";

// Node.js cannot listen for datagrams at a Unix socket; every Debian has Perl.
const listener = `use Socket; $| = 1;
socket(my $socket, AF_UNIX, SOCK_DGRAM, 0) or die; bind($socket, sockaddr_un($ARGV[0])) or die; print "listening\\n";
while (defined recv($socket, my $message, 1000, 0)) { print "$message\\n" if $message =~ /=/ }`;

let folder: string;
let systemd: ChildProcess;
let received: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "redline-notify-"));
  process.env.NOTIFY_SOCKET = join(folder, "socket");
  systemd = spawn("perl", ["-e", listener, process.env.NOTIFY_SOCKET]);
  received = [];
  systemd.stdout?.setEncoding("utf8").on("data", (text: string) => received.push(...text.trim().split("\n")));
  await vi.waitUntil(() => received.includes("listening"), { timeout: 30_000 });
  received = [];
});

afterEach(async () => {
  delete process.env.NOTIFY_SOCKET;
  systemd.kill();
  await once(systemd, "close");
  rmSync(folder, { recursive: true });
});

const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 30_000, interval: 5 });

/** Each program ends with a barrier, for which it waits. */
const untilStopped = () =>
  until(() => {
    const barriers = received.filter((message) => message === "BARRIER=1").length;
    return received.includes("STOPPING=1") && barriers * 2 === received.length;
  });

test.skipIf(isLeftOut("systemd"))(
  "systemd hears that the server is ready, that it is well, and that it stops",
  async () => {
    const { NOTIFY_SOCKET: socket } = process.env;
    const stop = reportToServiceManager(async () => undefined, { socket, watchdog: 100_000 });
    await until(() => received.filter((message) => message === "WATCHDOG=1").length === 2);
    stop();
    await untilStopped();
    expect(new Set(received)).toEqual(new Set(["READY=1", "WATCHDOG=1", "STOPPING=1", "BARRIER=1"]));
  },
);

test.skipIf(isLeftOut("systemd"))(
  "a server whose database does not respond is not said to be well",
  async () => {
    const { NOTIFY_SOCKET: socket } = process.env;
    const ping = vi.fn(() => Promise.reject(new Error("disk I/O error")));
    const stop = reportToServiceManager(ping, { socket, watchdog: 10_000 });
    await until(() => ping.mock.calls.length >= 3 && received.includes("READY=1"));
    stop();
    await untilStopped();
    expect(received).not.toContain("WATCHDOG=1");
  },
);

test("without systemd nothing is told", async () => {
  const ping = vi.fn(async () => undefined);
  reportToServiceManager(ping, { socket: undefined, watchdog: 0 })();
  expect(ping).not.toHaveBeenCalled();
});
