import { useState } from "react";
import { disciplineOptions } from "~/models/discipline";
import { failures } from "~/models/failures";
import type { Comment } from "~/models/plan-review/discussion.server";
import type { CommentFormResult, DiscussionData } from "~/pages/plan-review/comment-actions.server";
import { CheckField } from "../check-field";
import { PostForm, SubmitButton } from "../post-form";
import { SelectField } from "../select-field";
import { TextField } from "../text-field";
import { usePostForm } from "../use-post-form";
import { useDiscussionAddress } from "./discussion-address";

type CommentFields = { text: string; discipline: string; isShared: string };

type CommentFormProps = { discussion: DiscussionData; formResult?: CommentFormResult };

/** Begins a thread. */
export function NewCommentForm(props: CommentFormProps) {
  const formKey = useFormKey(props.discussion);
  return <NewComment key={formKey} {...props} formKey={formKey} />;
}

function NewComment({ discussion, formResult, formKey }: CommentFormProps & { formKey: string }) {
  const { post, fields } = useCommentForm("comment", formResult, { comment: "" });
  const { discipline } = fields;
  return (
    <PostForm {...post} failure={failures.addComment} formKey={formKey} className="card-body stack">
      <TextField field={fields.text} label="Comment" placeholder="Write a comment" multiline />
      <SelectField
        // Another filter of the page is another choice here.
        key={discussion.discipline}
        field={{
          id: discipline.id,
          name: discipline.name,
          key: discipline.key,
          errors: discipline.errors,
          initialValue: post.form.formResult ? discipline.initialValue : discussion.discipline,
        }}
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

type ReplyFormProps = CommentFormProps & { start: Comment };

/** Answers in a thread. */
export function ReplyForm(props: ReplyFormProps) {
  const formKey = useFormKey(props.discussion, `-${props.start.id}`);
  return <Answer key={formKey} {...props} formKey={formKey} />;
}

function Answer({ discussion, start, formResult, formKey }: ReplyFormProps & { formKey: string }) {
  const { post, fields } = useCommentForm(`answer-${start.id}`, formResult, {
    comment: String(start.id),
  });
  return (
    // Stays open when a later look at the page has no refusal left to show.
    <details className="answer" open={post.form.wasSent || undefined}>
      <summary className="small">
        Answer<span className="sr-only"> {start.authorName}</span>
      </summary>
      <PostForm {...post} failure={failures.addComment} formKey={formKey} className="stack">
        <TextField field={fields.text} label="Answer" multiline rows={3} />
        {discussion.mayShare && start.isShared && (
          <CheckField field={fields.isShared} label="Share with city" />
        )}
        <div className="actions">
          <SubmitButton>Answer</SubmitButton>
        </div>
      </PostForm>
    </details>
  );
}

/** A form of the panel with the answer that is its own: others of the page are not for it. */
export function useCommentForm(
  id: string,
  formResult: CommentFormResult | undefined,
  parameters: Record<string, string>,
  defaultValue?: Partial<CommentFields>,
) {
  const action = useDiscussionAddress()(parameters);
  const ownResult = formResult?.commentForm === id ? formResult : undefined;
  const [form, fields] = usePostForm<CommentFields>(id, ownResult, { defaultValue });
  return { post: { form, action, preventScrollReset: true }, fields };
}

/** The key of a form: the same each time the page is read, until what was written under it has arrived. */
function useFormKey({ comments, formKey }: DiscussionData, ending = ""): string {
  const fresh = formKey + ending;
  const [kept, keep] = useState(fresh);
  if (kept !== fresh && comments.some((comment) => comment.formKey === kept)) keep(fresh);
  return kept;
}
