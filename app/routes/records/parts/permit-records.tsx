import { listPageQuery } from "~/models/address";
import type { ListPage } from "~/models/paging";
import { Pager } from "~/ui/pager";

type PermitPagerProps = { list: ListPage & { page: number }; total: number };

export const PermitPager = ({ list, total }: PermitPagerProps) => (
  <Pager
    page={list.page}
    total={total}
    size={list.rows}
    noun="permits"
    href={(page) => listPageQuery({ ...list, page })}
    rowsHref={(rows) => listPageQuery({ rows })}
  />
);

export const DoneBy = ({ at, name }: { at: string; name: string }) => (
  <>
    {at}
    <div className="small">by {name}</div>
  </>
);
