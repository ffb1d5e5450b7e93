import { Form, Link } from "react-router";
import { disciplineOptions } from "../../app/models/discipline";
import { Badge, Card, controlClass, Field, formatNumber, Select } from "./elements";
import type { DiscussionData, ShownComment } from "./permit-discussion-data";
import { SubmitButton } from "./submit-button";

/** The newest comments in threads, each with a form for a reply. */
export function Discussion({ discussion: { threads, earlier } }: { discussion: DiscussionData }) {
  return (
    <Card id="discussion" title="Discussion">
      {earlier && (
        <p className="px-4 py-2">
          <Link to={`?before=${earlier.before}#discussion`}>
            Earlier comments ({formatNumber(earlier.count)})
          </Link>
        </p>
      )}
      <ol className="grid gap-4 p-4">
        {threads.map(({ start, replies }) => (
          <li key={start.id}>
            <Comment comment={start} />
            {replies.length > 0 && (
              <ol className="grid gap-4 pl-4">
                {replies.map((comment) => (
                  <li key={comment.id}>
                    <Comment comment={comment} />
                  </li>
                ))}
              </ol>
            )}
            <ReplyForm start={start} />
          </li>
        ))}
      </ol>
      <NewCommentForm />
    </Card>
  );
}

function Comment({ comment }: { comment: ShownComment }) {
  const { id, author, createdAt, written, isEdited, reviewCycle, discipline, text } = comment;
  return (
    <article id={`comment-${id}`}>
      <header className="flex flex-wrap items-center gap-2">
        <strong>{author}</strong>
        <span className="text-sm text-gray-500">
          <time dateTime={createdAt}>{written}</time>
          {isEdited && " (edited)"} · {reviewCycle}
          {discipline && ` · ${discipline}`}
        </span>
        {comment.isShared && <Badge tone="blue">Shared with city</Badge>}
        {comment.isFromOtherPage && <Badge tone="grey">From another page</Badge>}
      </header>
      <p className="whitespace-pre-wrap">{text}</p>
    </article>
  );
}

function ReplyForm({ start: { id, author, isShared } }: { start: ShownComment }) {
  const name = `reply-${id}`;
  return (
    <details>
      <summary className="text-sm text-gray-500">
        Reply<span className="sr-only"> {author}</span>
      </summary>
      <Form id={name} method="post" action={`?comment=${id}`} preventScrollReset className="grid gap-4 p-4">
        <input type="hidden" name="intent" value="reply" />
        <input type="hidden" name="parentId" value={id} />
        <Field id={`${name}-text`} label="Reply">
          <textarea id={`${name}-text`} name="text" rows={3} className={controlClass} />
        </Field>
        {isShared && <ShareField id={`${name}-shared`} />}
        <SubmitButton>Reply</SubmitButton>
      </Form>
    </details>
  );
}

const ShareField = ({ id }: { id: string }) => (
  <label htmlFor={id} className="flex items-center gap-2 text-sm">
    <input id={id} type="checkbox" name="isShared" />
    <span>Share with city</span>
  </label>
);

function NewCommentForm() {
  return (
    <Form id="comment" method="post" action="?comment=" preventScrollReset className="grid gap-4 p-4">
      <input type="hidden" name="intent" value="comment" />
      <Field id="comment-text" label="Comment">
        <textarea
          id="comment-text"
          name="text"
          rows={4}
          placeholder="Write a comment"
          className={controlClass}
        />
      </Field>
      <Field id="comment-discipline" label="Discipline">
        <Select id="comment-discipline" name="discipline" all="General" options={disciplineOptions} />
      </Field>
      <ShareField id="comment-shared" />
      <SubmitButton>Comment</SubmitButton>
    </Form>
  );
}
