import { failures } from "~/models/failures";
import { OneTimeSecret } from "~/ui/accounts/one-time-secret";
import { PlainBadge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { CheckField } from "~/ui/fields";
import { useMailWords } from "~/ui/no-mail-server";
import { PageHeader } from "~/ui/page-header";
import { PostForm, SubmitButton, usePostForm } from "~/ui/post-form";
import { type Cells, RowsTable } from "~/ui/table";
import type { StatusLinksData } from "../status-links";

type DataProps = { data: StatusLinksData };

export function StatusLinksPage({ data }: DataProps) {
  const { back, permit, newLink } = data;
  return (
    <>
      <PageHeader
        back={{ to: back, label: "Back to the permit" }}
        title="Status links"
        documentTitle={`Status links of ${permit.number}`}
        subtitle={`${permit.number} · ${permit.projectName}`}
      />
      {newLink && (
        <OneTimeSecret
          id="shown-status-link"
          title="New link"
          hint="Give it to the applicant. It is not shown again; whoever has it can read this permit's page."
          label="Status link"
          value={newLink}
          copyLabel="Copy link"
        />
      )}
      <NewLinks data={data} />
      <LinkList data={data} />
    </>
  );
}

type MailWords = { tone: "primary" | "plain"; button: string; hint: string };

function NewLinks({ data: { permit, maxMailedADay } }: DataProps) {
  const [mailing] = usePostForm("mail-link", { sentTo: "mail" });
  const [making] = usePostForm("make-link", { sentTo: "make" });
  const words = useMailWords<MailWords>({
    sent: { tone: "primary", button: "Mail a new link to", hint: `At most ${maxMailedADay} a day.` },
    notSent: {
      tone: "plain",
      button: "Put an email with a new link in the outbox for",
      hint: "There is no mail server: make a link below, and pass it on.",
    },
  });
  return (
    <Card title="Give the applicant a link">
      <div className="stack">
        <p>
          The page behind it shows where the plan check is, the released letters and the plan files, and takes
          the answers. It needs no password, and nothing of the work on the next letter is on it.
        </p>
        {permit.applicantEmail && (
          <PostForm form={mailing} action=".?mail" failure={failures.mailLink}>
            <SubmitButton tone={words.tone} busyLabel="Mailing...">
              <span className="wrap-anywhere">
                {words.button} {permit.applicantEmail}
              </span>
            </SubmitButton>
            <p className="hint">{words.hint}</p>
          </PostForm>
        )}
        <PostForm form={making} action=".?make" failure={failures.makeLink}>
          <SubmitButton busyLabel="Making...">Make a new link</SubmitButton>
        </PostForm>
      </div>
    </Card>
  );
}

const columns = {
  made: { heading: "Made" },
  for: { heading: "For" },
  used: { heading: "Last opened" },
  ends: { heading: "Ends" },
  actions: { heading: "Actions", align: "end" },
} as const;

type Link = StatusLinksData["links"][number];

const cells: Cells<typeof columns, Link> = {
  made: ({ made, madeByName }) => (
    <>
      {made}
      <div className="small">{madeByName}</div>
    </>
  ),
  for: ({ forEmail }) => forEmail ?? "Copied",
  used: ({ lastUsed }) => lastUsed ?? "Never",
  ends: ({ ends, state }) => (state ? <PlainBadge tone="grey">{state}</PlainBadge> : ends),
  actions: ({ id, state, made, forEmail }) =>
    !state && (
      <PostForm action=".?revoke" failure={failures.revokeLinks}>
        <input type="hidden" name="linkId" value={id} />
        <Button size="small">
          Revoke
          <span className="sr-only"> {forEmail ? `the link for ${forEmail}` : `the link of ${made}`}</span>
        </Button>
      </PostForm>
    ),
};

function LinkList({ data: { links } }: DataProps) {
  const [form, fields] = usePostForm<"confirm">("revoke-links", { sentTo: "revoke" });
  const hasValid = links.some(({ state }) => state === null);
  return (
    <Card title="Links of this permit" flush>
      <RowsTable
        caption="Status links"
        rowHeading="made"
        columns={columns}
        cells={cells}
        rows={links}
        empty={{ title: "No link was made yet" }}
      />
      <p className="card-body small">
        Mail scanners open links too: that a link was opened does not mean that the applicant has read the
        page.
      </p>
      {hasValid && (
        <div className="card-footer">
          <PostForm form={form} action=".?revoke" failure={failures.revokeLinks} className="stack">
            <CheckField
              field={fields.confirm}
              label="Revoke all links: who has one can no longer open it"
              required
            />
            <SubmitButton busyLabel="Revoking...">Revoke all</SubmitButton>
          </PostForm>
        </div>
      )}
    </Card>
  );
}
