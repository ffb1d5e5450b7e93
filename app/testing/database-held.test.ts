import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { env } from "~/platform/env.server";
import { holdDatabase, sessionsUsedEarlier } from "../../scripts/database-holder";
import { anotherServer } from "./another-server";

const load = async () => ({
  ...(await import("./page-request")),
  ...(await import("./test-rows")),
  ...(await import("~/platform/db/db.server")),
  ...(await import("~/models/accounts/session.server")),
  ...(await import("~/platform/http/viewer.server")),
  tables: await import("~/models/tables.server"),
  mail: {
    ...(await import("~/models/mail/mail.server")),
    ...(await import("~/models/mail/mail-sender.server")),
  },
  maintainDatabase: (await import("~/platform/db/maintenance.server")).maintainDatabase,
  removeFiles: (await import("~/models/files/file-removal.server")).removeFiles,
});

/** Writes are tried for a shorter time than usual. */
const shortWaits = async (original: () => Promise<typeof import("~/platform/db/held-sqlite.server")>) => ({
  ...(await original()),
  writeWaits: { interval: 5, maxWait: 100 },
});

const busy = "The server is busy. Nothing was saved. Please try again in a few seconds.";

describe("while another process holds the database", () => {
  let server: Awaited<ReturnType<typeof load>> & { close: () => Promise<void> };
  let held: Awaited<ReturnType<typeof holdDatabase>>;
  let cookie = "";
  let ofReviewer = "";
  let permitId = 0;
  let lines: ReturnType<typeof vi.spyOn>;
  let errors: ReturnType<typeof vi.spyOn>;

  const hold = (before?: string) => holdDatabase(join(env.DATA_DIR, "redline.db"), before);

  beforeAll(async () => {
    vi.doMock(import("~/platform/db/held-sqlite.server"), shortWaits);
    server = await anotherServer(load);
    const administrator = await server.makeViewer("admin");
    permitId = (await server.makePermit(administrator, (await server.makeCity()).id)).id;
    const signIn = async ({ id }: { id: number }) => {
      const token = await server.write((tx) => server.startSession(tx, id, "test"));
      return (await server.startSessionHeader(token)).split(";")[0] ?? "";
    };
    cookie = await signIn(administrator);
    ofReviewer = await signIn(await server.makeViewer("employee"));
  });
  afterAll(async () => {
    await server.close();
    vi.doUnmock(import("~/platform/db/held-sqlite.server"));
  });

  beforeEach(async () => {
    lines = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    held = await hold(sessionsUsedEarlier);
    return async () => {
      await held.release();
      lines.mockRestore();
      errors.mockRestore();
    };
  });

  const form = (body: string) => ({
    method: "POST",
    body,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  const json = (method: string, body?: object) => ({
    method,
    body: body && JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });

  test("pages, endpoints and health checks respond, though the use of the session is not recorded", async () => {
    for (const address of ["/", "/permits", "/permits.data", `/permits/${permitId}`, "/api/permits"])
      expect((await server.requestPage(address, cookie)).status, address).toBe(200);
    await server.ping();
    expect(errors).not.toHaveBeenCalled();
  });

  test("each form and endpoint that would change something is 503, and says when to try again", async () => {
    const edited = form("text=Typed&email=ann%40city.test&password=a+long+password");
    const requests: [string, object][] = [
      [`/permits/${permitId}?comment`, edited],
      [`/permits/${permitId}.data?comment`, edited],
      ["/login", edited],
      ["/api/logout", { method: "POST" }],
      ["/login.data", edited],
      [`/api/permits/${permitId}`, json("DELETE")],
      [`/api/permits/${permitId}`, json("PATCH", { projectName: "Renamed" })],
    ];
    for (const [address, init] of requests) {
      const response = await server.requestPage(address, address.startsWith("/login") ? "" : cookie, init);
      const text = await response.text();
      expect([response.status, response.headers.get("retry-after")], `${address}: ${text}`).toEqual([
        503,
        "5",
      ]);
      if (address.startsWith("/api/")) expect(JSON.parse(text), address).toMatchObject({ message: busy });
      if (address.includes(".data")) expect(text, address).toContain(busy);
    }
    expect(errors).not.toHaveBeenCalled();
  });

  test("a CSV file that cannot be recorded is 503, and a denied page is denied all the same", async () => {
    expect((await server.requestPage("/standard-comments.csv", cookie)).status).toBe(503);
    expect((await server.requestPage("/mail", ofReviewer)).status).toBe(403);
    expect(errors).not.toHaveBeenCalled();
  });

  test("a write that waits is done when the process ends, and nothing of a refused one", async () => {
    const renamed = (projectName: string) =>
      server.requestPage(`/api/permits/${permitId}`, cookie, json("PATCH", { projectName }));
    expect((await renamed("Refused")).status).toBe(503);
    const waiting = renamed("Waiting");
    await held.release();
    expect((await waiting).status).toBe(200);
    const response = await server.requestPage(`/api/permits/${permitId}`, cookie);
    expect(await response.json()).toMatchObject({ projectName: "Waiting" });
    expect((await server.requestPage("/permits", cookie)).status).toBe(200);
  });

  test("maintenance and sweeps give up for now with one refusal, and succeed afterwards", async () => {
    await expect(server.maintainDatabase()).rejects.toMatchObject({ status: 503 });
    await held.release();
    await server.maintainDatabase();
    await server.removeFiles();
  });

  test("an email that was sent is recorded when the process ends, and not sent again", async () => {
    await held.release();
    const { queueEmails, sendDueEmails } = server.mail;
    const link = { label: "Open", url: "http://localhost:3000/" };
    await server.write((tx) =>
      queueEmails(tx, { to: "ann@city.test", subject: "Once", lines: ["Hello,"], link }),
    );
    const sent: string[] = [];
    const send = async ({ subject }: { subject: string }) => {
      sent.push(subject);
      held = await hold();
      return "sent" as const;
    };
    const sending = sendDueEmails(send);
    await vi.waitUntil(() => sent.length > 0, { timeout: 30_000 });
    await vi.waitUntil(() => vi.mocked(console.warn).mock.calls.length > 0, { timeout: 30_000 });
    await held.release();
    await sending;
    await sendDueEmails(send);
    expect(sent).toEqual(["Once"]);
    expect(await server.db.select().from(server.tables.mailOutbox)).toMatchObject([{ status: "sent" }]);
  });
});
