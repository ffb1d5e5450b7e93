import { useForm } from "@conform-to/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigation, useRevalidator } from "react-router";
import { keptParameters, pageAddress } from "~/models/address";
import { disciplineOptions } from "~/models/discipline";
import { failures } from "~/models/failures";
import { inOrder, minutesToChange, threadsOf } from "~/models/plan-review/comment";
import type { Comment } from "~/models/plan-review/discussion.server";
import type { CommentAnswer, DiscussionData } from "~/pages/plan-review/comment-actions.server";
import { Badge } from "../badge";
import { Button } from "../button";
import { Card } from "../card";
import { CheckField } from "../check-field";
import { ConfirmDialog } from "../confirm-dialog";
import { Dialog, DialogActions } from "../dialog";
import { ErrorSummary } from "../error-summary";
import { expectedVersion } from "../expected-version";
import { FailureToast } from "../failure-toast";
import { PostForm } from "../post-form";
import { SelectField } from "../select-field";
import { EmptyState } from "../sheet";
import { TextField } from "../text-field";
import { useOpened } from "../use-opened";

const whatCitiesRead =
  "Here you read what the plan reviewers ask you about this permit, and can answer each question.";

type DiscussionProps = { discussion: DiscussionData; answer?: CommentAnswer };

/** What is said about a permit, in threads, with the forms that add to it and the dialogs that change it. */
export function Discussion(props: DiscussionProps) {
  // What is half written of one permit is not carried to the next.
  return <PermitDiscussion key={useLocation().pathname} {...props} />;
}

function PermitDiscussion({ discussion, answer }: DiscussionProps) {
  const { mayStart, mayWrite, editing, deleting } = discussion;
  const { comments, hold } = useHeldComments(discussion.comments);
  useFreshOnReturn();
  const homeless = isHomeless(comments, discussion, answer);
  return (
    <>
      <Card title="Discussion" id="discussion" flush>
        {homeless && <HomelessAnswer answer={answer} />}
        <EarlierLink earlier={discussion.earlier} />
        {comments.length === 0 ? (
          <EmptyState title="No comments yet" hint={mayStart ? undefined : whatCitiesRead} />
        ) : (
          <ol className="comments">
            {threadsOf(comments).map(({ start, answers }) => (
              <li key={start.id} className="thread">
                <CommentText comment={start} />
                {answers.length > 0 && (
                  <ol className="comments">
                    {answers.map((comment) => (
                      <li key={comment.id}>
                        <CommentText comment={comment} />
                      </li>
                    ))}
                  </ol>
                )}
                {mayWrite && (
                  <AnswerForm discussion={discussion} start={start} answer={answer} onWriting={hold} />
                )}
              </li>
            ))}
          </ol>
        )}
        {!discussion.isNewest && <NewestLink />}
        {mayWrite && mayStart && <NewCommentForm discussion={discussion} answer={answer} />}
      </Card>
      {editing && <EditCommentDialog key={editing.id} comment={editing} answer={answer} />}
      {deleting && <DeleteCommentDialog comment={deleting} answer={answer} />}
    </>
  );
}

function EarlierLink({ earlier }: Pick<DiscussionData, "earlier">) {
  const address = useAddress();
  if (!earlier) return null;
  const before = String(earlier.before);
  return (
    <p className="comment-pages">
      <Link to={`${address({ before })}#discussion`}>
        Earlier comments ({earlier.count.toLocaleString("en-US")})
      </Link>
    </p>
  );
}

function NewestLink() {
  const address = useAddress();
  return (
    <p className="comment-pages">
      <Link to={`${address({ before: undefined })}#discussion`}>Newest comments</Link>
    </p>
  );
}

/** The page's comments, and those under which an answer is half written: newer ones must not push it off. */
function useHeldComments(comments: Comment[]) {
  const [held, setHeld] = useState<Comment[]>([]);
  const hold = useCallback((comment: Comment, isWriting: boolean) => {
    setHeld((all) => {
      const isHeld = all.some(({ id }) => id === comment.id);
      if (isHeld === isWriting) return all;
      return isWriting
        ? [...all, { ...comment, isContext: true }]
        : all.filter(({ id }) => id !== comment.id);
    });
  }, []);
  const ids = new Set(comments.map(({ id }) => id));
  const missing = held.filter(({ id }) => !ids.has(id));
  return { comments: missing.length > 0 ? inOrder([...comments, ...missing]) : comments, hold };
}

/** Whether what was refused was sent from a form that is gone: somebody deleted its comment meanwhile. */
function isHomeless(comments: Comment[], { deleting }: DiscussionData, answer?: CommentAnswer): boolean {
  const form = answer?.commentForm;
  if (form === "delete-comment") return !deleting;
  return form?.startsWith("answer-") === true && !comments.some(({ id }) => form === `answer-${id}`);
}

function HomelessAnswer({ answer }: { answer?: CommentAnswer }) {
  const typed = answer?.result.initialValue?.text;
  return (
    <div className="card-body stack">
      <FailureToast answer={answer} />
      <p className="error">{answer?.failure}</p>
      {typeof typed === "string" && <p className="note">{typed}</p>}
    </div>
  );
}

function CommentText({ comment }: { comment: Comment }) {
  const { id, authorName, createdAt, written, reviewCycle, discipline, text } = comment;
  const address = useAddress();
  const dialog = (name: string) => address({ dialog: name, commentId: String(id) });
  return (
    <article className="comment" id={`comment-${id}`}>
      <header className="row">
        <strong>{authorName}</strong>
        <span className="small">
          <time dateTime={createdAt}>{written}</time>
          {comment.isEdited && " (edited)"} · {reviewCycle}
          {discipline && ` · ${discipline}`}
        </span>
        {comment.isShared && (
          <Badge tone="blue" plain>
            Shared with city
          </Badge>
        )}
        {comment.isContext && (
          <Badge tone="grey" plain>
            From another page
          </Badge>
        )}
      </header>
      <p className="comment-text">
        {text}
        {comment.isCut && (
          <>
            {"… "}
            <Link
              to={`${address({ comment: String(id) })}#comment-${id}`}
              aria-label={`Read all of the comment of ${written}`}
            >
              Read all
            </Link>
          </>
        )}
      </p>
      {comment.mayChange && (
        <p className="row small">
          <Link to={dialog("edit-comment")} preventScrollReset aria-label={`Edit comment of ${written}`}>
            Edit
          </Link>
          {comment.mayDelete && (
            <Link
              to={dialog("delete-comment")}
              preventScrollReset
              aria-label={`Delete comment of ${written}`}
            >
              Delete
            </Link>
          )}
        </p>
      )}
    </article>
  );
}

type CommentFields = { text: string; discipline: string; isShared: string };

function NewCommentForm({ discussion, answer }: DiscussionProps) {
  const formKey = useFormKey(discussion);
  return <NewComment key={formKey} discussion={discussion} answer={answer} formKey={formKey} />;
}

function NewComment({ discussion, answer, formKey }: DiscussionProps & { formKey: string }) {
  const { form, fields, ownAnswer, action, isBusy } = useCommentForm("comment", answer, { comment: "" });
  const { discipline } = fields;
  return (
    <PostForm
      answer={ownAnswer}
      failure={failures.addComment}
      formKey={formKey}
      action={action}
      id={form.id}
      onSubmit={form.onSubmit}
      preventScrollReset
      className="card-body stack"
    >
      <ErrorSummary form={form} />
      <TextField field={fields.text} label="Comment" placeholder="Write a comment" multiline />
      <SelectField
        // Another filter of the page is another choice here.
        key={discussion.discipline}
        field={{
          id: discipline.id,
          name: discipline.name,
          key: discipline.key,
          errors: discipline.errors,
          initialValue: ownAnswer ? discipline.initialValue : discussion.discipline,
        }}
        label="Discipline"
        placeholder="General"
        options={disciplineOptions}
      />
      {discussion.mayShare && <CheckField field={fields.isShared} label="Share with city" />}
      <div className="actions">
        <Button tone="primary" busy={isBusy} busyLabel="Saving...">
          Comment
        </Button>
      </div>
    </PostForm>
  );
}

type AnswerFormProps = DiscussionProps & {
  start: Comment;
  onWriting: (start: Comment, isWriting: boolean) => void;
};

function AnswerForm(props: AnswerFormProps) {
  const formKey = useFormKey(props.discussion, `-${props.start.id}`);
  return <Answer key={formKey} {...props} formKey={formKey} />;
}

function Answer({ discussion, start, answer, formKey, onWriting }: AnswerFormProps & { formKey: string }) {
  const name = `answer-${start.id}`;
  const { form, fields, ownAnswer, action, isBusy } = useCommentForm(name, answer, {
    comment: String(start.id),
  });
  // Stays open when a later look at the page has no refusal left to show.
  const [wasRefused, setWasRefused] = useState(ownAnswer !== undefined);
  if (ownAnswer && !wasRefused) setWasRefused(true);
  // What has arrived is held no longer.
  const opened = useRef(start);
  useEffect(() => () => onWriting(opened.current, false), [onWriting]);
  return (
    <details className="answer" open={wasRefused || undefined}>
      <summary className="small">
        Answer<span className="sr-only"> {start.authorName}</span>
      </summary>
      <PostForm
        answer={ownAnswer}
        failure={failures.addComment}
        formKey={formKey}
        action={action}
        id={form.id}
        onSubmit={form.onSubmit}
        onInput={({ currentTarget }) => onWriting(start, new FormData(currentTarget).get("text") !== "")}
        preventScrollReset
        className="stack"
      >
        <ErrorSummary form={form} />
        <TextField field={fields.text} label="Answer" multiline rows={3} />
        {discussion.mayShare && start.isShared && (
          <CheckField field={fields.isShared} label="Share with city" />
        )}
        <div className="actions">
          <Button busy={isBusy} busyLabel="Saving...">
            Answer
          </Button>
        </div>
      </PostForm>
    </details>
  );
}

type DialogProps<Shown> = { comment: Shown; answer?: CommentAnswer };

type EditedComment = { id: number; text: string; updatedAt?: string };

function EditCommentDialog({ comment, answer }: DialogProps<EditedComment>) {
  const closeTo = useAddress()({});
  const { form, fields, ownAnswer, action, isBusy } = useCommentForm(
    "edit-comment",
    answer,
    { dialog: "edit-comment", commentId: String(comment.id) },
    { text: comment.text },
  );
  const current = ownAnswer?.current as { updatedAt: string } | undefined;
  const opened = useOpened(comment.updatedAt);
  return (
    <Dialog title="Edit Comment" closeTo={closeTo}>
      <PostForm
        answer={ownAnswer}
        failure={failures.updateComment}
        action={action}
        id={form.id}
        onSubmit={form.onSubmit}
        preventScrollReset
        className="stack"
      >
        <ErrorSummary form={form} />
        <input
          type="hidden"
          name="updatedAt"
          value={expectedVersion(ownAnswer, current?.updatedAt, opened, "updatedAt")}
        />
        <TextField
          field={fields.text}
          label="Comment"
          hint={`Can be changed for ${minutesToChange} minutes after it was written`}
          multiline
          rows={6}
          autoFocus={!ownAnswer}
        />
        <DialogActions tone="primary" busy={isBusy} busyLabel="Saving..." closeTo={closeTo}>
          Save
        </DialogActions>
      </PostForm>
    </Dialog>
  );
}

function DeleteCommentDialog({ comment, answer }: DialogProps<Comment>) {
  const address = useAddress();
  const closeTo = address({});
  const action = address({ dialog: "delete-comment", commentId: String(comment.id) });
  const isBusy = useIsSending(action);
  const ownAnswer = answer?.commentForm === "delete-comment" ? answer : undefined;
  return (
    <ConfirmDialog
      title="Delete Comment"
      failure={failures.deleteComment}
      action={action}
      preventScrollReset
      closeTo={closeTo}
      answer={ownAnswer}
      confirm="Delete"
      busyLabel="Deleting..."
      isBusy={isBusy}
      tone="danger"
    >
      <p>Your comment will be deleted. This cannot be undone.</p>
      <p className="note comment-text">{comment.text}</p>
    </ConfirmDialog>
  );
}

/** A form of the panel with the answer that is its own: others of the page are not for it. */
function useCommentForm(
  id: string,
  answer: CommentAnswer | undefined,
  parameters: Record<string, string>,
  defaultValue?: Partial<CommentFields>,
) {
  const action = useAddress()(parameters);
  const ownAnswer = answer?.commentForm === id ? answer : undefined;
  const [form, fields] = useForm<CommentFields>({ id, lastResult: ownAnswer?.result, defaultValue });
  return { form, fields, ownAnswer, action, isBusy: useIsSending(action) };
}

function useIsSending(action: string): boolean {
  const { formMethod, formAction } = useNavigation();
  return formMethod === "POST" && formAction === action;
}

/** The page's own address with what it is filtered by and which comments it shows, and with more or less. */
function useAddress() {
  const { pathname, search } = useLocation();
  return (parameters: Record<string, string | undefined>) =>
    pageAddress({ pathname, search }, keptParameters.discussion, parameters);
}

/** The key of a form: the same each time the page is read, until what was written under it has arrived. */
function useFormKey({ comments, formKey }: DiscussionData, ending = ""): string {
  const fresh = formKey + ending;
  const [kept, keep] = useState(fresh);
  if (kept !== fresh && comments.some((comment) => comment.formKey === kept)) keep(fresh);
  return kept;
}

/** Reads the page again when the person comes back to its tab. */
function useFreshOnReturn() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible" && !isFilledElsewhere()) revalidate();
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [revalidate]);
}

/** Whether another form of the page holds something unsent, which reading the page again could take. */
function isFilledElsewhere(): boolean {
  if (document.querySelector("form[method=post] input[name=keptFiles]")) return true;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "form[method=post] :is(textarea, input:not([type=hidden], [type=checkbox], [type=radio]))",
  );
  return [...fields].some((field) => !field.closest("#discussion") && field.value !== field.defaultValue);
}
