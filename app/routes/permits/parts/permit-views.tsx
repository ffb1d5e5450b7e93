import { type PermitFilter, permitFilterQuery } from "~/models/permits/permit-filter";
import { ViewLinks } from "~/ui/view-links";
import type { PermitListData } from "./load-permit-table.server";

export function PermitViews({ list: { filter, views, saved } }: { list: PermitListData }) {
  const linkTo = (label: string, view: PermitFilter["view"]) => ({
    label,
    to: permitFilterQuery({ ...filter, view, page: undefined }),
    isCurrent: filter.view === view,
  });
  return (
    <ViewLinks
      ready={[linkTo("All", undefined), ...views.map(({ value, label }) => linkTo(label, value))]}
      saved={saved}
      query={permitFilterQuery({ ...filter, page: undefined })}
    />
  );
}
