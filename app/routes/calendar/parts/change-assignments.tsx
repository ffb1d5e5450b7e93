import { failures } from "~/models/failures";
import { DateField, SelectField } from "~/ui/fields";
import { ManyForm } from "~/ui/many-form";

export const ChangeAssignments = () => (
  <ManyForm<"employeeDueDate" | "employeeId">
    nouns="assignments"
    list="/plan-check-calendar"
    failure={failures.updateAssignments}
    changes={{
      complete: { title: "Complete assignments", submit: "Complete" },
      "due-date": {
        title: "Set the due date of assignments",
        submit: "Set due date",
        field: ({ employeeDueDate }) => (
          <DateField field={employeeDueDate} label="Due date" className="max-w-80" autoFocus required />
        ),
      },
      reviewer: {
        title: "Give assignments to a plan reviewer",
        submit: "Give to this plan reviewer",
        field: ({ employeeId }, certified) => (
          <SelectField
            field={employeeId}
            label="Plan reviewer"
            hint="Certified, the least open work first. Status and notes stay."
            placeholder="Choose a plan reviewer"
            options={certified}
            className="max-w-120"
            autoFocus
            required
          />
        ),
      },
    }}
  />
);
