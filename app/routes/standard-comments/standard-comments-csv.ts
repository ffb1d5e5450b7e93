import {
  readStandardCommentFilter,
  standardCommentColumns,
} from "~/models/standard-comments/standard-comment";
import { standardCommentList } from "~/models/standard-comments/standard-comment-list.server";
import { handleByMethod } from "~/platform/api/api.server";
import { sendCsv } from "~/platform/http/csv.server";
import { viewerOf } from "~/platform/http/viewer.server";
import type { Route } from "./+types/standard-comments-csv";

const firstColumns = ["discipline", "kind", "title", "codeReference", "text", "cityCode"] as const;

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  handleByMethod(request, {
    GET: async () => {
      const viewer = viewerOf(context, "standard-comment.read");
      const list = standardCommentList(viewer, readStandardCommentFilter(url.searchParams));
      const download = { viewer, request, fileName: "standard-comments.csv" };
      return sendCsv(download, standardCommentColumns, firstColumns, list.all());
    },
  });

export const action = loader;
