import type { ComponentProps, ComponentType, ReactNode } from "react";
import { pageCount, pageSize } from "../../app/models/paging";

// What the pages of the stock app have in common. It has no router, because React alone renders /permits too.

export type LinkProps = Omit<ComponentProps<"a">, "href" | "ref"> & { to: string };

export const controlClass = "w-full rounded-md border border-gray-300 px-3 py-2 dark:border-gray-700";
export const buttonClass = "rounded-md border border-gray-300 px-4 py-2 dark:border-gray-700";
export const cellClass = "px-4 py-3 align-top";
export const iconClass = "inline-block p-2";

export const toneClasses: Record<string, string> = {
  green: "bg-green-100 text-green-800",
  blue: "bg-blue-100 text-blue-800",
  yellow: "bg-yellow-100 text-yellow-800",
  orange: "bg-orange-100 text-orange-800",
  red: "bg-red-100 text-red-800",
  grey: "bg-gray-100 text-gray-800",
  violet: "bg-violet-100 text-violet-800",
  teal: "bg-teal-100 text-teal-800",
  brown: "bg-amber-100 text-amber-800",
};

export const formatNumber = (value: number) => value.toLocaleString("en-US");

export function Field({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children}
    </div>
  );
}

export type Option = { value: string | number; label: string };

type SelectProps = Omit<ComponentProps<"select">, "children"> & { options: readonly Option[]; all?: string };

/** A select, whose first option is an empty one if it has a label. */
export function Select({ options, all, ...rest }: SelectProps) {
  return (
    <select {...rest} className={controlClass}>
      {all && <option value="">{all}</option>}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

export function Badge({ tone, children }: { tone: string; children: ReactNode }) {
  return <span className={`rounded-full px-2 py-1 text-xs ${toneClasses[tone]}`}>{children}</span>;
}

type CardProps = {
  id: string;
  title: ReactNode;
  aside?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
};

export function Card({ id, title, aside, footer, children }: CardProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="mb-6 rounded-xl border border-gray-200 dark:border-gray-800"
    >
      <header className="flex items-center justify-between gap-4 p-4">
        <h2 id={`${id}-title`} className="text-lg font-semibold">
          {title}
        </h2>
        {aside}
      </header>
      {children}
      {footer && <footer className="border-t border-gray-200 p-4 dark:border-gray-800">{footer}</footer>}
    </section>
  );
}

export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-2 gap-4 p-4">{children}</dl>
);

export function Fact({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? "col-span-2" : undefined}>
      <dt className="text-sm text-gray-500">{label}</dt>
      <dd>{children || <Dash />}</dd>
    </div>
  );
}

export const Dash = () => (
  <span className="text-gray-500">
    <span aria-hidden="true">–</span>
    <span className="sr-only">Not provided</span>
  </span>
);

type PagerProps = { address: string; rows: number; total: number; Link: ComponentType<LinkProps> };

/** The links from the first page of a list to its next ones. */
export function Pager({ address, rows, total, Link }: PagerProps) {
  const numbers = Array.from({ length: Math.min(5, pageCount(total, pageSize)) }, (_, index) => index + 1);
  return (
    <nav className="flex flex-wrap justify-between gap-4 p-4 text-sm" aria-label="Pages of results">
      <p>
        Showing 1 to {rows} of {formatNumber(total)} results
      </p>
      <ul className="flex gap-2">
        <li>
          <span aria-disabled="true">Previous</span>
        </li>
        {numbers.map((number) => (
          <li key={number}>
            <Link
              to={number === 1 ? address : `${address}?page=${number}`}
              aria-label={`Page ${number}`}
              aria-current={number === 1 ? "page" : undefined}
            >
              {number}
            </Link>
          </li>
        ))}
        <li>
          <Link to={`${address}?page=2`}>Next</Link>
        </li>
      </ul>
    </nav>
  );
}
