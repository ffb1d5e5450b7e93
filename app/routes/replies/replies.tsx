import { pageQuery, queryOf } from "~/models/address";
import { formatMoment } from "~/models/clock.server";
import {
  countWaitingThreads,
  listWaitingThreads,
  sideOf,
  threadAddress,
  type WaitingThread,
} from "~/models/comments/waiting-thread.server";
import { nearestPage, pageSize, rowsBefore } from "~/models/paging";
import { permitNumberText } from "~/models/permits/permit";
import { pluralize } from "~/models/pluralize";
import type { Viewer } from "~/models/policy";
import { pick } from "~/models/shown-fields";
import { submitForm } from "~/platform/forms/page-forms.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { ButtonLink } from "~/ui/button";
import { Card, EmptyState } from "~/ui/card";
import { ResultCount } from "~/ui/filter-form";
import { PageHeader } from "~/ui/page-header";
import { Pager } from "~/ui/pager";
import { SettleForm } from "~/ui/permits/settle-form";
import { FailureOfGoneForm } from "~/ui/toast";
import { settleForm } from "../permits/parts/permit-forms.server";
import type { Route } from "./+types/replies";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "comment.write");
  const total = await countWaitingThreads(viewer);
  const page = nearestPage(Number(url.searchParams.get("page")), total);
  const threads = await listWaitingThreads(viewer, { limit: pageSize, offset: rowsBefore(page) });
  return {
    total,
    page,
    threads: threads.map((thread) => shownFields(viewer, thread)),
  };
}

const shownFields = (viewer: Viewer, { last, since, ...thread }: WaitingThread) => ({
  ...pick(thread, "commentId", "projectName", "cityName"),
  number: (sideOf(viewer) === "city" && thread.cityPermitNumber) || permitNumberText(thread),
  ...pick(last, "text", "isCut", "authorName", "discipline"),
  lastId: last.id,
  since: formatMoment(since),
  address: threadAddress(viewer, thread),
});

export const action = ({ request, url, context }: Route.ActionArgs) =>
  submitForm(
    { request, viewer: viewerOf(context, "comment.write"), url },
    { settle: (sent) => settleForm(sent, `/replies${pageQuery(url.search)}`) },
  );

export default function Replies({ loaderData: { threads, total, page } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Waiting for a reply" />
      <FailureOfGoneForm />
      <Card
        title="Comments"
        aside={<ResultCount>{pluralize(total, "comment waits", "comments wait")}</ResultCount>}
        flush
      >
        {threads.length === 0 && (
          <EmptyState title="No comment waits for a reply" hint="Those of the other side appear here." />
        )}
        <ol className="lines">
          {threads.map((thread) => (
            <Thread key={thread.commentId} thread={thread} page={page} />
          ))}
        </ol>
        {total > 0 && (
          <Pager
            page={page}
            total={total}
            noun="comments"
            href={(number) => queryOf({ page: number }) || "?"}
          />
        )}
      </Card>
    </>
  );
}

type ThreadProps = { thread: Route.ComponentProps["loaderData"]["threads"][number]; page: number };

function Thread({ thread, page }: ThreadProps) {
  const { lastId, number, projectName, cityName, authorName, discipline, since, text, isCut, address } =
    thread;
  return (
    <li className="stacked">
      <span className="min-w-0">
        <b>{number}</b>{" "}
        <span className="small">
          {projectName} · {cityName}
        </span>
      </span>
      <span className="small">
        {[authorName, discipline].filter(Boolean).join(" · ")} · since {since}
      </span>
      <p className="comment-text wide">
        {text}
        {isCut && "…"}
      </p>
      <span className="row wide">
        <ButtonLink size="small" to={address}>
          Reply<span className="sr-only"> about {number}</span>
        </ButtonLink>
        <SettleForm lastId={lastId} action={`.?settle&page=${page}`} />
      </span>
    </li>
  );
}
