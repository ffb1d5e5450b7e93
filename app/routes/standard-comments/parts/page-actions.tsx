import { standardCommentQuery } from "~/models/standard-comments/standard-comment";
import { DialogButton } from "~/ui/button";
import type { Route } from "../+types/standard-comments";

export function PageActions({ filter, total, mayManage }: Route.ComponentProps["loaderData"]) {
  return (
    <>
      {total > 0 && (
        <a
          href={`/standard-comments.csv${standardCommentQuery({ ...filter, page: undefined, rows: undefined })}`}
          download
          className="button"
        >
          Download CSV
        </a>
      )}
      {mayManage && (
        <>
          <DialogButton to="import" label="Import CSV" />
          <DialogButton to="new" tone="primary" label="Add standard comment" />
        </>
      )}
    </>
  );
}
