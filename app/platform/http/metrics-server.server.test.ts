import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { signIn } from "~/models/accounts/sign-in.server";
import { recordBackup } from "~/models/backups/last-backup.server";
import { queueEmails } from "~/models/mail/mail.server";
import { mailOutbox } from "~/models/tables.server";
import { databaseBusy } from "../db/database-failure.server";
import { db, write } from "../db/db.server";
import { isPostgres } from "../db/dialect.server";
import { run } from "../jobs/schedule.server";
import { workQueue } from "../jobs/work-queue.server";
import { createMetricsServer } from "./metrics-server.server";
import { createWebServer } from "./web-server.server";

const listen = async (server: ReturnType<typeof createWebServer>) => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const metricsServer = createMetricsServer();
let origin: string;
beforeAll(async () => {
  origin = await listen(metricsServer);
});
afterAll(() => void metricsServer.close());
beforeEach(() => {
  for (const level of ["error", "warn"] as const) vi.spyOn(console, level).mockReturnValue();
});

/** Returns the value of each series. Throws if a line is not of the exposition format. */
async function series(): Promise<Map<string, number>> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const values = new Map<string, number>();
  let name = "";
  for (const line of text.split("\n").filter(Boolean)) {
    name = /^# HELP ([a-z_\d]+) \S/.exec(line)?.[1] ?? name;
    if (line.startsWith("# ")) continue;
    const [, key = "", value] = /^([a-z_\d]+(?:\{[^{}]*\})?) (Nan|[+-]?[\de.+-]+)$/.exec(line) ?? [];
    if (key === "" || !key.startsWith(name) || values.has(key)) throw new Error(line);
    values.set(key, Number(value));
  }
  return values;
}

/** Returns by how much these series have grown. */
async function grown(work: () => Promise<unknown>, ...names: string[]) {
  const before = await series();
  await work();
  const after = await series();
  return names.map((name) => (after.get(name) ?? 0) - (before.get(name) ?? 0));
}

test("GET /metrics is in the format of Prometheus, and nothing else is served", async () => {
  const response = await fetch(`${origin}/metrics`);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const values = await series();
  expect(values.get("redline_database_up")).toBe(1);
  expect(values.get("redline_disk_free_bytes")).toBeGreaterThan(0);
  expect(values.get("redline_disk_reserve_bytes")).toBe(0);
  expect(values.get("redline_database_size_bytes")).toBeGreaterThan(10_000);
  expect(values.get("nodejs_eventloop_lag_p99_seconds")).toBeGreaterThanOrEqual(0);
  for (const [path, method] of [
    ["/", "GET"],
    ["/permits", "GET"],
    ["/metrics", "POST"],
  ] as const)
    expect((await fetch(`${origin}${path}`, { method })).status).toBe(404);
});

test("writes are counted by their outcome, with their wait and their time", async () => {
  const work = async () => {
    await write(async () => undefined);
    await write(() => Promise.reject(new Error("rolled back"))).catch(() => undefined);
  };
  const writes = (outcome: string) => `redline_database_writes_total{outcome="${outcome}"}`;
  const counts = ["wait", "duration"].map((what) => `redline_database_write_${what}_seconds_count`);
  const names = [writes("committed"), writes("rolled back"), ...counts];
  expect(await grown(work, ...names)).toEqual([1, 1, 2, 2]);
});

test("what is refused because the database is busy is counted", async () => {
  const name = 'redline_database_refusals_total{reason="busy"}';
  expect(await grown(async () => databaseBusy(), name)).toEqual([1]);
});

test("a job has its last success, its duration and its failures", async () => {
  let isBroken = false;
  const job = async () => {
    if (isBroken) throw new Error("broken");
  };
  const success = 'redline_job_last_success_timestamp_seconds{name="a test"}';
  const failures = 'redline_job_failures_total{name="a test"}';
  run(job, "a test");
  const first = await series();
  expect(first.get(failures)).toBe(0);
  expect(Math.abs((first.get(success) ?? 0) - Date.now() / 1000)).toBeLessThan(600);
  expect(first.get('redline_job_duration_seconds{name="a test"}')).toBeGreaterThanOrEqual(0);
  isBroken = true;
  run(job, "a test");
  const second = await series();
  expect(second.get(failures)).toBe(1);
  expect(second.get(success)).toBe(first.get(success));
});

test("a queue says what runs and what waits", async () => {
  const end = Promise.withResolvers<void>();
  const enqueue = workQueue({ name: "tests", concurrency: 1, waiting: 5, refusal: databaseBusy });
  const tasks = [1, 2, 3].map(() => enqueue(() => end.promise));
  const values = await series();
  expect(values.get('redline_queue_tasks{queue="tests",state="running"}')).toBe(1);
  expect(values.get('redline_queue_tasks{queue="tests",state="waiting"}')).toBe(2);
  end.resolve();
  await Promise.all(tasks);
  for (const queue of ["writes", "passwords"])
    expect(values.get(`redline_queue_tasks{queue="${queue}",state="waiting"}`)).toBe(0);
});

test.runIf(isPostgres)("the pools of connections say what runs and what waits", async () => {
  const values = await series();
  for (const state of ["running", "idle", "waiting"])
    expect(values.get(`redline_database_connections{pool="reads",state="${state}"}`)).toBeLessThan(11);
});

test("emails are counted by status, with the age of the oldest that waits", async () => {
  await write((tx) => tx.delete(mailOutbox));
  const email = { to: "a@b.test", subject: "Hi", lines: [], link: { label: "Open", url: "/" } };
  await write((tx) => queueEmails(tx, email, email));
  const [oldest] = await db.select({ id: mailOutbox.id }).from(mailOutbox);
  expect(oldest).toBeDefined();
  await write((tx) => tx.update(mailOutbox).set({ createdAt: "2026-11-01T00:00:00.000Z" }));
  const values = await series();
  expect(values.get('redline_mail_emails{status="waiting"}')).toBe(2);
  expect(values.get('redline_mail_emails{status="failed"}')).toBe(0);
  const age = Date.now() / 1000 - Date.parse("2026-11-01T00:00:00.000Z") / 1000;
  expect(Math.abs((values.get("redline_mail_oldest_waiting_seconds") ?? 0) - age)).toBeLessThan(600);
  await write((tx) => tx.delete(mailOutbox));
  expect((await series()).get("redline_mail_oldest_waiting_seconds")).toBe(0);
});

test("a failed sign-in is counted, and one that is refused after too many", async () => {
  const attempt = () =>
    signIn({
      ...{ email: "nobody@redline.test", password: "wrong", address: "203.0.113.77" },
      userAgent: "Firefox",
    }).catch(() => undefined);
  const attempts = async () => {
    for (let count = 0; count < 11; count += 1) await attempt();
  };
  const outcomes = ["failed", "refused", "succeeded"];
  const names = outcomes.map((outcome) => `redline_sign_ins_total{outcome="${outcome}"}`);
  expect(await grown(attempts, ...names)).toEqual([10, 1, 0]);
});

test("a request is counted once it is responded to, also one that is malformed", async () => {
  const server = createWebServer((_, response) => void response.writeHead(201).end());
  const address = await listen(server);
  const total = (method: string, status: number) =>
    `redline_http_requests_total{route="other",method="${method}",status="${status}"}`;
  const requests = async () => {
    await (await fetch(`${address}/permits/7`, { method: "POST" })).text();
    await (await fetch(`${address}//`)).text();
    await new Promise((resolve) => server.close(resolve));
  };
  const duration = 'redline_http_request_duration_seconds_count{route="other",method="POST"}';
  expect(await grown(requests, total("POST", 201), total("GET", 400), duration)).toEqual([1, 1, 1]);
});

test("docs/operations.md lists exactly the metrics", async () => {
  const endedAt = "2026-11-28T10:05:00.000Z";
  await recordBackup(endedAt, { good: { endedAt, folder: "/backup/1", bytes: 1, missing: 0 } });
  const documented = readFileSync("docs/operations.md", "utf8").matchAll(/^\| `(redline_\w+)/gm);
  const names = [...(await (await fetch(`${origin}/metrics`)).text()).matchAll(/^# TYPE (redline_\w+)/gm)];
  const ofOneDatabase = isPostgres ? "redline_database_wal_bytes" : "redline_database_connections";
  expect([...names.map(([, name]) => name), ofOneDatabase].toSorted()).toEqual(
    [...documented].map(([, name]) => name).toSorted(),
  );
});
