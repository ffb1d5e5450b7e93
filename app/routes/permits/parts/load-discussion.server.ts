import { mayChooseReaders } from "~/models/comments/comment.server";
import { type Comment, readDiscussion } from "~/models/comments/discussion.server";
import { disciplines } from "~/models/discipline";
import { valueIn } from "~/models/options";
import type { Permit } from "~/models/permits/permit-scope.server";
import { may, type Viewer } from "~/models/policy";
import { present } from "~/models/shown-fields";
import { wholeNumber } from "~/models/whole-number";
import { newIdempotencyKey } from "~/platform/secret.server";

export type DiscussionData = Awaited<ReturnType<typeof loadDiscussion>>;

/** The newest comments, or those before `?before=`; `?comment=` is shown in full. */
export async function loadDiscussion(viewer: Viewer, permit: Permit, url: URL, asCity?: number) {
  const { searchParams } = url;
  const { comments, earlier, isNewest } = await readDiscussion(viewer, permit, {
    before: wholeNumber(searchParams.get("before")),
    full: wholeNumber(searchParams.get("comment")),
    asCity,
  });
  return {
    comments: comments.map(shownFields),
    earlier,
    isNewest,
    discipline: valueIn(disciplines, searchParams.get("discipline")) ?? null,
    idempotencyKey: newIdempotencyKey(),
    mayWrite: may(viewer, "comment.write", permit),
    mayStart: true,
    mayShare: mayChooseReaders(viewer),
  };
}

export type ShownComment = ReturnType<typeof shownFields>;

function shownFields(comment: Comment) {
  const { authorCityId: _city, isOwn: _own, isCut, isContext, isEdited, ...others } = comment;
  const { mayChange, mayDelete, idempotencyKey, isWaiting, ...shown } = others;
  return {
    ...shown,
    ...present({ isCut, isContext, isEdited, mayChange, mayDelete, idempotencyKey, isWaiting }),
  };
}
