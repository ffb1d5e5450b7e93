import { failures } from "~/models/failures";
import { feeColumns, feeFieldLabels } from "~/models/fees/fee";
import type { ListedPricing } from "~/models/fees/pricing.server";
import { EditConflict } from "~/ui/edit-conflict";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { type FeeFieldName, FeeFields, feeFormLabels } from "./fee-fields";

type FeeDialogProps = {
  values: Partial<Record<FeeFieldName, unknown>>;
  services: ListedPricing[];
  idempotencyKey?: string;
  version?: string;
};

export function FeeDialog({ values, services, idempotencyKey, version }: FeeDialogProps) {
  const isNew = version === undefined;
  const [form, fields] = usePostForm<FeeFieldName>("fee", { values });
  return (
    <FormDialog
      title={isNew ? "Add fee" : "Edit fee"}
      closeTo="#fees"
      form={form}
      labels={feeFormLabels}
      failure={isNew ? failures.createFee : failures.updateFee}
      idempotencyKey={idempotencyKey}
      version={version}
      submit={isNew ? "Add fee" : "Save changes"}
    >
      <EditConflict labels={feeFieldLabels} columns={feeColumns} />
      <FeeFields form={form} fields={fields} services={services} isNew={isNew} />
    </FormDialog>
  );
}
