import { Link, useLocation } from "react-router";
import { threadsOf } from "~/models/plan-review/comment";
import type {
  CommentFormResult,
  DiscussionData,
  ShownComment,
} from "~/pages/plan-review/comment-actions.server";
import { Card } from "../card";
import { FailureToast } from "../failure-toast";
import { EmptyState } from "../sheet";
import { CommentArticle } from "./comment-article";
import { DeleteCommentDialog, EditCommentDialog } from "./comment-dialogs";
import { NewCommentForm, ReplyForm } from "./comment-forms";
import { useDiscussionAddress } from "./discussion-address";
import { useReloadOnReturn } from "./use-reload-on-return";
import { useShownComments } from "./use-shown-comments";

const purposeForCities = "Ask the plan reviewers about this permit, and reply to their questions.";

type DiscussionProps = { discussion: DiscussionData; formResult?: CommentFormResult };

export function Discussion(props: DiscussionProps) {
  // A key for each permit, so that typed text does not appear on the next permit's page.
  return <PermitDiscussion key={useLocation().pathname} {...props} />;
}

function PermitDiscussion({ discussion, formResult }: DiscussionProps) {
  const { mayStart, mayWrite, editing, deleting } = discussion;
  const comments = useShownComments(discussion.comments);
  useReloadOnReturn();
  const address = useDiscussionAddress();
  const formIsGone = isFormGone(comments, discussion, formResult);
  return (
    <>
      <Card title="Discussion" id="discussion" flush>
        {formIsGone && <FailureOfGoneForm formResult={formResult} />}
        <EarlierLink earlier={discussion.earlier} />
        {comments.length === 0 ? (
          <EmptyState title="No comments yet" hint={discussion.mayShare ? undefined : purposeForCities} />
        ) : (
          <ol className="comments">
            {threadsOf(comments).map(({ start, replies }) => (
              <li key={start.id} className="thread">
                <CommentArticle comment={start} address={address} />
                {replies.length > 0 && (
                  <ol className="comments">
                    {replies.map((comment) => (
                      <li key={comment.id}>
                        <CommentArticle comment={comment} address={address} />
                      </li>
                    ))}
                  </ol>
                )}
                {mayWrite && <ReplyForm discussion={discussion} start={start} formResult={formResult} />}
              </li>
            ))}
          </ol>
        )}
        {!discussion.isNewest && <NewestLink />}
        {mayWrite && mayStart && <NewCommentForm discussion={discussion} formResult={formResult} />}
      </Card>
      {editing && <EditCommentDialog key={editing.id} comment={editing} formResult={formResult} />}
      {deleting && <DeleteCommentDialog comment={deleting} formResult={formResult} />}
    </>
  );
}

function EarlierLink({ earlier }: Pick<DiscussionData, "earlier">) {
  const address = useDiscussionAddress();
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
  const address = useDiscussionAddress();
  return (
    <p className="comment-pages">
      <Link to={`${address({ before: undefined })}#discussion`}>Newest comments</Link>
    </p>
  );
}

/** Whether the refused form is no longer on the page because its comment was deleted. */
function isFormGone(
  comments: ShownComment[],
  { deleting }: DiscussionData,
  formResult?: CommentFormResult,
): boolean {
  const form = formResult?.commentForm;
  if (form === "delete-comment") return !deleting;
  return form?.startsWith("reply-") === true && !comments.some(({ id }) => form === `reply-${id}`);
}

function FailureOfGoneForm({ formResult }: { formResult?: CommentFormResult }) {
  const typed = formResult?.submission.initialValue?.text;
  return (
    <div className="card-body stack">
      <FailureToast formResult={formResult} />
      <p className="error">{formResult?.failure}</p>
      {typeof typed === "string" && <p className="note">{typed}</p>}
    </div>
  );
}
