import type { ReactNode } from "react";
import { Link } from "react-router";
import type { HomeQueue, QueueLine } from "~/models/dashboard/home-queue";
import { Card, EmptyState } from "./card";

type HomeQueueCardProps = { queue: HomeQueue; footer?: ReactNode };

/** What the viewer does next, before the rest of their home page. */
export function HomeQueueCard({ queue, footer }: HomeQueueCardProps) {
  return (
    <Card title="What is next" id="next" footer={footer && <span className="row">{footer}</span>} flush>
      {queue.length === 0 && (
        <EmptyState title="Nothing waits for you" hint="Nothing is due this week either." />
      )}
      {queue.map(({ label, lines, links }) => (
        <section key={label} className="queue" aria-label={label}>
          <h3>{label}</h3>
          <ul>
            {lines.map((line) => (
              <Line key={`${line.to} ${line.link}`} line={line} />
            ))}
            {links.map(({ label, to }) => (
              <li key={to} className="small">
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Card>
  );
}

const Line = ({ line: { before, link, after, to } }: { line: QueueLine }) => (
  <li>
    {before}
    <Link to={to}>{link}</Link>
    {after}
  </li>
);
