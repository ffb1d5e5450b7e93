import { getZodConstraint } from "@conform-to/zod/v4";
import { pageQuery } from "~/models/address";
import { cityOptions } from "~/models/cities/city.server";
import { failures } from "~/models/failures";
import { readStandardCommentFilter } from "~/models/standard-comments/standard-comment";
import { StandardCommentSchema } from "~/models/standard-comments/standard-comment.schema.server";
import { createStandardComment } from "~/models/standard-comments/standard-comment.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { StandardCommentForm } from "../parts/standard-comment-form";
import type { Route } from "./+types/new-standard-comment";

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "standard-comment.manage");
  const { discipline, cityId } = readStandardCommentFilter(url.searchParams);
  return {
    values: { discipline, cityId: cityId === "every" ? undefined : cityId?.toString(), kind: "correction" },
    constraint: getZodConstraint(StandardCommentSchema),
    cities: await cityOptions(viewer),
    idempotencyKey: newIdempotencyKey(),
  };
}

export function action({ request, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "standard-comment.manage");
  const failure = failures.saveStandardComment;
  return submit(request, StandardCommentSchema, { failure }, async (fields) => {
    await createStandardComment(viewer, fields);
    return redirectWithSuccess(`/standard-comments${pageQuery(url.search)}`, "Standard comment added");
  });
}

export default function NewStandardComment({ loaderData }: Route.ComponentProps) {
  return <StandardCommentForm {...loaderData} />;
}
