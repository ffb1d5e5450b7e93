import { useRouteLoaderData } from "react-router";
import { failures } from "~/models/failures";
import type { UndoKind } from "~/models/undo";
import type { Undo } from "~/platform/http/toast.server";
import type { loader } from "~/root";
import { Button } from "./button";
import { PostForm } from "./post-form";

export function UndoForm({ undo: { id, to }, subject }: { undo: Undo; subject?: string }) {
  return (
    <PostForm
      action={`/undo/${id}?${new URLSearchParams({ to })}`}
      failure={failures.undo}
      preventScrollReset
      className="undo"
    >
      <Button size="small">
        Undo
        {subject && <span className="sr-only"> {subject}</span>}
      </Button>
    </PostForm>
  );
}

type RowUndoProps = { of: `${UndoKind} ${number}`; subject?: string };

/** The Undo of the toast once more, where the change was made. It is gone with the next load. */
export function RowUndo({ of, subject }: RowUndoProps) {
  const undo = useRouteLoaderData<typeof loader>("root")?.toast?.undo;
  return undo?.of === of && <UndoForm undo={undo} subject={subject} />;
}
