import type { ReactNode } from "react";
import { CountTabs } from "~/ui/count-tabs";
import { PageHeader } from "~/ui/page-header";

const tabs = [
  { label: "Bin", to: "/records/bin" },
  { label: "Legal holds", to: "/records/legal-holds" },
  { label: "Retention", to: "/records/retention" },
];

type RecordsPageProps = { current: string; subtitle: string; actions?: ReactNode; children: ReactNode };

export const RecordsPage = ({ current, children, ...header }: RecordsPageProps) => (
  <>
    <PageHeader title={current} back={{ to: "/permits", label: "Back to permits" }} {...header} />
    <div className="card">
      <CountTabs label="Records" tabs={tabs} current={current} />
      {children}
    </div>
  </>
);
