import type { ComponentProps, ReactNode } from "react";
import { Pager } from "./pager";
import { EmptyState } from "./sheet";

type PagedListProps = {
  rows: readonly unknown[];
  empty: ComponentProps<typeof EmptyState>;
  pager?: ComponentProps<typeof Pager>;
  children: ReactNode;
};

export function PagedList({ rows, empty, pager, children }: PagedListProps) {
  return (
    <>
      {rows.length === 0 ? <EmptyState {...empty} /> : children}
      {pager && pager.total > 0 && <Pager {...pager} />}
    </>
  );
}
