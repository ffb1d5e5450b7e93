import { Power } from "lucide";
import { useSearchParams } from "react-router";
import { queryOf } from "~/models/address";
import { failures } from "~/models/failures";
import { formatRate, pricingColumns, pricingTypes } from "~/models/fees/pricing";
import { Badge } from "~/ui/badge";
import { DeleteIcon, DialogButton, EditIcon, IconButton } from "~/ui/button";
import { Card, Dash } from "~/ui/card";
import { drawn } from "~/ui/icon";
import { PostForm } from "~/ui/post-form";
import { type Cells, RowsTable } from "~/ui/table";
import type { Route } from "../+types/city";

const Switch = drawn(Power);

type Pricing = Route.ComponentProps["loaderData"]["pricing"][number];

export function PricingCard({ pricing }: { pricing: Pricing[] }) {
  return (
    <Card
      title="Pricing configuration"
      id="pricing"
      aside={<DialogButton to="pricing/new" size="small" label="Add pricing" />}
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
  const [address] = useSearchParams();
  return (
    <>
      <EditIcon to={`pricing/${id}/edit`} name={serviceName} />
      <PostForm
        failure={failures.updatePricing}
        action={`.${queryOf({ feePage: address.get("feePage"), pricing: id })}`}
        preventScrollReset
        className="inline"
        id={`switch-${id}`}
      >
        {!isActive && <input type="hidden" name="isActive" value="on" />}
        <IconButton label={`Switch ${isActive ? "off" : "on"} ${serviceName}`} icon={<Switch />} />
      </PostForm>
      <DeleteIcon to={`pricing/${id}/delete`} name={serviceName} />
    </>
  );
}
