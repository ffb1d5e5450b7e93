import { listTimeEntries } from "~/models/plan-review/time-entry.server";
import type { Viewer } from "~/models/policy";
import { notFound } from "~/models/refusal";
import { asTimeEntry } from "./time-entries.server";

/** One of a permit's entries, as its call answers it. */
export async function readTimeEntry(viewer: Viewer, permitId: number, id: number) {
  const { entries } = await listTimeEntries(viewer, permitId);
  const entry = entries.find((each) => each.id === id);
  if (!entry) throw notFound("Time entry");
  return asTimeEntry(entry);
}
