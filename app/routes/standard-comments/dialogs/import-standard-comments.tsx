import { processForm, refuseOtherMethods } from "~/form.server";
import { receiveSmallFiles } from "~/http/request-body.server";
import { pageQuery } from "~/models/address";
import { failures } from "~/models/failures";
import { maxImportBytes } from "~/models/plan-review/standard-comment";
import { ImportSchema } from "~/models/plan-review/standard-comment.schema.server";
import {
  type ImportResult,
  importStandardComments,
} from "~/models/plan-review/standard-comment-import.server";
import { pluralize } from "~/models/pluralize";
import { newIdempotencyKey } from "~/models/secret.server";
import { redirectWithSuccess } from "~/toast.server";
import { ImportDialog } from "~/ui/plan-review/standard-comment-dialogs";
import { viewerOf } from "~/viewer.server";
import { rowsOfFile } from "../parts/standard-comment-file.server";
import type { Route } from "./+types/import-standard-comments";

export function loader({ context }: Route.LoaderArgs) {
  viewerOf(context, "standard-comment.manage");
  return { idempotencyKey: newIdempotencyKey() };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "standard-comment.manage");
  refuseOtherMethods(request);
  const { form, received } = await receiveSmallFiles(request, maxImportBytes);
  const failure = failures.importStandardComments;
  return processForm(request, form, ImportSchema, { failure }, async (options) => {
    const result = await importStandardComments(viewer, rowsOfFile(received), options);
    return redirectWithSuccess(`/standard-comments${pageQuery(url.search)}`, messageOf(result));
  });
}

/** Returns "12 standard comments added, 3 updated, 1 unchanged". */
function messageOf({ added, updated, unchanged }: ImportResult): string {
  const others = [updated > 0 && `${updated} updated`, unchanged > 0 && `${unchanged} unchanged`];
  const all = [`${pluralize(added, "standard comment", "standard comments")} added`, ...others];
  return all.filter(Boolean).join(", ");
}

export default function ImportStandardComments({ loaderData }: Route.ComponentProps) {
  return <ImportDialog {...loaderData} />;
}
