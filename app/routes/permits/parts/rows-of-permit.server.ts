import { readOwnComment } from "~/models/comments/comment-list.server";
import { readTimeEntry } from "~/models/hours/time-entry-list.server";
import { readPlanFile } from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
import { notFound } from "~/models/refusal";
import { idOf } from "~/platform/api/api.server";

// The rows of the dialogs over a permit, by the part of the address that names them. One of another permit is 404.

export const ownCommentOf = rowOfPermit("Comment", readOwnComment);
export const timeEntryOf = rowOfPermit("Time entry", readTimeEntry);
export const planFileOf = rowOfPermit("File", readPlanFile);

function rowOfPermit<Row extends { permitId: number }>(
  name: string,
  read: (viewer: Viewer, id: number) => Promise<Row>,
) {
  return async (viewer: Viewer, permitId: number, id: string): Promise<Row> => {
    const row = await read(viewer, idOf(id, notFound(name)));
    if (row.permitId !== permitId) throw notFound(name);
    return row;
  };
}
