import { write } from "~/platform/db/db.server";
import { tryWrite } from "~/platform/db/try-write.server";
import { recordEvent } from "../audit.server";
import type { Viewer } from "../policy";
import { onceIn } from "./once-in.server";

type Export = { file: string; query: string };

/** An export that cannot be recorded is refused. */
export const recordExport = (viewer: Viewer, { file, query }: Export): Promise<void> =>
  write((tx) => recordEvent(tx, viewer, "export.downloaded", null, { file, ...(query && { query }) }));

const isFirst = onceIn(60 * 60_000);

/** Records that a program reads an entire list, once an hour for each user and list. The list is sent all the same if it cannot be recorded: programs read also while the database takes no changes. */
export async function recordEntireList(viewer: Viewer, list: string): Promise<void> {
  const who = `user ${viewer.id}`;
  if (!isFirst(`${who} ${list}`)) return;
  await tryWrite(`recording that ${who} reads ${list}`, () =>
    write((tx) => recordEvent(tx, viewer, "export.read", null, { list })),
  );
}
