import { Link } from "react-router";
import { Dash } from "~/ui/card";
import type { Cells } from "~/ui/table";
import type { Route } from "../+types/audit";
import type { auditColumns } from "./audit-columns";

type Row = Route.ComponentProps["loaderData"]["rows"][number];

export const auditCells: Cells<typeof auditColumns, Row> = {
  time: ({ time }) => time,
  actorName: ({ actorName, actorTo }) => (actorTo ? <Link to={actorTo}>{actorName}</Link> : actorName),
  action: ({ action, text, subject }) => (
    <>
      {action}
      {subject && (
        <>
          {": "}
          {subject.to ? <Link to={subject.to}>{subject.name}</Link> : subject.name}
        </>
      )}
      {text && <span className="small block break-words">{text}</span>}
    </>
  ),
  changes: {
    className: "col-span-full",
    content: ({ lines }) => (lines.length > 0 ? <Changes lines={lines} /> : <Dash />),
  },
};

const mostShown = 3;
const longest = 160;

function Changes({ lines }: { lines: string[] }) {
  const isShort = lines.length <= mostShown && lines.every((line) => line.length <= longest);
  if (isShort) return <Lines lines={lines} />;
  return (
    <details>
      <summary className="small">{lines.length === 1 ? "1 detail" : `${lines.length} details`}</summary>
      <Lines lines={lines} />
    </details>
  );
}

const Lines = ({ lines }: { lines: string[] }) =>
  lines.map((line) => (
    <span key={line} className="small block break-words">
      {line}
    </span>
  ));
