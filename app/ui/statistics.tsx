import type { ReactNode } from "react";

type Statistic = { label: string; value: ReactNode; hint?: ReactNode };

export function Statistics({ items }: { items: Statistic[] }) {
  return (
    <dl className="statistics">
      {items.map(({ label, value, hint }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {hint && <dd className="small">{hint}</dd>}
        </div>
      ))}
    </dl>
  );
}
