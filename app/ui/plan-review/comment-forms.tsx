import { useState } from "react";
import { disciplineOptions } from "~/models/discipline";
import { failures } from "~/models/failures";
import type { DiscussionData, ShownComment } from "~/pages/plan-review/comment-actions.server";
import { CheckField, SelectField, TextField } from "../fields";
import { withValue } from "../form-field";
import { usePageAddress } from "../page-address";
import { PostForm, SubmitButton, usePostForm } from "../post-form";

type CommentFormProps = { discussion: DiscussionData };

export function NewCommentForm(props: CommentFormProps) {
  const idempotencyKey = useIdempotencyKey(props.discussion);
  return <NewComment key={idempotencyKey} {...props} idempotencyKey={idempotencyKey} />;
}

function NewComment({ discussion, idempotencyKey }: CommentFormProps & { idempotencyKey: string }) {
  const { post, fields } = useCommentForm("comment", "");
  const { discipline } = fields;
  return (
    <PostForm
      {...post}
      failure={failures.addComment}
      idempotencyKey={idempotencyKey}
      className="card-body stack"
    >
      <TextField field={fields.text} label="Comment" placeholder="Write a comment" rows={4} required />
      <SelectField
        // Resets the field to the page's discipline when that filter changes.
        key={discussion.discipline}
        field={withValue(discipline, post.form.formResult ? discipline.initialValue : discussion.discipline)}
        label="Discipline"
        placeholder="General"
        options={disciplineOptions}
      />
      {discussion.mayShare && <CheckField field={fields.isShared} label="Share with city" />}
      <div className="actions">
        <SubmitButton tone="primary">Comment</SubmitButton>
      </div>
    </PostForm>
  );
}

type ReplyFormProps = CommentFormProps & { start: ShownComment };

export function ReplyForm(props: ReplyFormProps) {
  const idempotencyKey = useIdempotencyKey(props.discussion, `-${props.start.id}`);
  return <Reply key={idempotencyKey} {...props} idempotencyKey={idempotencyKey} />;
}

function Reply({ discussion, start, idempotencyKey }: ReplyFormProps & { idempotencyKey: string }) {
  const { post, fields } = useCommentForm(`reply-${start.id}`, String(start.id));
  return (
    // Stays open after a refused attempt, even when the page has reloaded and the form result is gone.
    <details className="reply" open={post.form.wasSent || undefined}>
      <summary className="small">
        Reply<span className="sr-only"> {start.authorName}</span>
      </summary>
      <PostForm
        {...post}
        failure={failures.addComment}
        idempotencyKey={idempotencyKey}
        shownBy="before"
        className="stack"
      >
        <TextField field={fields.text} label="Reply" rows={3} required />
        {discussion.mayShare && start.isShared && (
          <CheckField field={fields.isShared} label="Share with city" />
        )}
        <div className="actions">
          <SubmitButton>Reply</SubmitButton>
        </div>
      </PostForm>
    </details>
  );
}

/** Returns the props and fields of the form of a new comment, or of a reply to the comment with this id. */
function useCommentForm(id: string, comment: string) {
  const action = usePageAddress("discussion").addressOf({ comment });
  const sentTo = `comment=${comment}`;
  const [form, fields] = usePostForm<"text" | "discipline" | "isShared">(id, { sentTo });
  return { post: { form, action, preventScrollReset: true }, fields };
}

/** The idempotency key of a form. It stays the same until a comment with this key is on the page. */
function useIdempotencyKey({ comments, idempotencyKey }: DiscussionData, ending = ""): string {
  const newKey = idempotencyKey + ending;
  const [key, setKey] = useState(newKey);
  if (key !== newKey && comments.some((comment) => comment.idempotencyKey === key)) setKey(newKey);
  return key;
}
