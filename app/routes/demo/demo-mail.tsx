import { listOutbox } from "~/models/mail/outbox-folder.server";
import { Card, EmptyState, Facts, WideFact } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";
import type { Route } from "./+types/demo-mail";
import { refuseOutsideDemo } from "./parts/demo.server";

export const handle = { scripts: false };

const maxShown = 50;

/** Emails contain links that sign in. */
export function loader(_: Route.LoaderArgs) {
  refuseOutsideDemo();
  return listOutbox(maxShown);
}

export default function DemoMail({ loaderData: emails }: Route.ComponentProps) {
  return (
    <main className="page">
      <PageHeader
        title="Test mail"
        subtitle="The demo lists its emails here instead of sending them, newest first. Reload to see new ones."
      />
      {emails.length === 0 && (
        <EmptyState title="No emails yet" hint="An email appears here a few seconds after it is queued." />
      )}
      {emails.map(({ name, to, subject, text }) => (
        <Card key={name} title={subject}>
          <div className="stack">
            <Facts>
              <WideFact label="To">{to}</WideFact>
            </Facts>
            {text.split("\n\n").map((paragraph, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the text of an email never changes
              <p key={index}>
                <Paragraph text={paragraph} />
              </p>
            ))}
          </div>
        </Card>
      ))}
    </main>
  );
}

function Paragraph({ text }: { text: string }) {
  return text.split("\n").map((line) =>
    /^https?:\/\/\S+$/.test(line) ? (
      <a key={line} href={line}>
        {line}
      </a>
    ) : (
      `${line} `
    ),
  );
}
