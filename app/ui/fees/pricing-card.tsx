import Pencil from "lucide-react/icons/pencil";
import Power from "lucide-react/icons/power";
import Trash2 from "lucide-react/icons/trash-2";
import { failures } from "~/models/failures";
import { formatRate, pricingTypes } from "~/models/fees/pricing";
import type { CityMoneyData } from "~/pages/fees/city-money.server";
import { Badge } from "../badge";
import { ButtonLink, IconButton, IconLink } from "../button";
import { Card, Dash } from "../card";
import { PostForm } from "../post-form";
import { EmptyState } from "../sheet";
import { Cell, Row, Table } from "../table";
import { useMoneyAddress } from "./money-address";

type Pricing = CityMoneyData["pricing"][number];

const columns = [
  { key: "service", label: "Service" },
  { key: "type", label: "Type" },
  { key: "rate", label: "Rate", align: "end" as const },
  { key: "description", label: "Description" },
  { key: "active", label: "Active" },
  { key: "actions", label: "Actions", align: "end" as const },
];

/** What a city is charged for which service. */
export function PricingCard({ pricing }: { pricing: Pricing[] }) {
  const { addressOf } = useMoneyAddress();
  return (
    <Card
      title="Pricing configuration"
      id="pricing"
      aside={
        <ButtonLink to={addressOf({ dialog: "new-pricing" })} size="small" preventScrollReset>
          Add pricing
        </ButtonLink>
      }
      flush
    >
      {pricing.length === 0 ? (
        <EmptyState title="No pricing yet" hint="Fees can be worked out from the services added here." />
      ) : (
        <Table caption="Pricing configuration" columns={columns}>
          {pricing.map((service) => (
            <PricingLine key={service.id} service={service} />
          ))}
        </Table>
      )}
    </Card>
  );
}

function PricingLine({ service }: { service: Pricing }) {
  const { id, serviceName, pricingType, description, isActive } = service;
  return (
    <Row>
      <Cell label="Service">
        <strong>{serviceName}</strong>
      </Cell>
      <Cell label="Type" className="wrap-normal">
        {pricingTypes[pricingType].label}
      </Cell>
      <Cell label="Rate" className="end whitespace-nowrap">
        {formatRate(service)}
      </Cell>
      <Cell label="Description">{description ?? <Dash />}</Cell>
      <Cell label="Active">
        <Badge tone={isActive ? "green" : "grey"}>{isActive ? "Active" : "Inactive"}</Badge>
      </Cell>
      <Cell label="Actions" align="end">
        <PricingActions id={id} serviceName={serviceName} isActive={isActive} />
      </Cell>
    </Row>
  );
}

function PricingActions({ id, serviceName, isActive }: Pick<Pricing, "id" | "serviceName" | "isActive">) {
  const { addressOf } = useMoneyAddress();
  return (
    <>
      <IconLink
        to={addressOf({ dialog: "edit-pricing", pricingId: id })}
        preventScrollReset
        label={`Edit ${serviceName}`}
        icon={<Pencil />}
      />
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
      <IconLink
        to={addressOf({ dialog: "delete-pricing", pricingId: id })}
        preventScrollReset
        label={`Delete ${serviceName}`}
        icon={<Trash2 />}
        tone="danger"
      />
    </>
  );
}
