import { createHash, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { signIn } from "../bench/request";
import type { TestServer } from "../scripts/test-server";
import { permitOf } from "./load";

/** When something was sent to a server, and when it was acknowledged, as `performance.now()`. */
export type Written = { sentAt: number; acknowledgedAt: number };

/** Its changes are its descriptions, each by its number. */
type LoadedPermit = Written & { id: number; name: string; changes: Written[] };
type LoadedFile = Written & { id: number; name: string; hash: string; removal?: Written };

export type BackupLoad = {
  permits: LoadedPermit[];
  files: LoadedFile[];
  acknowledged: () => number;
  /** Writes until the work ends. Throws if a write failed. */
  during: <Result>(work: () => Promise<Result>) => Promise<Result>;
};

const interval = 1000 / 20;
const clients = 8;
const maxFileBytes = 20_000;

export const changeText = (number: number): string => `Change ${number}`;

/** Creates and changes permits, adds files to them and deletes some, 20 times a second. */
export async function backupLoad(server: TestServer, random: () => number): Promise<BackupLoad> {
  const cookie = await signIn(server.url, "admin@demo.test");
  const [permits, files]: [LoadedPermit[], LoadedFile[]] = [[], []];
  let [acknowledged, nextAt] = [0, 0];

  async function send(method: string, path: string, sent: FormData | object | undefined) {
    const isForm = sent instanceof FormData;
    const response = await fetch(`${server.url}/api/${path}`, {
      method,
      headers: { cookie, ...(isForm || !sent ? {} : { "content-type": "application/json" }) },
      body: isForm || !sent ? sent : JSON.stringify(sent),
    });
    const body = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${body}`);
    acknowledged += 1;
    return JSON.parse(body);
  }

  const timed = async <Body>(work: Promise<Body>) => {
    const sentAt = performance.now();
    const body = await work;
    return { body, written: { sentAt, acknowledgedAt: performance.now() } };
  };

  async function create(): Promise<void> {
    const name = `Permit ${randomUUID()}`;
    const { body, written } = await timed(send("POST", "permits", permitOf(name, pick(cities))));
    permits.push({ ...written, id: body.id, name, changes: [] });
  }

  async function upload(): Promise<void> {
    const name = `${randomUUID()}.pdf`;
    const form = new FormData();
    form.set("origin", "submitted");
    const bytes = Buffer.concat([Buffer.from(`%PDF-1.7 ${name}`), Buffer.alloc(random() * maxFileBytes)]);
    form.set("files", new Blob([bytes]), name);
    const { body, written } = await timed(send("POST", `permits/${pick(permits).id}/files`, form));
    const { id } = body.find((file: { fileName: string }) => file.fileName === name);
    const hash = createHash("sha256").update(bytes).digest("hex");
    files.push({ ...written, id, name, hash });
  }

  async function remove(): Promise<void> {
    const file = pick(files);
    if (removing.has(file)) return;
    removing.add(file);
    const sentAt = performance.now();
    file.removal = { sentAt, acknowledgedAt: Number.POSITIVE_INFINITY };
    await send("DELETE", `files/${file.id}`, undefined);
    file.removal.acknowledgedAt = performance.now();
  }

  async function change(): Promise<void> {
    const permit = pick(permits);
    if (changing.has(permit)) return;
    changing.add(permit);
    const number = permit.changes.length;
    const written = { sentAt: performance.now(), acknowledgedAt: Number.POSITIVE_INFINITY };
    permit.changes.push(written);
    await send("PATCH", `permits/${permit.id}`, { projectDescription: changeText(number) });
    written.acknowledgedAt = performance.now();
    changing.delete(permit);
  }
  const cities = [1, 2, 3, 4, 5];
  const removing = new Set<LoadedFile>();
  const changing = new Set<LoadedPermit>();
  const pick = <Value>(list: Value[]) => list[Math.floor(random() * list.length)] as Value;

  function step(): Promise<void> {
    if (files.length === 0) return permits.length === 0 ? create() : upload();
    const share = random();
    if (share < 0.3) return create();
    if (share < 0.65) return upload();
    return share < 0.8 ? remove() : change();
  }

  async function during<Result>(work: () => Promise<Result>): Promise<Result> {
    let isStopping = false;
    async function write(): Promise<void> {
      while (!isStopping) {
        const moment = performance.now();
        nextAt = Math.max(nextAt + interval, moment);
        await pause(nextAt - moment);
        await step();
      }
    }
    const writing = Promise.all(Array.from({ length: clients }, write));
    // Thrown below, unless the work fails first.
    writing.catch(() => undefined);
    try {
      return await work();
    } finally {
      isStopping = true;
      await writing;
    }
  }

  return { permits, files, acknowledged: () => acknowledged, during };
}
