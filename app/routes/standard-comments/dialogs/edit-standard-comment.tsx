import { getZodConstraint } from "@conform-to/zod/v4";
import { pageQuery } from "~/models/address";
import { cityOptions } from "~/models/cities/city.server";
import { formValuesOf } from "~/models/columns";
import { failures } from "~/models/failures";
import { notFound } from "~/models/refusal";
import { standardCommentColumns } from "~/models/standard-comments/standard-comment";
import { StandardCommentEditSchema } from "~/models/standard-comments/standard-comment.schema.server";
import { readForChange, updateStandardComment } from "~/models/standard-comments/standard-comment.server";
import { idOf } from "~/platform/api/api.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { StandardCommentForm } from "../parts/standard-comment-form";
import type { Route } from "./+types/edit-standard-comment";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "standard-comment.manage");
  const row = await readForChange(viewer, idOf(params.id, notFound("Standard comment")));
  return {
    values: formValuesOf(standardCommentColumns, row),
    constraint: getZodConstraint(StandardCommentEditSchema),
    cities: await cityOptions(viewer),
    version: row.updatedAt,
  };
}

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "standard-comment.manage");
  const failure = failures.saveStandardComment;
  return submit(request, StandardCommentEditSchema, { failure }, async ({ updatedAt, ...changes }) => {
    await updateStandardComment(viewer, idOf(params.id, notFound("Standard comment")), changes, updatedAt);
    return redirectWithSuccess(`/standard-comments${pageQuery(url.search)}`, "Standard comment updated");
  });
}

export default function EditStandardComment({ loaderData }: Route.ComponentProps) {
  return <StandardCommentForm {...loaderData} />;
}
