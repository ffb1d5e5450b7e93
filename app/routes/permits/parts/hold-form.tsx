import { failures } from "~/models/failures";
import { holdChangeOf, type PermitStatus } from "~/models/permits/permit";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";

type HoldFormProps = { permit: { id: number; status: PermitStatus } };

export function HoldForm({ permit: { id, status } }: HoldFormProps) {
  const change = holdChangeOf(status);
  return (
    change && (
      <PostForm action={`/permits/${id}?hold`} failure={failures.updatePermit}>
        <input type="hidden" name="status" value={change.status} />
        <Button>{change.label}</Button>
      </PostForm>
    )
  );
}
