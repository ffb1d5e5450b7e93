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
    <Unbroken text={before} />
    <Link to={to}>
      <Unbroken text={link} />
    </Link>
    <Unbroken text={after} />
  </li>
);

/** The numbers of permits stay on one line. */
const Unbroken = ({ text = "" }: { text?: string }) =>
  text.split(/(\S*\d-\d\S*)/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text do not change their order
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
