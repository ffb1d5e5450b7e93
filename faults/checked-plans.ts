import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { drawnSheets } from "../app/testing/drawn-sheets";

const pagesOfSet = 12;

const numberOf = (set: number, page: number): string => `A${set % 900}.${page + 1}`;

/** A PDF with twelve sheets, whose numbers follow from the number of the set. */
const drawSet = (set: number): Promise<Buffer> =>
  drawnSheets(Array.from({ length: pagesOfSet }, (_, page) => ({ number: numberOf(set, page) })));

const numbersOfSet = (set: number): string[] =>
  Array.from({ length: pagesOfSet }, (_, page) => numberOf(set, page));

/** Adds a set to a permit. Returns the id of its file, or undefined if the connection broke. */
export async function addSet(url: string, cookie: string, permit: number, set: number) {
  const form = new FormData();
  form.set("reviewCycle", "PC1");
  form.set("origin", "submitted");
  const name = `set ${set}.pdf`;
  form.set("files", new File([new Uint8Array(await drawSet(set))], name));
  const response = await fetch(`${url}/api/permits/${permit}/files`, {
    method: "POST",
    headers: { cookie },
    body: form,
  });
  if (response.status !== 201)
    throw new Error(`A set was refused: ${response.status} ${await response.text()}`);
  const files = (await response.json()) as { id: number; fileName: string }[];
  // Others may have added a file too.
  const file = files.find(({ fileName }) => fileName === name);
  if (!file) throw new Error("A set has no file");
  return file.id;
}

/** A plan set as it is stored, with the numbers of its sheets in the order of their pages. */
export type StoredSet = { planFileId: number; state: string; numbers: string };

export const storedSets = `select cast(plan_file_id as integer) as "planFileId", state,
  (select coalesce(string_agg(coalesce(number, '?'), ' ' order by page), '') from sheets where plan_set_id = plan_sets.id) as numbers
  from plan_sets where plan_file_id >= `;

/** Throws if a set is torn: it has none of its sheets, or all of them once. */
export function refuseTorn(stored: StoredSet[], sets: Map<number, number>, isDone: boolean): void {
  const byFile = new Map(stored.map((set) => [set.planFileId, set]));
  for (const [file, set] of sets) {
    const found = byFile.get(file);
    if (!found) throw new Error(`The file ${file} has no plan set`);
    const numbers = found.numbers === "" ? [] : found.numbers.split(" ");
    const expected = numbersOfSet(set);
    if (numbers.length !== 0 && numbers.length !== pagesOfSet) {
      throw new Error(`The file ${file} has ${numbers.length} sheets`);
    }
    if (numbers.some((number, page) => number !== "?" && number !== expected[page])) {
      throw new Error(`The file ${file} has the sheets ${found.numbers}`);
    }
    const isRight = found.state === "ready" && numbers.join() === expected.join();
    if (isDone && !isRight) throw new Error(`The file ${file} is ${found.state} with ${found.numbers}`);
  }
}

/** Waits some minutes until all plan sets are checked, and throws if one is not, or is torn. */
export async function untilChecked(
  read: () => StoredSet[] | Promise<StoredSet[]>,
  sets: Map<number, number>,
): Promise<void> {
  let stored = await read();
  for (let tries = 0; tries < 600 && stored.some(({ state }) => state !== "ready"); tries += 1) {
    await pause(500);
    stored = await read();
  }
  refuseTorn(stored, sets, true);
}

/** The render children of a server. */
export const childrenOf = (processId: number): number[] =>
  readFileSync(`/proc/${processId}/task/${processId}/children`, "utf8")
    .split(" ")
    .filter(Boolean)
    .map(Number);
