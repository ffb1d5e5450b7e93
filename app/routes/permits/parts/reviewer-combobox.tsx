import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from "@headlessui/react";
import { useState } from "react";
import { isFoundIn } from "~/models/search-terms";
import { Field } from "~/ui/fields";
import { controlProps } from "~/ui/form-field";
import type { ReviewerPickerProps } from "./reviewer-picker";

const noReviewer = { value: "", label: "No plan reviewer" };

type ReviewerComboboxProps = ReviewerPickerProps & { value: string };

export function ReviewerCombobox({ field, label, hint, options, value }: ReviewerComboboxProps) {
  const choices = [noReviewer, ...options];
  const [chosen, setChosen] = useState(value);
  const [typed, setTyped] = useState("");
  const found = choices.filter((option) => isFoundIn(option.label, typed));
  const { name: _name, ...control } = controlProps(field, { hint, required: false });
  return (
    <Field field={field} label={label} hint={hint} required={false}>
      <Combobox
        name={field.name}
        value={chosen}
        onChange={(next) => setChosen(next ?? "")}
        onClose={() => setTyped("")}
        immediate
      >
        <div className="combobox">
          <ComboboxInput
            {...control}
            autoComplete="off"
            displayValue={(value: string) => choices.find((option) => option.value === value)?.label ?? ""}
            onChange={(event) => setTyped(event.target.value)}
          />
          <ComboboxOptions className="menu combobox-options">
            {found.map((option) => (
              <ComboboxOption key={option.value} value={option.value} className="menu-item">
                {option.label}
              </ComboboxOption>
            ))}
            {found.length === 0 && <p className="small">No certified reviewer has this name</p>}
          </ComboboxOptions>
        </div>
      </Combobox>
    </Field>
  );
}
