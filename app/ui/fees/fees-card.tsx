import { feeColumns, feeServiceTypes, feeStatuses } from "~/models/fees/fee";
import { formatAmount } from "~/models/money";
import type { BillingData } from "~/pages/fees/billing.server";
import { LabelBadge } from "../badge";
import { DialogButton, EditIcon } from "../button";
import { Card, Dash } from "../card";
import { Day } from "../day";
import { usePageAddress } from "../page-address";
import { type Cells, RowsTable } from "../table";

type Fee = BillingData["fees"]["rows"][number];

export function FeesCard({ billing: { cityId, fees } }: { billing: BillingData }) {
  const { addressOf } = usePageAddress("city");
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
          <DialogButton to={addressOf({ dialog: "new-fee" })} size="small" label="Add fee" />
        </span>
      }
      flush
    >
      <RowsTable
        caption="Fee history"
        rowHeading="serviceType"
        columns={feeColumns}
        cells={cells}
        rows={fees.rows}
        actions={(fee) => <FeeActions fee={fee} />}
        empty={{ title: "No fees yet", hint: "Fees charged to this city appear here." }}
        pager={{
          page: fees.page,
          total: fees.total,
          href: (page) => `?feePage=${page}#fees`,
          noun: "fees",
        }}
      />
    </Card>
  );
}

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
  standing: ({ standing, datePaid, paidBy }) => (
    <>
      <LabelBadge of={feeStatuses[standing]} />
      {datePaid && (
        <div className="small">
          <Day date={datePaid} />
          {paidBy && ` · ${paidBy}`}
        </div>
      )}
    </>
  ),
};

function FeeActions({ fee: { id, invoiceNumber, description, standing } }: { fee: Fee }) {
  const { addressOf } = usePageAddress("city");
  const feeName = invoiceNumber ?? description;
  return (
    <>
      {standing !== "paid" && (
        <DialogButton
          to={addressOf({ dialog: "mark-paid", feeId: id })}
          size="small"
          className="mt-0.5 align-top whitespace-nowrap"
          aria-label={`Mark Paid ${feeName}`}
          label="Mark Paid"
        />
      )}
      <EditIcon to={addressOf({ dialog: "edit-fee", feeId: id })} name={feeName} />
    </>
  );
}
