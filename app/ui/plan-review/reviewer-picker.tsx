import { type ComponentType, useState } from "react";
import { flushSync } from "react-dom";
import type { FieldProps } from "../field";
import { textValue } from "../form-field";
import { type Option, SelectField } from "../select-field";

export type ReviewerPickerProps = Pick<FieldProps, "field" | "label"> & { options: Option[] };

type SearchableProps = ReviewerPickerProps & { value: string };

/** A select until somebody comes near it with scripts running; then one can type to find a name. */
export function ReviewerPicker({ field, label, options }: ReviewerPickerProps) {
  const [Searchable, setSearchable] = useState<ComponentType<SearchableProps>>();
  const [chosen, setChosen] = useState(textValue(field) ?? "");

  async function dress(place: HTMLElement) {
    const { ReviewerCombobox } = await import("./reviewer-combobox");
    // Not under somebody's hands.
    if (place.contains(document.activeElement)) return;
    // As the select has it by now: somebody may have chosen before scripts ran.
    const present = place.querySelector("select")?.value;
    flushSync(() => {
      setChosen((before) => present ?? before);
      setSearchable(() => ReviewerCombobox);
    });
  }

  if (Searchable) return <Searchable field={field} label={label} options={options} value={chosen} />;
  return (
    <div onPointerEnter={({ currentTarget }) => dress(currentTarget)}>
      <SelectField field={field} label={label} placeholder="Nobody" options={options} required={false} />
    </div>
  );
}
