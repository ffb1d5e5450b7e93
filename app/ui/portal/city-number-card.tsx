import { failures } from "~/models/failures";
import { permitFieldLabels } from "~/models/permits/permit-columns";
import type { PortalPermit } from "~/pages/portal/portal-permit.server";
import { Button, ButtonLink } from "../button";
import { Card } from "../card";
import { TextField } from "../fields";
import { PostForm, usePostForm } from "../post-form";

type CityNumberCardProps = {
  detail: Pick<PortalPermit, "provider" | "mayGiveNumber"> & { permit: { id: number } };
};

/** The form for the city's own permit number. After an edit conflict, the typed number is shown read-only. */
export function CityNumberCard({ detail }: CityNumberCardProps) {
  const { permit, provider, mayGiveNumber } = detail;
  const [form, fields] = usePostForm<"cityPermitNumber">("city-number");
  const label = permitFieldLabels.cityPermitNumber;
  return (
    <Card title="Add your city permit number">
      <PostForm
        form={form}
        labels={{ cityPermitNumber: label }}
        failure={failures.updatePermit}
        action="?city-number"
        className="stack"
      >
        <TextField
          field={fields.cityPermitNumber}
          label={label}
          hint={mayGiveNumber && `You can add it once. After that, only ${provider} can change it.`}
          required={mayGiveNumber}
          readOnly={!mayGiveNumber}
        />
        <div className="actions">
          {mayGiveNumber ? (
            <Button tone="primary">Save number</Button>
          ) : (
            <ButtonLink to={`/oakvilles/permits/${permit.id}`}>Close</ButtonLink>
          )}
        </div>
      </PostForm>
    </Card>
  );
}
