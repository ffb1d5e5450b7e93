import { everyCity, type standardCommentColumns } from "~/models/standard-comments/standard-comment";
import { Badge } from "~/ui/badge";
import { DeleteIcon, EditIcon } from "~/ui/button";
import { Dash } from "~/ui/card";
import { type Cells, RowDialogLink } from "~/ui/table";
import type { Route } from "../+types/standard-comments";

type Row = Route.ComponentProps["loaderData"]["rows"][number];

export const standardCommentCells = (mayManage: boolean): Cells<typeof standardCommentColumns, Row> => ({
  title: {
    className: "wide",
    content: ({ id, title, text, isCut }) => (
      <div className="min-w-0 break-words">
        {mayManage ? <RowDialogLink to={`${id}/edit`}>{title}</RowDialogLink> : title}
        <div className="small">{isCut ? `${text}…` : text}</div>
      </div>
    ),
  },
  discipline: { className: "whitespace-nowrap", content: ({ discipline }) => discipline },
  codeReference: ({ codeReference }) => codeReference ?? <Dash />,
  uses: ({ uses }) => uses,
  cityName: ({ cityName }) => cityName ?? everyCity,
  isActive: ({ isActive }) => <Badge tone={isActive ? "green" : "grey"}>{isActive ? "Yes" : "No"}</Badge>,
});

export function RowActions({ row: { id, title, uses, isActive } }: { row: Row }) {
  const isSwitchedOff = uses > 0 && !isActive;
  return (
    <>
      <EditIcon to={`${id}/edit`} name={title} />
      {!isSwitchedOff && <DeleteIcon to={`${id}/delete`} name={title} />}
    </>
  );
}
