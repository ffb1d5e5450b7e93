import { formatTime } from "~/models/clock.server";
import { failures } from "~/models/failures";
import { Refusal } from "~/models/refusal";
import { readUndo, undoChange } from "~/models/undo/undo-change.server";
import { idOf } from "~/platform/api/api.server";
import { NoFields, submit } from "~/platform/forms/form.server";
import { localAddress } from "~/platform/http/cross-site.server";
import { redirectWithFailure, redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { useFormResult } from "~/ui/form-result";
import { SignedIn } from "~/ui/page-frame";
import { PageHeader } from "~/ui/page-header";
import { PostForm } from "~/ui/post-form";
import type { Route } from "./+types/undo";

const addressIn = (url: URL) => localAddress(url.searchParams.get("to"));

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { createdAt } = await readUndo(viewerOf(context), idOf(params.id));
  return { time: formatTime(createdAt), back: { to: addressIn(url), label: "Back" } };
}

/** A refusal is shown where the change was made, with what is there now. */
export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context);
  const to = addressIn(url);
  return submit(request, NoFields, { failure: failures.undo }, async () => {
    try {
      const isFirst = await undoChange(viewer, idOf(params.id));
      return await redirectWithSuccess(to, isFirst ? "Undone" : "This was undone already");
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 409) throw error;
      return redirectWithFailure(to, `${error.message}. Nothing was undone.`);
    }
  });
}

/** Only a form that was kept while its user was signed out leads here. */
export default function Undo({ loaderData: { time, back } }: Route.ComponentProps) {
  return (
    <SignedIn>
      <PageHeader title="Undo" back={back} />
      <Card title="Your last change">
        <PostForm failure={failures.undo} formResult={useFormResult()} className="stack">
          <p>What you changed at {time} will be undone.</p>
          <div>
            <Button tone="primary">Undo</Button>
          </div>
        </PostForm>
      </Card>
    </SignedIn>
  );
}
