import { Outlet } from "react-router";
import { refuseOtherMethods } from "~/platform/forms/form.server";
import { submitForm } from "~/platform/forms/page-forms.server";
import type { Route } from "./+types/answers";
import { saveForm, tableForm } from "./parts/answer-forms.server";
import { answererOf } from "./parts/answerer.server";
import { AnswersPage } from "./parts/answers-page";
import { loadAnswers } from "./parts/load-answers.server";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export const loader = async (sent: Route.LoaderArgs) =>
  loadAnswers(await answererOf(sent), sent.url.searchParams);

export async function action(sent: Route.ActionArgs) {
  const { request, url } = sent;
  refuseOtherMethods(request);
  return submitForm({ request, url, answerer: await answererOf(sent) }, { save: saveForm, table: tableForm });
}

export default function Answers({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <AnswersPage data={loaderData} />
      <Outlet />
    </>
  );
}
