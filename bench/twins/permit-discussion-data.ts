import type Database from "better-sqlite3";
import { commentPageSize, inOrder, threadsOf } from "../../app/models/plan-review/comment";
import { formatMoment } from "./dates";

type StoredComment = {
  id: number;
  parentId: number | null;
  author: string;
  createdAt: string;
  updatedAt: string;
  reviewCycle: string;
  discipline: string | null;
  text: string;
  isShared: number;
  isOnPage: number;
};

export type ShownComment = ReturnType<typeof shownComment>;

/** The newest comments of a permit in threads. */
export type DiscussionData = ReturnType<ReturnType<typeof discussionReader>>;

export function discussionReader(database: Database.Database) {
  const comments = database.prepare<[number, number], StoredComment>(`
    with page as (
      select id, parent_id from comments where permit_id = ? order by created_at desc, id desc limit ?)
    select id, parent_id as parentId, author_name as author, created_at as createdAt, updated_at as updatedAt,
      review_cycle as reviewCycle, discipline, text, is_shared as isShared,
      id in (select id from page) as isOnPage
    from comments where id in (select id from page union select parent_id from page)`);
  const count = database
    .prepare<[number], number>("select count(*) from comments where permit_id = ?")
    .pluck();
  return (permitId: number) => {
    const stored = inOrder(comments.all(permitId, commentPageSize));
    const onPage = stored.filter(({ isOnPage }) => isOnPage === 1);
    const earlier = (count.get(permitId) ?? 0) - onPage.length;
    const [oldest] = onPage;
    return {
      threads: threadsOf(stored.map(shownComment)),
      earlier: oldest && earlier > 0 ? { before: oldest.id, count: earlier } : null,
    };
  };
}

function shownComment(comment: StoredComment) {
  const { id, parentId, author, createdAt, updatedAt, reviewCycle, discipline, text } = comment;
  return {
    id,
    parentId,
    author,
    createdAt,
    written: formatMoment(createdAt),
    isEdited: updatedAt !== createdAt,
    reviewCycle,
    discipline,
    text,
    isShared: comment.isShared === 1,
    isFromOtherPage: comment.isOnPage === 0,
  };
}
