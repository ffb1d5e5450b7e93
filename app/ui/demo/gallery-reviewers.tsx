import { type ComponentProps, type ComponentType, Fragment, useEffect, useState } from "react";
import { Card } from "../card";
import type { ReviewerCombobox } from "../plan-review/reviewer-combobox";
import { ReviewerPicker } from "../plan-review/reviewer-picker";

const options = [
  { value: "1", label: "Maria Lopez" },
  { value: "2", label: "Owen Tran" },
  { value: "3", label: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch" },
];

const errors = ["Owen Tran is not certified for Civil"];

const examples = [
  { id: "gallery-nobody", label: "Structural reviewer", value: "" },
  { id: "gallery-chosen", label: "Fire reviewer", value: "3" },
  { id: "gallery-uncertified", label: "Civil reviewer", value: "2", errors },
];

/** Each as it is before somebody comes near, and as one searches it. */
export function GalleryReviewers() {
  const Searchable = useSearchable();
  return (
    <Card title="Reviewer pickers, plain and searchable">
      <div className="fields">
        {examples.map(({ id, label, value, errors }) => (
          <Fragment key={id}>
            <ReviewerPicker
              field={{ id, name: id, initialValue: value, errors }}
              label={label}
              options={options}
            />
            {Searchable && (
              <Searchable
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

/** In the browser only: the server's HTML of it has style attributes, which the page's policy refuses. */
function useSearchable() {
  const [Searchable, setSearchable] = useState<ComponentType<ComponentProps<typeof ReviewerCombobox>>>();
  useEffect(() => {
    import("../plan-review/reviewer-combobox").then(({ ReviewerCombobox }) =>
      setSearchable(() => ReviewerCombobox),
    );
  }, []);
  return Searchable;
}
