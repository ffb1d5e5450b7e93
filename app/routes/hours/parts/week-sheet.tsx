import { Link, useSearchParams } from "react-router";
import { queryOf } from "~/models/address";
import { formatDate } from "~/models/calendar-date";
import { failures } from "~/models/failures";
import { formatHours, hoursText } from "~/models/hours/time-entry";
import { cellKey, maxOpenReviews } from "~/models/hours/week-sheet";
import { permitNumberText } from "~/models/permits/permit";
import type { FormResult } from "~/platform/forms/form.server";
import { Card, EmptyState } from "~/ui/card";
import { reviewAddress } from "~/ui/corrections/review-address";
import { errorsIn } from "~/ui/error-summary";
import { FieldErrors } from "~/ui/fields";
import { ariaOf, fieldOf } from "~/ui/form-field";
import { useFormResult } from "~/ui/form-result";
import { PermitNumber } from "~/ui/permit-number";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { PeriodNavigation } from "./period-navigation";
import type { WeekData } from "./week-sheet.server";

type Row = WeekData["rows"][number];
type Day = WeekData["days"][number];

export function WeekSheet({ week }: { week: WeekData }) {
  const { days, rows, quarterHours } = week;
  const formResult = useFormResult();
  const title = `Week of ${formatDate(week.monday)}`;
  return (
    <PostForm
      formResult={formResult}
      errors={errorsIn(formResult)}
      failure={failures.logTimeEntry}
      idempotencyKey={week.idempotencyKey}
      preventScrollReset
    >
      <Card
        title={title}
        aside={<WeekNavigation week={week} />}
        footer={
          rows.length > 0 && (
            <div className="row">
              <SubmitButton tone="primary">Save hours</SubmitButton>
              <span className="small">
                Quarter hours, like 0.25 or 1.5. An emptied cell removes its hours.
                {week.hasMore && ` The ${maxOpenReviews} reviews that are due first are listed.`}
              </span>
            </div>
          )
        }
        flush
      >
        {rows.length === 0 ? (
          <EmptyState title="No reviews and no hours this week" hint="Assigned reviews appear here." />
        ) : (
          <table className="week-sheet">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr>
                <th scope="col">Permit</th>
                {days.map(({ date, name, shortDate }) => (
                  <th key={date} scope="col">
                    {name} <span className="block">{shortDate}</span>
                  </th>
                ))}
                <th scope="col">Total</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <SheetRow
                  key={`${row.permitId} ${row.discipline}`}
                  row={row}
                  days={days}
                  result={formResult}
                />
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">Total</th>
                {days.map(({ date, name, quarterHours }) => (
                  <td key={date} data-label={name}>
                    {quarterHours > 0 && hoursText(quarterHours)}
                  </td>
                ))}
                <td data-label="Week">
                  <strong>{formatHours(quarterHours)}</strong>
                </td>
              </tr>
            </tfoot>
          </table>
        )}
      </Card>
    </PostForm>
  );
}

function WeekNavigation({ week: { previous, next } }: { week: WeekData }) {
  const [query] = useSearchParams();
  const stepTo = (week: string | null) =>
    week === null ? null : { to: queryOf({ ...Object.fromEntries(query), week }), label: formatDate(week) };
  return <PeriodNavigation unit="week" previous={stepTo(previous)} next={stepTo(next)} />;
}

function SheetRow({ row, days, result }: { row: Row; days: Day[]; result?: FormResult }) {
  const { discipline, projectName, quarterHours } = row;
  const cells = days.map((day, index) => {
    const key = cellKey({ ...row, workDate: day.date });
    return { key, day, cell: row.cells[index] ?? null, field: fieldOf(`hours.${key}`, result) };
  });
  return (
    <tr>
      <th scope="row">
        <Link to={reviewAddress(row)} className="font-semibold">
          <PermitNumber permit={row} />
        </Link>
        <div className="small">
          {discipline} · {projectName}
        </div>
        {cells.map(({ key, field }) => (
          <FieldErrors key={key} field={field} />
        ))}
      </th>
      {cells.map(({ key, day, cell, field }) => (
        <td key={key} data-label={day.name}>
          {day.isFuture || (cell && !cell.version) ? (
            cell && hoursText(cell.quarterHours)
          ) : (
            <>
              <input
                id={field.id}
                name={field.name}
                inputMode="decimal"
                autoComplete="off"
                aria-label={`${day.name} ${day.shortDate}, ${discipline}, ${permitNumberText(row)}`}
                defaultValue={
                  typedIn(result, "hours", key) ?? (cell && !result ? hoursText(cell.quarterHours) : "")
                }
                {...ariaOf(field, undefined)}
              />
              {cell && (
                <input
                  type="hidden"
                  name={`versions.${key}`}
                  // After a conflict at this cell, the form has seen what is saved.
                  value={(field.errors ? undefined : typedIn(result, "versions", key)) ?? cell.version ?? ""}
                />
              )}
            </>
          )}
        </td>
      ))}
      <td data-label="Total">{quarterHours > 0 && formatHours(quarterHours)}</td>
    </tr>
  );
}

const typedIn = (result: FormResult | undefined, part: "hours" | "versions", key: string) =>
  (result?.submission.initialValue?.[part] as Record<string, string> | undefined)?.[key];
