import { failures } from "~/models/failures";
import { Button } from "../button";
import { PostForm } from "../post-form";

type SettleFormProps = {
  /** The last comment that is shown of the thread. */
  lastId: number;
  action: string;
};

/** Of a thread that waits for a reply of the viewer's side. */
export const SettleForm = ({ lastId, action }: SettleFormProps) => (
  <PostForm failure={failures.settleComment} action={action} preventScrollReset>
    <input type="hidden" name="commentId" value={lastId} />
    <Button size="small">No reply needed</Button>
  </PostForm>
);
