import type { ReactNode } from "react";
import { formatDate } from "~/models/calendar-date";
import { failures } from "~/models/failures";
import { formatHours, type TimeTotal } from "~/models/hours/time-entry";
import type { TimeLine, TimePanelData } from "~/routes/permits/parts/load-time-panel.server";
import { Card } from "../card";
import { Day } from "../day";
import { DialogLink } from "../dialog-link";
import { SelectField } from "../fields";
import { usePageAddress } from "../page-address";
import { PostForm, SubmitButton, usePostForm } from "../post-form";
import { RowUndo } from "../undo-form";
import { DayOfTime, DisciplineOfTime, HoursField, TimeFieldset, timeLabels } from "./time-fieldset";

type TimePanelProps = { time: TimePanelData };

const shownEntries = 8;

/** Reviewers have the form above their work. */
export function TimePanel({ time }: TimePanelProps) {
  const { entries, totals, quarterHours } = time;
  const earlier = entries.slice(shownEntries);
  return (
    <Card title="Time" id="time" aside={<span className="small">{formatHours(quarterHours)}</span>} flush>
      {time.mayLog ? (
        time.reviewers && <LogTime time={time} />
      ) : (
        <p className="card-body small">
          {time.reviewers
            ? "Hours can be logged once a plan reviewer is assigned to this permit."
            : "You can log hours for disciplines that you are certified in and assigned to on this permit."}
        </p>
      )}
      {entries.length > 0 && (
        <Entries entries={entries.slice(0, shownEntries)} showsReviewers={!!time.reviewers} />
      )}
      {earlier.length > 0 && (
        <details className="cycle">
          <summary>
            Earlier <span className="small">{earlier.length}</span>
          </summary>
          <Entries entries={earlier} showsReviewers={!!time.reviewers} />
        </details>
      )}
      {totals.length > 0 && <Totals totals={totals} />}
    </Card>
  );
}

type LogTimeProps = { time: TimePanelData; isRow?: boolean };

/** A new entry clears the form. Reloaded data, or the result of another form, does not. */
export const LogTime = (props: LogTimeProps) => (
  <LogTimeForm key={Math.max(0, ...props.time.entries.map(({ id }) => id))} {...props} />
);

function LogTimeForm({ time, isRow }: LogTimeProps) {
  const { addressOf } = usePageAddress();
  const { discipline } = time;
  const [form, fields] = usePostForm<keyof typeof timeLabels>("log-time", {
    sentTo: "time",
    values: {
      employeeId: time.ownId === undefined ? undefined : String(time.ownId),
      discipline,
      workDate: time.today,
    },
  });
  return (
    <PostForm
      form={form}
      labels={timeLabels}
      idempotencyKey={time.idempotencyKey}
      failure={failures.logTimeEntry}
      action={addressOf({ time: "" })}
      preventScrollReset
      className={isRow ? "card card-body time-row" : "card-body stack"}
      aria-label="Log time"
    >
      {time.reviewers && (
        <SelectField
          field={fields.employeeId}
          options={time.reviewers}
          placeholder="Select a plan reviewer"
          required
        />
      )}
      {isRow ? (
        <>
          <HoursField field={fields.hoursWorked} />
          <SubmitButton>Log time</SubmitButton>
          <details open={!discipline || form.wasSent || undefined}>
            <summary className="small">{discipline} today, without a description</summary>
            <div className="time-row">
              <DisciplineOfTime fields={fields} disciplines={time.disciplines} />
              <DayOfTime fields={fields} today={time.today} />
            </div>
          </details>
        </>
      ) : (
        <>
          <TimeFieldset fields={fields} disciplines={time.disciplines} today={time.today} />
          <div className="actions">
            <SubmitButton>Log time</SubmitButton>
          </div>
        </>
      )}
    </PostForm>
  );
}

function Entries({ entries, showsReviewers }: { entries: TimeLine[]; showsReviewers: boolean }) {
  return (
    <ul className="lines ruled">
      {entries.map((entry) => (
        <li key={entry.id}>
          <span className="min-w-0">
            <span className="small block">
              <Day date={entry.workDate} /> · {formatHours(entry.quarterHours)} · {entry.discipline}
              {entry.description && `, ${entry.description}`}
            </span>
            {showsReviewers && <span className="small block">{entry.employeeName}</span>}
          </span>
          <RowUndo of={`time-entry ${entry.id}`} />
          {entry.mayChange && (
            <span className="flex flex-none gap-3">
              <EntryLink entry={entry} dialog="edit">
                Edit
              </EntryLink>
              <EntryLink entry={entry} dialog="delete">
                Delete
              </EntryLink>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function EntryLink({ entry, dialog, children }: { entry: TimeLine; dialog: string; children: ReactNode }) {
  return (
    <DialogLink to={`time/${entry.id}/${dialog}`} className="small">
      {children}
      <span className="sr-only">
        {" "}
        {formatHours(entry.quarterHours)} of {formatDate(entry.workDate)}
      </span>
    </DialogLink>
  );
}

function Totals({ totals }: { totals: TimeTotal[] }) {
  return (
    <div className="card-body ruled">
      <table className="small w-full">
        <caption className="sr-only">Hours by review cycle and discipline</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Cycle</th>
            <th scope="col">Discipline</th>
            <th scope="col">Hours</th>
          </tr>
        </thead>
        <tbody>
          {totals.map(({ reviewCycle, discipline, quarterHours }) => (
            <tr key={`${reviewCycle} ${discipline}`}>
              <th scope="row" className="w-12 text-left font-normal">
                {reviewCycle}
              </th>
              <th scope="row" className="text-left font-normal">
                {discipline}
              </th>
              <td className="text-right">{formatHours(quarterHours)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
