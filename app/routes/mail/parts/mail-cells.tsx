import type { ReactNode } from "react";
import { failures } from "~/models/failures";
import { type MailStatus, type mailColumns, mailStatuses } from "~/models/mail/mail";
import { type MailFilter, mailQuery } from "~/models/mail/mail-view";
import { LabelBadge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { EmailAddress } from "~/ui/email-address";
import { PostForm } from "~/ui/post-form";
import type { Cells } from "~/ui/table";
import type { Route } from "../+types/mail";

type MailRow = Route.ComponentProps["loaderData"]["rows"][number];

export const mailCells = (filter: MailFilter): Cells<typeof mailColumns, MailRow> => ({
  toAddress: ({ toAddress }) => <EmailAddress email={toAddress} />,
  subject: ({ subject }) => subject,
  status: (email) => (
    <>
      <LabelBadge of={mailStatuses[email.status]} />
      {email.lastError && <span className="small block">{email.lastError}</span>}
      {!email.handledAt && <NextStep email={email} />}
      {mailStatuses[email.status].isFailure && <Handling email={email} filter={filter} />}
    </>
  ),
  sentAt: ({ sentAt, createdAt }) => sentAt ?? createdAt,
});

const nextSteps: Record<MailStatus, (email: MailRow) => string | null> = {
  waiting: ({ attempts, nextAttemptAt, lastError }) =>
    lastError && `${attempts > 0 ? `Attempt ${attempts} failed. ` : ""}Next try ${nextAttemptAt}`,
  sent: () => null,
  no_mail_server: () => null,
  failed: () => "It is not sent again. If it contained a link, send a new one.",
  bounced: () => "It came back. Correct the address; if the email contained a link, send a new one.",
};

function NextStep({ email }: { email: MailRow }) {
  const nextStep = nextSteps[email.status](email);
  return nextStep && <span className="small block">{nextStep}</span>;
}

type HandlingProps = { email: MailRow; filter: MailFilter };

function Handling({ email, filter }: HandlingProps) {
  const { id, subject, toAddress, handledAt, handledByName } = email;
  if (handledAt) {
    return (
      <span className="small block">
        Done: {handledByName}, {handledAt}
      </span>
    );
  }
  return (
    <DoneForm filter={filter} ids={[id]}>
      Done
      <span className="sr-only">
        : {subject}, to {toAddress}
      </span>
    </DoneForm>
  );
}

type DoneFormProps = { filter: MailFilter; ids: number[]; children: ReactNode };

export const DoneForm = ({ filter, ids, children }: DoneFormProps) => (
  <PostForm
    className="mt-2"
    failure={failures.handleEmail}
    action={`.${mailQuery(filter, { done: "" })}`}
    preventScrollReset
  >
    {ids.map((id) => (
      <input key={id} type="hidden" name="ids" value={id} />
    ))}
    <Button size="small">{children}</Button>
  </PostForm>
);
