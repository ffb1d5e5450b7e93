import { Link, useLocation } from "react-router";
import { threadsOf } from "~/models/plan-review/comment";
import type { Comment } from "~/models/plan-review/discussion.server";
import type { CommentAnswer, DiscussionData } from "~/pages/plan-review/comment-actions.server";
import { Card } from "../card";
import { FailureToast } from "../failure-toast";
import type { PermitFormAnswer } from "../permits/permit-form";
import { EmptyState } from "../sheet";
import { CommentArticle } from "./comment-article";
import { DeleteCommentDialog, EditCommentDialog } from "./comment-dialogs";
import { AnswerForm, NewCommentForm } from "./comment-forms";
import { useDiscussionAddress } from "./discussion-address";
import { useFreshOnReturn } from "./use-fresh-on-return";
import { useHeldComments } from "./use-held-comments";

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
  const comments = useHeldComments(discussion.comments);
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
                <CommentArticle comment={start} />
                {answers.length > 0 && (
                  <ol className="comments">
                    {answers.map((comment) => (
                      <li key={comment.id}>
                        <CommentArticle comment={comment} />
                      </li>
                    ))}
                  </ol>
                )}
                {mayWrite && <AnswerForm discussion={discussion} start={start} answer={answer} />}
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

/** Sorts the result of a refused form of a permit's page: for the discussion, or for any other part. */
export function answersOf(actionData: unknown): { answer?: PermitFormAnswer; commentAnswer?: CommentAnswer } {
  const answer = actionData as (PermitFormAnswer & CommentAnswer) | undefined;
  return answer?.commentForm ? { commentAnswer: answer } : { answer };
}
