import { failures } from "~/models/failures";
import { DateField } from "~/ui/fields";
import { ManyForm } from "~/ui/many-form";

export const ChangePermits = () => (
  <ManyForm<"dueDate">
    nouns="permits"
    list="/permits"
    failure={failures.updatePermits}
    changes={{
      "due-date": {
        title: "Set the due date of permits",
        submit: "Set due date",
        field: ({ dueDate }) => (
          <DateField field={dueDate} label="Due date" className="max-w-80" autoFocus required />
        ),
      },
      hold: { title: "Put permits on hold", submit: "Put on hold" },
    }}
  />
);
