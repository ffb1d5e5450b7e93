import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from "@headlessui/react";
import { useState } from "react";
import { Field } from "../field";
import { controlProps } from "../form-field";
import type { ReviewerPickerProps } from "./reviewer-picker";

const nobody = { value: "", label: "Nobody" };

/** The reviewers of a discipline in a list that is searched by typing; the form sends the id chosen. */
export function ReviewerCombobox({ field, label, options, value }: ReviewerPickerProps & { value: string }) {
  const all = [nobody, ...options];
  const [chosen, setChosen] = useState(value);
  const [typed, setTyped] = useState("");
  const found = all.filter((option) => option.label.toLowerCase().includes(typed.trim().toLowerCase()));
  const { name: _name, ...control } = controlProps(field, { required: false });
  return (
    <Field field={field} label={label} required={false}>
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
            displayValue={(value: string) => all.find((option) => option.value === value)?.label ?? ""}
            onChange={(event) => setTyped(event.target.value)}
          />
          <ComboboxOptions className="menu combobox-options">
            {found.map((option) => (
              <ComboboxOption key={option.value} value={option.value} className="menu-item">
                {option.label}
              </ComboboxOption>
            ))}
            {found.length === 0 && <p className="small">Nobody of this name is certified here</p>}
          </ComboboxOptions>
        </div>
      </Combobox>
    </Field>
  );
}
