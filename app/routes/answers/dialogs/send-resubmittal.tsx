import { ApplicantsResubmittalSchema, ResubmittalSchema } from "~/models/answers/answer.schema.server";
import { allowAnswers, reasonNotToAnswer, reasonToWait, shortList } from "~/models/answers/answer.server";
import { sendResubmittal } from "~/models/answers/resubmittal.server";
import { resubmittalSets } from "~/models/cities/letter-settings";
import { failures } from "~/models/failures";
import type { PermitLetter } from "~/models/permits/permit-scope.server";
import type { Actor } from "~/models/policy";
import { refuseOtherMethods } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { planFilesForm } from "../../files/parts/plan-file-form.server";
import { newUpload } from "../../permits/parts/load-plan-files.server";
import { type Answerer, answererOf } from "../parts/answerer.server";
import { readAnswering, unansweredIn } from "../parts/load-answers.server";
import { SendForm } from "../parts/send-form";
import type { Route } from "./+types/send-resubmittal";

export async function loader(sent: Route.LoaderArgs) {
  const answerer = await answererOf(sent);
  const { permit, statusPage } = answerer;
  const { letter, items } = await readAnswering(answerer);
  const unanswered = unansweredIn(items);
  return {
    ...newUpload(),
    cycle: letter.reviewCycle,
    letterNumber: letter.number,
    corrections: items.length,
    unanswered,
    obstacle: obstacleOf(
      answerer,
      letter,
      unanswered.map(({ number }) => number),
    ),
    confirmation: resubmittalSets[permit.city.resubmittalSets].confirmation,
    asksName: statusPage !== undefined,
  };
}

function obstacleOf({ actor, permit }: Answerer, letter: PermitLetter, unanswered: string[]): string | null {
  const reason = reasonNotToAnswer(actor, permit, letter);
  if (reason) return `${reason}.`;
  const wait = reasonToWait(permit, letter);
  if (wait) return wait;
  return unanswered.length > 0 ? `Answer ${shortList(unanswered)} first.` : null;
}

type Sent = { request: Request; viewer: Actor; answerer: Answerer };

const sendForm = (schema: typeof ResubmittalSchema | typeof ApplicantsResubmittalSchema) =>
  planFilesForm({
    schema,
    failure: failures.sendResubmittal,
    allow: async ({ answerer: { actor, permit } }: Sent) => allowAnswers(actor, permit),
    command: async ({ answerer: { actor, permit, page } }, { cycle, formKey, ...fields }, files) => {
      const senderName = "senderName" in fields ? fields.senderName : undefined;
      await sendResubmittal(actor, permit.id, cycle, { files, senderName, formKey });
      return redirectWithSuccess(page, "Your resubmittal was sent");
    },
  });

const forms = { user: sendForm(ResubmittalSchema), applicant: sendForm(ApplicantsResubmittalSchema) };

export async function action(sent: Route.ActionArgs) {
  refuseOtherMethods(sent.request);
  const answerer = await answererOf(sent);
  const send = answerer.statusPage ? forms.applicant : forms.user;
  return send({ request: sent.request, viewer: answerer.actor, answerer });
}

export default function SendResubmittal({ loaderData }: Route.ComponentProps) {
  return <SendForm sending={loaderData} />;
}
