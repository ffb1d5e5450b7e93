import { answerTable } from "~/models/answers/answer-table.server";
import { handleByMethod } from "~/platform/api/api.server";
import { csvOf } from "~/platform/http/csv.server";
import { fileHeaders } from "~/platform/http/file-headers.server";
import type { Route } from "./+types/answers-csv";
import { answererOf } from "./parts/answerer.server";
import { readAnswering } from "./parts/load-answers.server";

export const loader = (sent: Route.LoaderArgs) =>
  handleByMethod(sent.request, {
    GET: async () => {
      const { letter, items } = await readAnswering(await answererOf(sent));
      const { columns, rows } = answerTable(items);
      const fileName = `${letter.number} answers.csv`;
      const file = { fileName, mediaType: "text/csv; charset=utf-8", isInline: false };
      return new Response(csvOf(columns, rows), { headers: fileHeaders(file, "private, no-store") });
    },
  });

export const action = loader;
