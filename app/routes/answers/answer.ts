import { notAnswered } from "~/models/answers/answer";
import { OneAnswerSchema } from "~/models/answers/answer.schema.server";
import { saveAnswers } from "~/models/answers/answer.server";
import { Refusal } from "~/models/refusal";
import { handleByMethod, parseBody } from "~/platform/api/api.server";
import type { Route } from "./+types/answer";
import { readRow } from "./parts/answer-forms.server";
import { answererOf } from "./parts/answerer.server";
import { readAnswering } from "./parts/load-answers.server";

/** One answer, which the script of the page sends as soon as it is typed. Returns its version. */
export const action = (sent: Route.ActionArgs) =>
  handleByMethod(sent.request, {
    POST: async () => {
      const answerer = await answererOf(sent);
      const { cycle, ...typed } = await parseBody(sent.request, OneAnswerSchema);
      const { answer, problems } = readRow(typed, 0);
      if (!answer)
        throw new Refusal(
          400,
          Object.values(problems ?? {})
            .flat()
            .join(" "),
        );
      const { refused } = await saveAnswers(answerer.actor, answerer.permit.id, cycle, [answer]);
      const [first] = refused;
      if (first) throw first.refusal;
      const { items } = await readAnswering(answerer);
      const saved = items.find(({ item }) => item.id === answer.correctionId);
      return Response.json({ seen: saved?.answer?.updatedAt ?? notAnswered });
    },
  });

export const loader = action;
