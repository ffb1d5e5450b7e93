import type { Undo } from "~/platform/http/toast.server";
import { Button } from "./button";
import { PostForm } from "./post-form";

export function UndoForm({ undo: { action, failure, fields }, subject }: { undo: Undo; subject?: string }) {
  return (
    <PostForm action={action} failure={failure} preventScrollReset className="undo">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button size="small">
        Undo
        {subject && <span className="sr-only"> {subject}</span>}
      </Button>
    </PostForm>
  );
}
