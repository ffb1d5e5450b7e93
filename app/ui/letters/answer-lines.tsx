import type { AnswerLinesData } from "~/routes/permits/parts/load-permit-letters.server";

/** How far the answers to the current letter are, and what became of them. */
export function AnswerLines({ letters: { answers, failedEmail } }: { letters: AnswerLinesData }) {
  if (!answers && !failedEmail) return null;
  return (
    <div className="card-body cycle stack">
      {answers && (
        <p>
          {answers.answered} of {answers.total} corrections answered
          {answers.resubmitted && <span className="small block">Resubmitted {answers.resubmitted}</span>}
        </p>
      )}
      {answers?.returnRemark && (
        <p className="note">The resubmittal was not complete: {answers.returnRemark}</p>
      )}
      {failedEmail && <p className="note">Email to {failedEmail} failed</p>}
    </div>
  );
}
