import type { ShownComment } from "~/pages/plan-review/comment-actions.server";
import { Badge } from "../badge";
import { link } from "../link";
import type { AddressOf } from "./discussion-address";

/** Returns the element of a comment. A discussion has many, and a component for each takes longer. */
export function commentArticle(comment: ShownComment, address: AddressOf) {
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
        {comment.isShared && Badge({ tone: "blue", plain: true, children: "Shared with city" })}
        {comment.isContext && Badge({ tone: "grey", plain: true, children: "From another page" })}
      </header>
      <p className="comment-text">
        {text}
        {comment.isCut && (
          <>
            {"… "}
            {link({
              to: `${address({ comment: String(id) })}#comment-${id}`,
              "aria-label": `Read all of the comment of ${written}`,
              children: "Read all",
            })}
          </>
        )}
      </p>
      {comment.mayChange && (
        <p className="row small">
          {link({
            to: dialog("edit-comment"),
            preventScrollReset: true,
            "aria-label": `Edit comment of ${written}`,
            children: "Edit",
          })}
          {comment.mayDelete &&
            link({
              to: dialog("delete-comment"),
              preventScrollReset: true,
              "aria-label": `Delete comment of ${written}`,
              children: "Delete",
            })}
        </p>
      )}
    </article>
  );
}
