import { useEffect, useState } from "react";
import { Link, useRevalidator, useSearchParams } from "react-router";
import { inOrder, threadsOf } from "~/models/comments/comment";
import { disciplineOptions } from "~/models/discipline";
import { failures } from "~/models/failures";
import type { DiscussionData, ShownComment } from "~/routes/permits/parts/load-discussion.server";
import { PlainBadge } from "../badge";
import { Card, EmptyState } from "../card";
import { DialogLink } from "../dialog-link";
import { SelectField, TextField } from "../fields";
import { useFormResult } from "../form-result";
import { type AddressOf, usePageAddress, usePagePath } from "../page-address";
import { PostForm, SubmitButton, usePostForm } from "../post-form";
import { FailureOfGoneForm, FailureToast } from "../toast";
import { RowUndo } from "../undo-form";
import { SettleForm } from "./settle-form";

const purposeForCities = "Ask the plan reviewers about this permit, and reply to their questions.";

type DiscussionProps = { discussion: DiscussionData };

type MayComment = { discussion: Pick<DiscussionData, "mayWrite" | "mayStart"> };

/** The `skipTo` of a page with a discussion. */
export function skipToComment({ discussion: { mayWrite, mayStart } }: MayComment) {
  return mayWrite && mayStart ? [{ to: "comment-text", label: "Skip to comment" }] : [];
}

export function Discussion(props: DiscussionProps) {
  // A key for each permit, so that typed text does not appear on the next permit's page.
  return <PermitDiscussion key={usePagePath()} {...props} />;
}

function PermitDiscussion({ discussion }: DiscussionProps) {
  const { mayStart, mayWrite, earlier } = discussion;
  const comments = useShownComments(discussion.comments);
  const newKey = useIdempotencyKey(discussion);
  useReloadOnReturn();
  const addressOf = useCommentAddress();
  const [parameters] = useSearchParams();
  return (
    <Card title="Discussion" id="discussion" flush>
      {isReplyGone(comments, parameters) && <RefusedComment />}
      <FailureOfGoneForm sentTo="settle" />
      {earlier && (
        <p className="comment-pages">
          <Link to={`${addressOf({ before: earlier.before })}#discussion`}>
            Earlier comments ({earlier.count.toLocaleString("en-US")})
          </Link>
        </p>
      )}
      {comments.length === 0 ? (
        <EmptyState title="No comments yet" hint={discussion.mayShare ? undefined : purposeForCities} />
      ) : (
        <ol className="comments">
          {threadsOf(comments).map(({ start, replies }) => (
            <li key={start.id} className="thread">
              <CommentArticle comment={start} address={addressOf} />
              {replies.length > 0 && (
                <ol className="comments">
                  {replies.map((comment) => (
                    <li key={comment.id}>
                      <CommentArticle comment={comment} address={addressOf} />
                    </li>
                  ))}
                </ol>
              )}
              {mayWrite && !start.isDeleted && <ReplyForm discussion={discussion} start={start} />}
              {mayWrite && start.isWaiting && (
                <SettleForm
                  lastId={(replies.findLast(({ isDeleted }) => !isDeleted) ?? start).id}
                  action={addressOf({ settle: "" })}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {!discussion.isNewest && (
        <p className="comment-pages">
          <Link to={`${addressOf({ before: undefined })}#discussion`}>Newest comments</Link>
        </p>
      )}
      {mayWrite && mayStart && <NewComment key={newKey} discussion={discussion} idempotencyKey={newKey} />}
    </Card>
  );
}

/** Addresses of the page, which show no comment in full unless they name one. */
function useCommentAddress(): AddressOf {
  const { addressOf } = usePageAddress();
  return (changes) => addressOf({ comment: null, ...changes });
}

/** Whether the reply of the address is no longer on the page because its comment was deleted. */
function isReplyGone(comments: ShownComment[], address: URLSearchParams): boolean {
  const repliedTo = address.get("comment");
  return Boolean(repliedTo) && !comments.some(({ id }) => String(id) === repliedTo);
}

function RefusedComment() {
  const formResult = useFormResult();
  if (!formResult) return null;
  const typed = formResult.submission.initialValue?.text;
  return (
    <div className="card-body stack">
      <FailureToast formResult={formResult} />
      <p className="error">{formResult.failure}</p>
      {typeof typed === "string" && <p className="note">{typed}</p>}
    </div>
  );
}

function CommentArticle({ comment, address }: { comment: ShownComment; address: AddressOf }) {
  const { id, authorName, createdAt, written, reviewCycle, discipline, text } = comment;
  return (
    <article className="comment" id={`comment-${id}`}>
      <header className="row">
        <strong>{authorName}</strong>
        <span className="small">
          <time dateTime={createdAt}>{written}</time>
          {comment.isEdited && " (edited)"} · {reviewCycle}
          {discipline && ` · ${discipline}`}
        </span>
        {comment.isWaiting && <PlainBadge tone="orange">Waits for a reply</PlainBadge>}
        {comment.isShared && <PlainBadge tone="blue">Shared with city</PlainBadge>}
        {comment.isContext && <PlainBadge tone="grey">From another page</PlainBadge>}
      </header>
      <p className="comment-text">
        {text}
        {comment.isCut && (
          <>
            {"… "}
            <Link
              to={`${address({ comment: id })}#comment-${id}`}
              aria-label={`Read all of the comment of ${written}`}
            >
              Read all
            </Link>
          </>
        )}
      </p>
      <RowUndo of={`comment ${id}`} />
      {comment.mayChange && (
        <p className="row small">
          <DialogLink to={`comments/${id}/edit`} aria-label={`Edit comment of ${written}`}>
            Edit
          </DialogLink>
          {comment.mayDelete && (
            <DialogLink to={`comments/${id}/delete`} aria-label={`Delete comment of ${written}`}>
              Delete
            </DialogLink>
          )}
        </p>
      )}
    </article>
  );
}

/** Returns the page's comments, and earlier ones whose unsent reply would otherwise be lost. */
function useShownComments(comments: ShownComment[]): ShownComment[] {
  const [latest, setLatest] = useState({ comments, shown: comments });
  if (latest.comments === comments) return latest.shown;
  const ids = new Set(comments.map(({ id }) => id));
  const withUnsentReply = latest.shown
    .filter(({ id }) => !ids.has(id) && hasUnsentReply(id))
    .map((comment) => ({ ...comment, isContext: true }));
  const shown = withUnsentReply.length > 0 ? inOrder([...comments, ...withUnsentReply]) : comments;
  setLatest({ comments, shown });
  return shown;
}

/** Whether a comment's reply field has text. Reads the DOM: the user may have typed before scripts ran. */
function hasUnsentReply(id: number): boolean {
  const text = document.querySelector<HTMLTextAreaElement>(`#reply-${id} textarea`);
  return text !== null && text.value !== "";
}

function useReloadOnReturn() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const reload = () => {
      if (document.visibilityState === "visible" && !hasUnsentInput()) revalidate();
    };
    document.addEventListener("visibilitychange", reload);
    return () => document.removeEventListener("visibilitychange", reload);
  }, [revalidate]);
}

/** Whether a form outside the discussion has unsent input, which reloading the data could remove. */
function hasUnsentInput(): boolean {
  if (document.querySelector("form[method=post] input[name=keptFiles]")) return true;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "form[method=post] :is(textarea, input:not([type=hidden], [type=checkbox], [type=radio]))",
  );
  return [...fields].some((field) => !field.closest("#discussion") && field.value !== field.defaultValue);
}

function NewComment({ discussion, idempotencyKey }: DiscussionProps & { idempotencyKey: string }) {
  const { post, fields } = useCommentForm("comment", "");
  const { discipline } = fields;
  return (
    <PostForm
      {...post}
      failure={failures.addComment}
      idempotencyKey={idempotencyKey}
      className="card-body stack"
    >
      <TextField
        field={fields.text}
        label="Comment"
        hint={discussion.mayShare && "Only the firm reads it, unless you share it with the city."}
        placeholder="Write a comment"
        rows={4}
        required
      />
      <SelectField
        // Resets the field to the page's discipline when that filter changes.
        key={discussion.discipline}
        field={post.form.formResult ? discipline : { ...discipline, initialValue: discussion.discipline }}
        label="Discipline"
        placeholder="General"
        options={disciplineOptions}
      />
      <div className="actions">
        <SubmitButton tone="primary">Comment</SubmitButton>
        {discussion.mayShare && <ShareButton />}
      </div>
    </PostForm>
  );
}

type ReplyFormProps = DiscussionProps & { start: ShownComment };

function ReplyForm(props: ReplyFormProps) {
  const idempotencyKey = useIdempotencyKey(props.discussion, `-${props.start.id}`);
  return <Reply key={idempotencyKey} {...props} idempotencyKey={idempotencyKey} />;
}

function Reply({ discussion, start, idempotencyKey }: ReplyFormProps & { idempotencyKey: string }) {
  const { post, fields } = useCommentForm(`reply-${start.id}`, String(start.id));
  const isAsked = useSearchParams()[0].get("reply") === String(start.id);
  const mayShare = discussion.mayShare && start.isShared;
  return (
    // Stays open after a refused attempt, even when the page has reloaded and the form result is gone.
    <details className="reply" open={isAsked || post.form.wasSent || undefined}>
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
        <TextField field={fields.text} label="Reply" rows={3} autoFocus={isAsked} required />
        <div className="actions">
          <SubmitButton>Reply</SubmitButton>
          {mayShare && <ShareButton />}
        </div>
      </PostForm>
    </details>
  );
}

/** Saves the comment so that the permit's city reads it, which the form's first button does not. */
const ShareButton = () => (
  <SubmitButton name="isShared" value="on" busyLabel="">
    Share with city
  </SubmitButton>
);

function useCommentForm(id: string, comment: string) {
  const action = useCommentAddress()({ comment });
  const sentTo = `comment=${comment}`;
  const [form, fields] = usePostForm<"text" | "discipline">(id, { sentTo });
  return { post: { form, action, preventScrollReset: true }, fields };
}

/** The idempotency key of a form. It stays the same until a comment with this key is on the page. */
function useIdempotencyKey({ comments, idempotencyKey }: DiscussionData, ending = ""): string {
  const newKey = idempotencyKey + ending;
  const [key, setKey] = useState(newKey);
  if (key !== newKey && comments.some((comment) => comment.idempotencyKey === key)) setKey(newKey);
  return key;
}
