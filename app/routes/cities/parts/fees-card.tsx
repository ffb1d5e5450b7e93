import { failures } from "~/models/failures";
import { feeColumns, feeServiceTypes, feeStatuses } from "~/models/fees/fee";
import { formatAmount } from "~/models/money";
import { LabelBadge } from "~/ui/badge";
import { DialogButton, EditIcon } from "~/ui/button";
import { Card, Dash } from "~/ui/card";
import { Day } from "~/ui/day";
import { ManyBar, Tick } from "~/ui/many-bar";
import { Pager } from "~/ui/pager";
import { type Cells, RowsTable } from "~/ui/table";
import { RowUndo } from "~/ui/undo-form";
import type { Route } from "../+types/city";

type Fees = Route.ComponentProps["loaderData"]["fees"];
type Fee = Fees["rows"][number];

export function FeesCard({ cityId, fees }: { cityId: number; fees: Fees }) {
  return (
    <Card
      title="Fee history"
      id="fees"
      aside={
        <span className="row">
          {fees.total > 0 && (
            <a href={`/cities/${cityId}/fees.csv`} download className="button button-small">
              Download CSV
            </a>
          )}
          <DialogButton to="fees/new" size="small" label="Add fee" />
        </span>
      }
      flush
    >
      <ManyBar
        hasTicks={fees.rows.some(isOutstanding)}
        action=".?many"
        anchor="#fees"
        failure={failures.updateFees}
        changes={[{ value: "paid", label: "Mark Paid" }]}
      />
      <RowsTable
        caption="Fee history"
        rowHeading="serviceType"
        columns={feeColumns}
        cells={cells}
        rows={fees.rows}
        tick={(fee) => isOutstanding(fee) && <Tick row={fee} name={nameOf(fee)} />}
        actions={(fee) => <FeeActions fee={fee} />}
        empty={{ title: "No fees yet", hint: "Fees charged to this city appear here." }}
        pager={
          <Pager page={fees.page} total={fees.total} href={(page) => `.?feePage=${page}#fees`} noun="fees" />
        }
      />
    </Card>
  );
}

const isOutstanding = ({ standing }: Fee) => standing !== "paid";

const nameOf = ({ invoiceNumber, description }: Fee) => invoiceNumber ?? description;

const cells: Cells<typeof feeColumns, Fee> = {
  dateCharged: {
    className: "min-w-0 whitespace-nowrap",
    content: ({ dateCharged }) => <Day date={dateCharged} />,
  },
  serviceType: ({ serviceType, description }) => (
    <>
      <strong className="wrap-normal">{feeServiceTypes[serviceType].label}</strong>
      <div className="small">{description}</div>
    </>
  ),
  invoiceNumber: {
    className: "min-w-31",
    content: ({ invoiceNumber }) => invoiceNumber ?? <Dash />,
  },
  amountCents: ({ amountCents }) => formatAmount(amountCents),
  standing: ({ id, standing, datePaid, paidBy }) => (
    <>
      <LabelBadge of={feeStatuses[standing]} />
      <RowUndo of={`fee ${id}`} />
      {datePaid && (
        <div className="small">
          <Day date={datePaid} />
          {paidBy && ` · ${paidBy}`}
        </div>
      )}
    </>
  ),
};

function FeeActions({ fee }: { fee: Fee }) {
  const { id } = fee;
  const feeName = nameOf(fee);
  return (
    <>
      {isOutstanding(fee) && (
        <DialogButton
          to={`fees/${id}/mark-paid`}
          size="small"
          className="mt-0.5 align-top whitespace-nowrap"
          aria-label={`Mark Paid ${feeName}`}
          label="Mark Paid"
        />
      )}
      <EditIcon to={`fees/${id}/edit`} name={feeName} />
    </>
  );
}
