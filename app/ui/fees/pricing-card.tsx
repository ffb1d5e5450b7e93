import { failures } from "~/models/failures";
import { formatRate, pricingColumns, pricingTypes } from "~/models/fees/pricing";
import type { BillingData } from "~/pages/fees/billing.server";
import { Badge } from "../badge";
import { DeleteIcon, DialogButton, EditIcon, IconButton } from "../button";
import { Card, Dash } from "../card";
import { Power } from "../icons";
import { usePageAddress } from "../page-address";
import { PostForm } from "../post-form";
import { type Cells, RowsTable } from "../table";

type Pricing = BillingData["pricing"][number];

export function PricingCard({ pricing }: { pricing: Pricing[] }) {
  const { addressOf } = usePageAddress("city");
  return (
    <Card
      title="Pricing configuration"
      id="pricing"
      aside={<DialogButton to={addressOf({ dialog: "new-pricing" })} size="small" label="Add pricing" />}
      flush
    >
      <RowsTable
        caption="Pricing configuration"
        rowHeading="serviceName"
        columns={pricingColumns}
        cells={cells}
        rows={pricing}
        actions={(service) => <PricingActions service={service} />}
        empty={{ title: "No pricing yet", hint: "Fees can be calculated from the services added here." }}
      />
    </Card>
  );
}

const cells: Cells<typeof pricingColumns, Pricing> = {
  serviceName: ({ serviceName }) => <strong>{serviceName}</strong>,
  pricingType: {
    className: "wrap-normal",
    content: ({ pricingType }) => pricingTypes[pricingType].label,
  },
  rate: { className: "end whitespace-nowrap", content: formatRate },
  description: ({ description }) => description ?? <Dash />,
  isActive: ({ isActive }) => (
    <Badge tone={isActive ? "green" : "grey"}>{isActive ? "Active" : "Inactive"}</Badge>
  ),
};

function PricingActions({ service: { id, serviceName, isActive } }: { service: Pricing }) {
  const { addressOf } = usePageAddress("city");
  return (
    <>
      <EditIcon to={addressOf({ dialog: "edit-pricing", pricingId: id })} name={serviceName} />
      <PostForm
        failure={failures.updatePricing}
        action={addressOf({ pricing: id })}
        preventScrollReset
        className="inline"
        id={`switch-${id}`}
      >
        {!isActive && <input type="hidden" name="isActive" value="on" />}
        <IconButton label={`Switch ${isActive ? "off" : "on"} ${serviceName}`} icon={<Power />} />
      </PostForm>
      <DeleteIcon to={addressOf({ dialog: "delete-pricing", pricingId: id })} name={serviceName} />
    </>
  );
}
