import { type ComponentType, useState } from "react";
import { flushSync } from "react-dom";
import type { Option } from "~/models/options";
import { type FieldProps, SelectField } from "~/ui/fields";
import { textValue } from "~/ui/form-field";

export type ReviewerPickerProps = Pick<FieldProps, "field" | "label" | "hint"> & { options: Option[] };

type ComboboxProps = ReviewerPickerProps & { value: string };

/** A select that becomes a searchable combobox when the pointer reaches it and scripts run. */
export function ReviewerPicker({ field, label, hint, options }: ReviewerPickerProps) {
  const [Combobox, setCombobox] = useState<ComponentType<ComboboxProps>>();
  const [chosen, setChosen] = useState(textValue(field) ?? "");

  async function loadCombobox(container: HTMLElement) {
    const { ReviewerCombobox } = await import("./reviewer-combobox");
    // Replacing the select in use would interrupt the user.
    if (container.contains(document.activeElement)) return;
    // The user may have chosen a reviewer before scripts ran.
    const selected = container.querySelector("select")?.value;
    flushSync(() => {
      setChosen((previous) => selected ?? previous);
      setCombobox(() => ReviewerCombobox);
    });
  }

  if (Combobox) return <Combobox field={field} label={label} hint={hint} options={options} value={chosen} />;
  return (
    <div onPointerEnter={({ currentTarget }) => loadCombobox(currentTarget)}>
      <SelectField
        field={field}
        label={label}
        hint={hint}
        placeholder="No plan reviewer"
        options={options}
        required={false}
      />
    </div>
  );
}
