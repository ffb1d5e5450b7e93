import { now } from "~/models/clock.server";
import { inOrder } from "~/models/comments/comment";
import { mayChooseReaders } from "~/models/comments/comment.server";
import { toComment } from "~/models/comments/comment-list.server";
import { type Comment, readDiscussion } from "~/models/comments/discussion.server";
import { disciplines } from "~/models/discipline";
import { valueIn } from "~/models/options";
import type { Permit } from "~/models/permits/permit-scope.server";
import { may, type Viewer } from "~/models/policy";
import { present } from "~/models/shown-fields";
import { wholeNumber } from "~/models/whole-number";
import { readJustDeleted } from "~/platform/http/toast.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import type { Opened } from "./read-once.server";

export type DiscussionData = Awaited<ReturnType<typeof loadDiscussion>>;

/** The newest comments, or those before `?before=`; `?comment=` is shown in full. */
export async function loadDiscussion(
  viewer: Viewer,
  permit: Permit,
  { request, url: { searchParams } }: Opened,
  asCity?: number,
) {
  const { comments, earlier, isNewest } = await readDiscussion(viewer, permit, {
    before: wholeNumber(searchParams.get("before")),
    full: wholeNumber(searchParams.get("comment")),
    asCity,
  });
  return {
    comments: inOrder([...comments.map(shownFields), ...(await justDeleted(viewer, permit, request))]),
    earlier,
    isNewest,
    discipline: valueIn(disciplines, searchParams.get("discipline")) ?? null,
    idempotencyKey: newIdempotencyKey(),
    mayWrite: may(viewer, "comment.write", permit),
    mayStart: true,
    mayShare: mayChooseReaders(viewer),
  };
}

export type ShownComment = ReturnType<typeof shownFields> & { isDeleted?: true };

async function justDeleted(viewer: Viewer, permit: Permit, request: Request): Promise<ShownComment[]> {
  const deleted = await readJustDeleted(viewer, request, "comment");
  if (deleted?.permitId !== permit.id) return [];
  const row = { ...deleted, isCut: false, hasReplies: false };
  const comment = toComment(row, { viewer, moment: now() });
  return [
    { ...shownFields({ ...comment, mayChange: false, mayDelete: false, isWaiting: false }), isDeleted: true },
  ];
}

function shownFields(comment: Comment) {
  const { authorCityId: _city, isOwn: _own, isCut, isContext, isEdited, ...others } = comment;
  const { mayChange, mayDelete, idempotencyKey, isWaiting, ...shown } = others;
  return {
    ...shown,
    ...present({ isCut, isContext, isEdited, mayChange, mayDelete, idempotencyKey, isWaiting }),
  };
}
