import { pageQuery } from "~/models/address";
import { failures } from "~/models/failures";
import { permitNumberText } from "~/models/permits/permit";
import { liftLegalHold, readLegalHold } from "~/models/records/legal-hold.server";
import { notFound } from "~/models/refusal";
import { idOf } from "~/platform/api/api.server";
import { NoFields, submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { ConfirmDialog } from "~/ui/form-dialog";
import type { Route } from "./+types/lift-legal-hold";

const dialogOf = ({ params, url, context }: Route.LoaderArgs | Route.ActionArgs) => ({
  viewer: viewerOf(context, "legal-hold.manage"),
  permitId: idOf(params.id, notFound("Legal hold")),
  page: `/records/legal-holds${pageQuery(url.search)}`,
});

export function loader(sent: Route.LoaderArgs) {
  const { viewer, permitId } = dialogOf(sent);
  return readLegalHold(viewer, permitId);
}

export function action(sent: Route.ActionArgs) {
  const { viewer, permitId, page } = dialogOf(sent);
  return submit(sent.request, NoFields, { failure: failures.liftLegalHold }, async () => {
    const permit = await liftLegalHold(viewer, permitId);
    return redirectWithSuccess(page, `The hold of ${permitNumberText(permit)} is lifted`);
  });
}

export default function LiftLegalHold({ loaderData: hold }: Route.ComponentProps) {
  return (
    <ConfirmDialog title="Lift the legal hold" failure={failures.liftLegalHold} submit="Lift the hold">
      <p className="wrap-anywhere">
        <strong>{permitNumberText(hold)}</strong> ({hold.projectName}) is held for: {hold.reason}
      </p>
      <p>Then the permit and its files can be deleted again.</p>
    </ConfirmDialog>
  );
}
