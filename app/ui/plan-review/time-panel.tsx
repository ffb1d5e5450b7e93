import { useLocation } from "react-router";
import type { FormResult } from "~/form.server";
import { keptParameters, pageAddress } from "~/models/address";
import { formatDate } from "~/models/calendar-date";
import { disciplineOptions } from "~/models/discipline";
import { failures } from "~/models/failures";
import { formatHours, hoursText, type TimeTotal } from "~/models/plan-review/time-entry";
import type { TimeEntry } from "~/models/plan-review/time-entry-list.server";
import type { TimeLine, TimePanelData } from "~/pages/plan-review/time-actions.server";
import { Card } from "../card";
import { DeleteDialog } from "../confirm-dialog";
import { DateField } from "../date-field";
import { Dialog, DialogActions } from "../dialog";
import { FailureToast } from "../failure-toast";
import type { FormField } from "../form-field";
import { link } from "../link";
import { PostForm, SubmitButton } from "../post-form";
import { SelectField } from "../select-field";
import { TextField } from "../text-field";
import { usePostForm } from "../use-post-form";

type TimePanelProps = { time: TimePanelData; formResult?: FormResult };

const labels = {
  employeeId: "Reviewer",
  discipline: "Discipline",
  hoursWorked: "Hours",
  workDate: "Date",
  description: "Description (optional)",
};

/** The number of entries that are shown; earlier ones are collapsed. */
const shownEntries = 8;

/** The hours on a permit, with the form that logs more. */
export function TimePanel({ time, formResult }: TimePanelProps) {
  const { entries, totals, quarterHours, editing, deleting } = time;
  const { isFor, page } = useTimeAddress();
  const earlier = entries.slice(shownEntries);
  // A new entry clears the form. Reloaded data, or the result of another form, does not.
  const newest = Math.max(0, ...entries.map(({ id }) => id));
  const isDialogGone = isFor("edit-time") ? !editing : isFor("delete-time") && !deleting;
  return (
    <Card title="Time" id="time" aside={<span className="small">{formatHours(quarterHours)}</span>} flush>
      {isDialogGone && <FailureToast formResult={formResult} />}
      {time.mayLog ? (
        <LogTimeForm key={newest} time={time} formResult={isFor("time") ? formResult : undefined} />
      ) : (
        <p className="card-body small">
          {time.reviewers
            ? "Hours can be logged once a reviewer is assigned to this permit."
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
      {editing && (
        <EditTimeDialog key={editing.id} time={time} entry={editing} closeTo={page} formResult={formResult} />
      )}
      {deleting && <DeleteTimeDialog entry={deleting} closeTo={page} formResult={formResult} />}
    </Card>
  );
}

/** Builds the addresses of the panel's forms, with the page's other parameters. */
function useTimeAddress() {
  const { pathname, search } = useLocation();
  const address = new URLSearchParams(search);
  return {
    page: `${pageAddress({ pathname, search }, keptParameters.permit)}#time`,
    addressOf: (form: Record<string, string>) =>
      pageAddress({ pathname, search }, keptParameters.permit, form),
    /** Whether the page's address is that of a form of the panel. */
    isFor: (form: string) => (form === "time" ? address.has("time") : address.get("dialog") === form),
  };
}

type TimeFields = {
  employeeId?: string;
  discipline: string;
  hoursWorked: string;
  workDate: string;
  description: string;
};

function LogTimeForm({ time, formResult }: TimePanelProps) {
  const { addressOf } = useTimeAddress();
  const single = time.disciplines.length === 1 ? time.disciplines[0] : undefined;
  const [form, fields] = usePostForm<TimeFields>("log-time", formResult, {
    defaultValue: {
      employeeId: time.ownId === undefined ? undefined : String(time.ownId),
      discipline: time.discipline ?? single,
      workDate: time.today,
    },
  });
  return (
    <PostForm
      form={form}
      labels={labels}
      idempotencyKey={time.idempotencyKey}
      failure={failures.logTimeEntry}
      action={addressOf({ time: "" })}
      preventScrollReset
      className="card-body stack"
    >
      {time.reviewers && (
        <SelectField
          field={fields.employeeId}
          label={labels.employeeId}
          options={time.reviewers}
          placeholder="Select a reviewer"
        />
      )}
      <TimeFieldset fields={fields} disciplines={time.disciplines} today={time.today} />
      <div className="actions">
        <SubmitButton>Log time</SubmitButton>
      </div>
    </PostForm>
  );
}

type TimeFieldsetProps = {
  fields: Record<Exclude<keyof TimeFields, "employeeId">, FormField>;
  disciplines: readonly string[];
  today: string;
};

function TimeFieldset({ fields, disciplines, today }: TimeFieldsetProps) {
  const options = disciplineOptions.filter(({ value }) => disciplines.includes(value));
  const hours = { ...fields.hoursWorked, min: 0.25, max: 24, step: 0.25 };
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] items-start gap-3">
        <SelectField
          field={fields.discipline}
          label={labels.discipline}
          options={options}
          placeholder={options.length === 1 ? undefined : "Select a discipline"}
        />
        <TextField field={hours} label={labels.hoursWorked} type="number" inputMode="decimal" />
      </div>
      <DateField field={{ ...fields.workDate, max: today }} label={labels.workDate} />
      <TextField field={fields.description} label={labels.description} multiline rows={2} />
    </>
  );
}

function Entries({ entries, showsReviewers }: { entries: TimeLine[]; showsReviewers: boolean }) {
  const { addressOf } = useTimeAddress();
  const entryLink = (entry: TimeLine, text: string, dialog: string) =>
    link({
      to: addressOf({ dialog, entryId: String(entry.id) }),
      preventScrollReset: true,
      className: "small",
      children: (
        <>
          {text}
          <span className="sr-only">
            {" "}
            {formatHours(entry.quarterHours)} of {formatDate(entry.workDate)}
          </span>
        </>
      ),
    });
  return (
    <ul className="lines border-t border-line">
      {entries.map((entry) => (
        <li key={entry.id}>
          <span className="min-w-0">
            <span className="small block">
              {formatDate(entry.workDate)} · {formatHours(entry.quarterHours)} · {entry.discipline}
              {entry.description && `, ${entry.description}`}
            </span>
            {showsReviewers && <span className="small block">{entry.employeeName}</span>}
          </span>
          {entry.mayChange && (
            <span className="flex flex-none gap-3">
              {entryLink(entry, "Edit", "edit-time")}
              {entryLink(entry, "Delete", "delete-time")}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Totals({ totals }: { totals: TimeTotal[] }) {
  return (
    <div className="card-body border-t border-line">
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
              <td className="w-12">{reviewCycle}</td>
              <td>{discipline}</td>
              <td className="text-right">{formatHours(quarterHours)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type EntryDialogProps = { entry: TimeEntry; closeTo: string; formResult?: FormResult };

function EditTimeDialog({ time, entry, closeTo, formResult }: EntryDialogProps & { time: TimePanelData }) {
  const { addressOf } = useTimeAddress();
  const [form, fields] = usePostForm<TimeFields>("edit-time", formResult, {
    defaultValue: {
      discipline: entry.discipline,
      hoursWorked: hoursText(entry.quarterHours),
      workDate: entry.workDate,
      description: entry.description,
    },
  });
  return (
    <Dialog title="Edit time entry" closeTo={closeTo}>
      <PostForm
        form={form}
        labels={labels}
        failure={failures.logTimeEntry}
        version={entry.updatedAt}
        action={addressOf({ dialog: "edit-time", entryId: String(entry.id) })}
        className="stack"
      >
        {time.reviewers && <p>{entry.employeeName}</p>}
        <TimeFieldset
          fields={fields}
          disciplines={[...time.disciplines, entry.discipline]}
          today={time.today}
        />
        <DialogActions closeTo={closeTo}>Save</DialogActions>
      </PostForm>
    </Dialog>
  );
}

function DeleteTimeDialog({ entry, closeTo, formResult }: EntryDialogProps) {
  const { addressOf } = useTimeAddress();
  return (
    <DeleteDialog
      title="Delete time entry"
      failure={failures.logTimeEntry}
      action={addressOf({ dialog: "delete-time", entryId: String(entry.id) })}
      closeTo={closeTo}
      formResult={formResult}
    >
      <p>
        <strong>
          {formatHours(entry.quarterHours)} of {formatDate(entry.workDate)}
        </strong>{" "}
        ({entry.discipline}, {entry.employeeName}) will be deleted. This cannot be undone.
      </p>
    </DeleteDialog>
  );
}
