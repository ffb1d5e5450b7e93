import { Fragment, type ReactNode, useId } from "react";

type CardProps = {
  title: ReactNode;
  aside?: ReactNode;
  footer?: ReactNode;
  id?: string;
  flush?: boolean;
  children?: ReactNode;
};

export function Card({ title, aside, footer, id, flush, children }: CardProps) {
  const titleId = useId();
  return (
    <section className="card" id={id} aria-labelledby={titleId}>
      <header className="card-header">
        <h2 id={titleId}>{title}</h2>
        {aside}
      </header>
      {flush ? children : <div className="card-body">{children}</div>}
      {footer && <footer className="card-footer">{footer}</footer>}
    </section>
  );
}

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

type FactProps = { label: string; className?: string; children?: ReactNode };

export const WideFact = (props: FactProps) => <Fact {...props} className="wide" />;

export function Fact({ label, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      <dd>{isEmpty(children) ? <Dash /> : children}</dd>
    </div>
  );
}

function isEmpty(children: ReactNode): boolean {
  return (
    children == null || children === "" || children === false || (Array.isArray(children) && !children.length)
  );
}

/** Its dash is in the style sheet: a character with more than one byte would be kept as two, and so would the page. */
export function Dash() {
  return (
    <span className="quiet">
      <span className="dash" aria-hidden="true" />
      <span className="sr-only">Not provided</span>
    </span>
  );
}

export function EmptyState({ title, hint }: { title: string; hint?: ReactNode }) {
  return (
    <div className="empty">
      <strong>{title}</strong>
      {hint && <p className="small">{hint}</p>}
    </div>
  );
}

/** The parts of a form or page, in the order of the object; its type says which there must be. */
export const InOrder = ({ of }: { of: Record<string, ReactNode> }) =>
  Object.entries(of).map(([name, part]) => <Fragment key={name}>{part}</Fragment>);
