import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { completeSet } from "../app/seed/demo-plan-sets";
import { drawPlanSet } from "../app/seed/plan-set-drawing";
import type { BenchServer } from "./servers";

const project = { project: "Oak Court", address: "1 Oak Street, Oakville", dates: ["2026-01-05"] };

/** Draws a plan set of so many sheets: the demo's, again and again with other numbers. */
export function planSetOf(sheets: number): Promise<Buffer> {
  const set = completeSet(project, 0);
  const suffixes = ["", ..."ABCDEFGHJK"];
  const numbered = suffixes
    .flatMap((suffix) => set.sheets.map((sheet) => ({ ...sheet, number: `${sheet.number}${suffix}` })))
    .slice(0, sheets);
  if (numbered.length < sheets) throw new Error("There are too few numbers");
  // Without bookmarks, the numbers are read from the sheets.
  return drawPlanSet({ ...set, sheets: numbered, hasBookmarks: false });
}

type Uploaded = { id: number } | { refusal: string };

/** Uploads a PDF, and returns the id of the plan file, or why it was refused. */
export async function send(
  { url, cookies }: BenchServer,
  permitId: number,
  bytes: Buffer,
  fileName: string,
): Promise<Uploaded> {
  const body = new FormData();
  body.set("origin", "submitted");
  body.append("files", new Blob([new Uint8Array(bytes)], { type: "application/pdf" }), fileName);
  const headers = { cookie: cookies.administrator };
  const response = await fetch(`${url}/api/permits/${permitId}/files`, { method: "POST", headers, body });
  const text = await response.text();
  if (response.status >= 400 && response.status < 500) return { refusal: text };
  if (!response.ok) throw new Error(`The upload failed: ${response.status} ${text}`);
  // All files of the permit are returned.
  return { id: Math.max(...(JSON.parse(text) as { id: number }[]).map(({ id }) => id)) };
}

export async function upload(server: BenchServer, permitId: number, bytes: Buffer): Promise<number> {
  const sent = await send(server, permitId, bytes, "Plan set.pdf");
  if ("refusal" in sent) throw new Error(`The upload was refused: ${sent.refusal}`);
  return sent.id;
}

const longestWait = 10 * 60_000;

/** What is in a server's database. */
export function openRows(folder: string) {
  const database = new Database(`${folder}/redline.db`, { readonly: true });
  const list = <Value>(query: string, ...values: unknown[]) =>
    database.prepare(query).all(...values) as Value[];
  const jobs = database.prepare("select count(*) from render_jobs").pluck();
  return {
    /** Permits of the same kind as the newest one, without any file. */
    permitsWithoutFiles: (count: number) =>
      list<{ id: number }>(
        `select id from permits where id not in (select permit_id from plan_files)
         and status = (select status from permits order by id desc limit 1) order by id desc limit ?`,
        count,
      ).map(({ id }) => id),
    setOfFile: (planFileId: number) =>
      list<{ state: string; refusal: string | null }>(
        "select state, refusal from plan_sets where plan_file_id = ?",
        planFileId,
      )[0],
    numbersOf: (permitId: number) =>
      list<{ number: string | null }>(
        "select number from sheets where permit_id = ? order by page",
        permitId,
      ).map(({ number }) => number),
    /** Waits until no plan is being checked, drawn or compared, but not for ever. */
    whenIdle: async () => {
      const end = performance.now() + longestWait;
      while (jobs.get() !== 0 && performance.now() < end) await pause(100);
    },
    close: () => void database.close(),
  };
}

export type Rows = ReturnType<typeof openRows>;

export type PictureAddress = { sheetId: string; path: string };

/** The first view of each sheet that the first page of an index shows, in the order of upload. */
export async function firstViewsOn(
  { url, cookies }: BenchServer,
  permitId: number,
): Promise<PictureAddress[]> {
  const addresses: PictureAddress[] = [];
  for (let page = 1; ; page += 1) {
    const response = await fetch(`${url}/permits/${permitId}/sheets?page=${page}`, {
      headers: { cookie: cookies.administrator },
    });
    const found = [...(await response.text()).matchAll(/\/sheet-pictures\/(\d+)\/(\w+)\/thumbnail\.webp/g)];
    const before = addresses.length;
    for (const [, sheetId = "", hash = ""] of found) {
      if (addresses.some((known) => known.sheetId === sheetId)) continue;
      addresses.push({ sheetId, path: `/sheet-pictures/${sheetId}/${hash}/first-view.avif` });
    }
    if (addresses.length === before)
      return addresses.toSorted((one, other) => Number(one.sheetId) - Number(other.sheetId));
  }
}

/** Returns the milliseconds until a picture is complete. */
export async function loadPicture({ url, cookies }: BenchServer, { path }: PictureAddress): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${url}${path}`, { headers: { cookie: cookies.administrator } });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return performance.now() - start;
}
