import { Link } from "react-router";
import type { ShownComment } from "~/pages/plan-review/comment-actions.server";
import { Badge } from "../badge";
import type { AddressOf } from "./discussion-address";

type CommentArticleProps = { comment: ShownComment; address: AddressOf };

export function CommentArticle({ comment, address }: CommentArticleProps) {
  const { id, authorName, createdAt, written, reviewCycle, discipline, text } = comment;
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
