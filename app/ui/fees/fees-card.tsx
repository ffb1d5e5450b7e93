import Pencil from "lucide-react/icons/pencil";
import { formatDate } from "~/models/calendar-date";
import { feeServiceTypes, feeStatuses } from "~/models/fees/fee";
import { formatAmount } from "~/models/money";
import type { CityMoneyData } from "~/pages/fees/city-money.server";
import { Badge } from "../badge";
import { ButtonLink, IconLink } from "../button";
import { Card, Dash } from "../card";
import { Pager } from "../pager";
import { EmptyState } from "../sheet";
import { Cell, Row, Table } from "../table";
import { useMoneyAddress } from "./money-address";

type Fee = CityMoneyData["fees"]["rows"][number];

const columns = [
  { key: "date", label: "Date" },
  { key: "service", label: "Service" },
  { key: "invoice", label: "Invoice" },
  { key: "amount", label: "Amount", align: "end" as const },
  { key: "status", label: "Status" },
  { key: "actions", label: "Actions", align: "end" as const },
];

/** What a city was charged, the newest first. */
export function FeesCard({ money: { cityId, fees } }: { money: CityMoneyData }) {
  const { addressOf, pageOf } = useMoneyAddress();
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
          <ButtonLink to={addressOf({ dialog: "new-fee" })} size="small" preventScrollReset>
            Add fee
          </ButtonLink>
        </span>
      }
      flush
    >
      {fees.total === 0 ? (
        <EmptyState title="No fees yet" hint="What this city is charged stands here." />
      ) : (
        <>
          <Table caption="Fee history" columns={columns}>
            {fees.rows.map((fee) => (
              <FeeLine key={fee.id} fee={fee} />
            ))}
          </Table>
          <Pager page={fees.page} total={fees.total} href={pageOf} noun="fees" />
        </>
      )}
    </Card>
  );
}

function FeeLine({ fee }: { fee: Fee }) {
  const { id, dateCharged, serviceType, description, invoiceNumber, amountCents, standing } = fee;
  const { addressOf } = useMoneyAddress();
  const named = invoiceNumber ?? description;
  return (
    <Row>
      <Cell label="Date" className="min-w-0 whitespace-nowrap">
        {formatDate(dateCharged)}
      </Cell>
      <Cell label="Service">
        <strong className="wrap-normal">{feeServiceTypes[serviceType].label}</strong>
        <div className="small">{description}</div>
      </Cell>
      <Cell label="Invoice" className="min-w-31">
        {invoiceNumber ?? <Dash />}
      </Cell>
      <Cell label="Amount" align="end">
        {formatAmount(amountCents)}
      </Cell>
      <Cell label="Status">
        <Badge tone={feeStatuses[standing].tone}>{feeStatuses[standing].label}</Badge>
        {fee.datePaid && (
          <div className="small">
            {formatDate(fee.datePaid)}
            {fee.paidBy && ` · ${fee.paidBy}`}
          </div>
        )}
      </Cell>
      <Cell label="Actions" align="end">
        {standing !== "paid" && (
          <ButtonLink
            to={addressOf({ dialog: "mark-paid", feeId: id })}
            size="small"
            className="mt-0.5 align-top whitespace-nowrap"
            preventScrollReset
            aria-label={`Mark Paid ${named}`}
          >
            Mark Paid
          </ButtonLink>
        )}
        <IconLink
          to={addressOf({ dialog: "edit-fee", feeId: id })}
          preventScrollReset
          label={`Edit ${named}`}
          icon={<Pencil />}
        />
      </Cell>
    </Row>
  );
}
