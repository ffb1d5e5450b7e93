import { useRouteLoaderData } from "react-router";
import { failures } from "~/models/failures";
import type { Undo } from "~/platform/http/toast.server";
import type { loader } from "~/root";
import { Button } from "./button";
import { PostForm } from "./post-form";

type UndoFormProps = { undo: Undo; name?: string };

export function UndoForm({ undo: { action }, name }: UndoFormProps) {
  return (
    <PostForm action={action} failure={failures.undo} preventScrollReset className="undo">
      <Button size="small" aria-label={name}>
        Undo
      </Button>
    </PostForm>
  );
}

/** The Undo of the toast once more, where the change was made. It is gone with the next load. */
export function RowUndo({ of }: { of: Undo["of"] }) {
  const toast = useRouteLoaderData<typeof loader>("root")?.toast;
  return (
    toast?.undo?.of === of && (
      <div className="row">
        {toast.undo.note}
        <UndoForm undo={toast.undo} name={`Undo: ${toast.message}`} />
      </div>
    )
  );
}
