import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { pathInDataFolder } from "../app/models/files/file-key.server";
import { partBytes } from "../app/models/files/plan-file";
import type { UploadResult, UploadState } from "../app/models/files/unfinished-upload.server";
import { signIn } from "../bench/request";
import { startServer, type TestServer } from "../scripts/test-server";
import type { Fault } from "./fault";

type Upload = { key: string; name: string; bytes: Buffer; acknowledged: number; isStaged: boolean };

type Answer = { status: number; body: Partial<UploadState & UploadResult> };

const uploadsAtOnce = 3;

/**
 * Kills a server with SIGKILL while parts of several files arrive, and starts it again: what it acknowledged must be on the
 * disk, and each file must become whole once.
 */
export const testUploadKills: Fault = async ({ rounds, random, log }) => {
  const dataFolder = mkdtempSync(join(tmpdir(), "redline-uploads-"));
  // Every start of a server has another secret.
  const settings = { SESSION_SECRET: randomBytes(32).toString("hex") };
  let server = await startServer(dataFolder, settings);
  const [parts, cut] = [{ count: 0 }, { count: 0 }];
  try {
    const cookie = await signIn(server.url, "admin@demo.test");
    let uploads: Upload[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      while (uploads.length < uploadsAtOnce) uploads.push(await begin(server, cookie, random));
      const killing = pause(random() * 1200).then(() => server.kill());
      await Promise.all(
        uploads.map((upload) =>
          send(server, cookie, upload, parts).catch(() => {
            cut.count += 1;
          }),
        ),
      );
      await killing;
      server = await startServer(dataFolder, { ...settings, PORT: new URL(server.url).port });
      for (const upload of uploads) await refuseLost(server, cookie, upload);
      uploads = uploads.filter(({ isStaged }) => !isStaged);
      if (round % 100 === 0) log(`${round} kills, ${parts.count} parts, ${cut.count} cut off`);
    }
    for (const upload of uploads) {
      await send(server, cookie, upload, parts);
      await refuseLost(server, cookie, upload);
    }
    return `${rounds} kills, ${parts.count} parts acknowledged and none lost or stored twice, ${cut.count} uploads cut off and gone on with`;
  } finally {
    await server.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
};

async function ask(server: TestServer, cookie: string, path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(`${server.url}${path}`, { ...init, headers: { cookie, ...init.headers } });
  return { status: response.status, body: await response.json() };
}

let begun = 0;

async function begin(server: TestServer, cookie: string, random: () => number): Promise<Upload> {
  begun += 1;
  const name = `set-${begun}.pdf`;
  const size = Math.floor((1 + 2 * random()) * partBytes);
  const bytes = Buffer.concat([Buffer.from(`%PDF-1.7 ${name}\n`), randomBytes(size)]);
  const { status, body } = await ask(server, cookie, "/staged-files", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ fileName: name, byteSize: bytes.length }),
  });
  if (!body.key) throw new Error(`${name} was not begun: ${status}`);
  return { key: body.key, name, bytes, acknowledged: 0, isStaged: false };
}

/** Sends the rest of a file. A connection that is cut off throws. */
async function send(
  server: TestServer,
  cookie: string,
  upload: Upload,
  parts: { count: number },
): Promise<void> {
  for (;;) {
    const { acknowledged, bytes, key, name } = upload;
    const part = bytes.subarray(acknowledged, acknowledged + partBytes);
    const digest = createHash("sha256").update(part).digest("base64");
    const { status, body } = await ask(server, cookie, `/staged-files/${key}`, {
      method: "PATCH",
      headers: { "upload-offset": String(acknowledged), "content-digest": `sha-256=:${digest}:` },
      body: new Uint8Array(part),
    });
    if (status !== 200) throw new Error(`${name} was refused: ${status} ${JSON.stringify(body)}`);
    parts.count += 1;
    if (body.kept) {
      upload.isStaged = true;
      return;
    }
    upload.acknowledged = body.offset ?? 0;
  }
}

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** Throws unless all that was acknowledged is on the disk, once. The upload goes on where the server says. */
async function refuseLost(server: TestServer, cookie: string, upload: Upload): Promise<void> {
  const { key, name, bytes } = upload;
  const { status, body } = await ask(server, cookie, `/staged-files/${key}`, { method: "GET" });
  const path = join(server.dataFolder, pathInDataFolder(key) ?? "");
  const stored = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const rows = stagedRows(server.dataFolder, key);
  if (body.kept) {
    upload.isStaged = true;
    if (!stored.equals(bytes)) throw new Error(`${name} is complete with other bytes`);
    if (rows.length !== 1 || rows[0] !== sha256(bytes)) throw new Error(`${name} has the rows ${rows}`);
    // One user has a limit.
    const form = new URLSearchParams({ keptFiles: body.kept[0]?.token ?? "" });
    await fetch(`${server.url}/staged-files?discard`, { method: "POST", headers: { cookie }, body: form });
    return;
  }
  const { offset = 0, partHashes = [] } = body;
  if (status !== 200) throw new Error(`${name} is lost: ${status}`);
  if (upload.isStaged || offset < upload.acknowledged)
    throw new Error(`${name} has ${offset} bytes, and ${upload.acknowledged} were acknowledged`);
  if (!stored.subarray(0, offset).equals(bytes.subarray(0, offset)))
    throw new Error(`${name} has other bytes before ${offset}`);
  const expected = partHashes.map((_, part) =>
    sha256(bytes.subarray(part * partBytes, (part + 1) * partBytes)),
  );
  if (partHashes.join() !== expected.join() || Math.ceil(offset / partBytes) !== partHashes.length)
    throw new Error(`${name} has ${partHashes.length} parts in ${offset} bytes`);
  upload.acknowledged = offset;
}

function stagedRows(dataFolder: string, key: string): unknown[] {
  const database = new Database(join(dataFolder, "redline.db"), { readonly: true });
  try {
    return database.prepare("select sha256 from staged_files where file_key = ?").pluck().all(key);
  } finally {
    database.close();
  }
}
