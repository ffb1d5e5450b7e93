import { type ComponentProps, type ComponentType, Fragment, useEffect, useState } from "react";
import { Card } from "~/ui/card";
import type { ReviewerCombobox } from "../../permits/parts/reviewer-combobox";
import { ReviewerPicker } from "../../permits/parts/reviewer-picker";

const options = [
  { value: "1", label: "Maria Lopez" },
  { value: "2", label: "Owen Tran" },
  { value: "3", label: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch" },
];

const errors = ["Owen Tran is not certified for Civil"];

const examples = [
  { id: "gallery-unassigned", label: "Structural reviewer", value: "" },
  { id: "gallery-chosen", label: "Fire reviewer", value: "3" },
  { id: "gallery-uncertified", label: "Civil reviewer", value: "2", errors },
];

/** Each reviewer picker as a plain select and as a combobox. */
export function GalleryReviewers() {
  const Combobox = useCombobox();
  return (
    <Card title="Reviewer pickers: select and combobox">
      <div className="fields">
        {examples.map(({ id, label, value, errors }) => (
          <Fragment key={id}>
            <ReviewerPicker
              field={{ id, name: id, initialValue: value, errors }}
              label={label}
              options={options}
            />
            {Combobox && (
              <Combobox
                field={{ id: `${id}-searchable`, name: id, errors }}
                label={`${label}, searchable`}
                options={options}
                value={value}
              />
            )}
          </Fragment>
        ))}
      </div>
    </Card>
  );
}

/** Loads the combobox in the browser only: its HTML has style attributes, which the security policy blocks. */
function useCombobox() {
  const [Combobox, setCombobox] = useState<ComponentType<ComponentProps<typeof ReviewerCombobox>>>();
  useEffect(() => {
    import("../../permits/parts/reviewer-combobox").then(({ ReviewerCombobox }) =>
      setCombobox(() => ReviewerCombobox),
    );
  }, []);
  return Combobox;
}
