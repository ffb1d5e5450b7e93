import type { ReactNode } from "react";
import { CountTabs } from "~/ui/count-tabs";
import { PageHeader } from "~/ui/page-header";

const tabs = [
  { label: "Bin", to: "/records/bin" },
  { label: "Legal holds", to: "/records/legal-holds" },
  { label: "Retention", to: "/records/retention" },
];

type RecordsHeaderProps = { current: string; subtitle: string; actions?: ReactNode };

export const RecordsHeader = ({ current, ...header }: RecordsHeaderProps) => (
  <>
    <PageHeader title={current} back={{ to: "/permits", label: "Back to permits" }} {...header} />
    <CountTabs label="Records" tabs={tabs} current={current} />
  </>
);
