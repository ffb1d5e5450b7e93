import { existsSync } from "node:fs";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { isPostgres } from "~/platform/db/dialect.server";
import {
  createDatabase,
  type PostgresServer,
  runStatements,
  startPostgres,
} from "../../scripts/postgres-server";
import { anotherServer } from "./another-server";
import { startMailServer } from "./mail-server";

const load = async () => ({
  ...(await import("./page-request")),
  ...(await import("./test-rows")),
  ...(await import("~/platform/db/db.server")),
  tables: await import("~/models/tables.server"),
  mail: {
    ...(await import("~/models/mail/mail.server")),
    ...(await import("~/models/mail/mail-sender.server")),
    ...(await import("~/models/mail/mail-transport.server")),
  },
  files: await import("~/models/files/plan-file-store.server"),
  startSession: (await import("~/models/accounts/session.server")).startSession,
  startSessionHeader: (await import("~/platform/http/viewer.server")).startSessionHeader,
});

const away = "The database cannot be reached at the moment. Please try again in a few seconds.";

describe.runIf(isPostgres)("while the database is away", () => {
  let postgres: PostgresServer;
  let server: Awaited<ReturnType<typeof load>> & { close: () => Promise<void> };
  let cookie = "";
  let permitId = 0;
  let lines: ReturnType<typeof vi.spyOn>;
  let errors: ReturnType<typeof vi.spyOn>;

  beforeAll(async () => {
    postgres = await startPostgres({ isDurable: true });
    await runStatements(`${postgres.url}/postgres`, createDatabase("redline"));
    vi.stubEnv("DATABASE_URL", `${postgres.url}/redline`);
    server = await anotherServer(load);
    const administrator = await server.makeViewer("admin");
    permitId = (await server.makePermit(administrator, (await server.makeCity()).id)).id;
    const token = await server.write((tx) => server.startSession(tx, administrator.id, "test"));
    cookie = (await server.startSessionHeader(token)).split(";")[0] ?? "";
  });
  afterAll(async () => {
    await server.close();
    await postgres.stop();
  });
  beforeEach(() => {
    lines = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  });
  afterEach(async () => {
    vi.mocked(console.warn).mockRestore();
    vi.mocked(console.error).mockRestore();
    await postgres.restart();
    // What a page needs is there again, without a restart of this server.
    expect((await server.requestPage("/permits", cookie)).status).toBe(200);
    expect((await server.requestPage(`/api/permits/${permitId}`, cookie)).status).toBe(200);
  });

  const form = (body: string) => ({
    method: "POST",
    body,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });

  test.each(["shutdown", "crash"] as const)(
    "after its %s, each page and endpoint is 503, in one line of the log",
    async (how) => {
      await postgres.halt(how);
      const requests: [string, Parameters<typeof server.requestPage>[2]?][] = [
        ["/"],
        ["/permits"],
        ["/permits.data"],
        [`/permits/${permitId}`],
        [`/permits/${permitId}/edit`, form("projectName=Typed")],
        [`/permits/${permitId}/edit.data`, form("projectName=Typed")],
        ["/hours.csv"],
        ["/api/permits"],
        [`/api/permits/${permitId}`, { method: "DELETE" }],
        ["/api/permits", { headers: { authorization: "Bearer redline_key" } }],
        ["/login", form("email=ann%40city.test&password=a+long+password")],
      ];
      for (const [address, init] of requests) {
        const response = await server.requestHtml(address, cookie, init);
        expect([response.status, response.headers.get("retry-after")], address).toEqual([503, "5"]);
        const text = await response.text();
        if (address.startsWith("/api/")) expect(JSON.parse(text), address).toMatchObject({ message: away });
        else {
          const isPage = !/\.(data|csv)\b/.test(address);
          expect(text, address).toContain(isPage ? `<p>${away}</p>` : away);
        }
      }
      expect(lines.mock.calls).toHaveLength(requests.length);
      for (const [line] of lines.mock.calls)
        expect(line).toMatch(/Z 503 [0-9a-f]{8} \w+ \/\S* by (no )?user\b.* from \S+$/);
      expect(errors).not.toHaveBeenCalled();
    },
  );

  test("what needs no database is still there", async () => {
    await postgres.halt();
    expect((await server.requestPage("/login")).status).toBe(200);
  });

  test("a database that hangs refuses what waits for it, and responds again when it continues", async () => {
    const stopWatching = await server.watchDatabase({ responding: 100, away: 100 });
    const renamed = { method: "PATCH", body: JSON.stringify({ projectName: "Renamed" }) };
    const addresses = ["/permits", ...Array<string>(20).fill(`/api/permits/${permitId}`)];
    await whileFrozen(async () => {
      const requests = addresses.map((address) =>
        server.requestPage(address, cookie, address.startsWith("/api") ? renamed : undefined),
      );
      const responses = await Promise.all(requests);
      expect(responses.map(({ status }) => status)).toEqual(addresses.map(() => 503));
    });
    await vi.waitUntil(async () => (await server.requestPage("/permits", cookie)).status === 200, untilThere);
    stopWatching();
    expect(lines.mock.calls.join()).toMatch(/The database does not respond: .*The database responds again/s);
    expect(errors).not.toHaveBeenCalled();
  });

  const untilThere = { timeout: 60_000, interval: 50 };

  /** Runs work while all processes of the database are stopped, as on a host that hangs. */
  async function whileFrozen(work: () => Promise<void>): Promise<void> {
    const others = "select pid from pg_stat_activity where pid <> pg_backend_pid()";
    const [{ rows } = { rows: [] }] = await runStatements(`${postgres.url}/postgres`, others);
    const processes = [postgres.pid, ...rows.map(({ pid }) => pid)];
    for (const pid of processes) signal(pid, "SIGSTOP");
    try {
      await work();
    } finally {
      for (const pid of processes) signal(pid, "SIGCONT");
    }
  }

  /** A process that has ended in the meantime needs no signal. */
  function signal(pid: number, name: NodeJS.Signals): void {
    if (existsSync(`/proc/${pid}`)) process.kill(pid, name);
  }

  test("the server is not ready, and ready again afterwards", async () => {
    await server.ping();
    await postgres.halt();
    await expect(server.ping()).rejects.toMatchObject({ status: 503 });
    await postgres.restart();
    await server.ping();
  });

  test("a write that was interrupted has changed nothing", async () => {
    const before = await server.db.$count(server.tables.users);
    const interrupted = server.write(async (tx) => {
      const stamps = { createdAt: "2026-11-20T10:00:00.000Z", updatedAt: "2026-11-20T10:00:00.000Z" };
      await tx.insert(server.tables.users).values({ email: "half@city.test", ...stamps });
      await postgres.halt("crash");
      await tx.insert(server.tables.users).values({ email: "whole@city.test", ...stamps });
    });
    await expect(interrupted).rejects.toMatchObject({ status: 503, message: away });
    await postgres.restart();
    expect(await server.db.$count(server.tables.users)).toBe(before);
  });

  test("an upload in progress is refused, and its file stays until the sweep", async () => {
    const { files } = server;
    const bytes = Buffer.from("%PDF-1.7 in progress");
    const upload = files.withFileReceiver(async (receive) => {
      const stored = await receive("plan.pdf", Readable.from([bytes]));
      await postgres.halt();
      await server.write((tx) => tx.select().from(server.tables.planFiles));
      return stored;
    });
    await expect(upload).rejects.toMatchObject({ status: 503 });
    expect(errors.mock.calls).toEqual([[expect.stringMatching(/at removing files without a row: 503/)]]);
  });

  test("an email that was sent is recorded when the database is there again, and not sent again", async () => {
    const { queueEmails, sendDueEmails, mailServerTransport } = server.mail;
    const { url, messages, stop } = await startMailServer();
    const link = { label: "Open", url: "http://localhost:3000/" };
    await server.write((tx) =>
      queueEmails(tx, { to: "ann@city.test", subject: "Once", lines: ["Hello,"], link }),
    );
    const send = mailServerTransport(url);
    const sending = sendDueEmails(async (email) => {
      const status = await send(email);
      await postgres.halt("crash");
      setTimeout(() => void postgres.restart(), 300);
      return status;
    });
    await sending;
    expect(await server.db.select().from(server.tables.mailOutbox)).toMatchObject([{ status: "sent" }]);
    await sendDueEmails(send);
    expect(messages()).toHaveLength(1);
    await stop();
  });

  test("a browser with a kept form gets the same page as others", async () => {
    const { renderKeptForm } = await import("~/platform/forms/kept-form.server");
    const { signedCookie } = await import("~/platform/http/signed-cookie.server");
    const kept = await signedCookie("kept-forms").serialize("a browser");
    await postgres.halt();
    const request = new Request("http://localhost:3000/permits", {
      headers: { cookie: kept.split(";")[0] ?? "" },
    });
    expect(await renderKeptForm(request, () => Promise.reject(new Error("not called")))).toBeUndefined();
  });
});
