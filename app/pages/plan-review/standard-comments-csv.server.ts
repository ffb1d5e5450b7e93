import { csvOfBatches, sendCsv } from "~/http/csv.server";
import { textStream } from "~/http/text-stream.server";
import { readStandardCommentFilter, standardCommentColumns } from "~/models/plan-review/standard-comment";
import { standardCommentList } from "~/models/plan-review/standard-comment-list.server";
import type { Viewer } from "~/models/policy";

const firstColumns = ["discipline", "kind", "title", "codeReference", "text", "cityCode"] as const;

/** It can be imported again. */
export async function sendStandardComments(viewer: Viewer, url: URL): Promise<Response> {
  const list = standardCommentList(viewer, readStandardCommentFilter(url.searchParams));
  const csv = csvOfBatches(standardCommentColumns, [...firstColumns], list.all());
  return sendCsv("standard-comments.csv", await textStream(csv));
}
