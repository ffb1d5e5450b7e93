import { csvOfBatches, sendCsv } from "~/http/csv.server";
import { textStream } from "~/http/text-stream.server";
import { standardCommentColumns } from "~/models/plan-review/standard-comment-columns";
import { readStandardCommentFilter } from "~/models/plan-review/standard-comment-filter";
import {
  eachStandardComment,
  type ListedStandardComment,
} from "~/models/plan-review/standard-comment-list.server";
import type { Viewer } from "~/models/policy";

/** Sends all standard comments that match the filter in the address as a CSV file. */
export async function sendStandardComments(viewer: Viewer, url: URL): Promise<Response> {
  const { page: _page, ...filter } = readStandardCommentFilter(url.searchParams);
  const rows = eachStandardComment(viewer, filter);
  return sendCsv("standard-comments.csv", await textStream(standardCommentsCsv(rows)));
}

const firstColumns = ["discipline", "kind", "title", "codeReference", "text", "cityCode"] as const;

/** Yields standard comments as CSV text, which can be imported again. */
const standardCommentsCsv = (batches: AsyncIterable<ListedStandardComment[]>): AsyncGenerator<string> =>
  csvOfBatches(standardCommentColumns, [...firstColumns], batches);
