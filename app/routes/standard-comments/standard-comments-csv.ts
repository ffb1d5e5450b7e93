import { handleByMethod } from "~/api.server";
import { csvOfBatches, sendCsv } from "~/http/csv.server";
import { textStream } from "~/http/text-stream.server";
import { readStandardCommentFilter, standardCommentColumns } from "~/models/plan-review/standard-comment";
import { standardCommentList } from "~/models/plan-review/standard-comment-list.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/standard-comments-csv";

const firstColumns = ["discipline", "kind", "title", "codeReference", "text", "cityCode"] as const;

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  handleByMethod(request, {
    GET: async () => {
      const viewer = viewerOf(context, "standard-comment.read");
      const list = standardCommentList(viewer, readStandardCommentFilter(url.searchParams));
      const csv = csvOfBatches(standardCommentColumns, [...firstColumns], list.all());
      return sendCsv("standard-comments.csv", await textStream(csv));
    },
  });

export const action = loader;
