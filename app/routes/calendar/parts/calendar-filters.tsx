import { allAssignments, allEmployees, calendarViewOptions } from "~/models/assignments/calendar-filter";
import { SelectField } from "~/ui/fields";
import { FilterForm } from "~/ui/filter-form";
import type { CalendarData } from "./calendar-data.server";

type CalendarFiltersProps = Pick<CalendarData, "filter" | "employees">;

export function CalendarFilters({ filter, employees }: CalendarFiltersProps) {
  return (
    <FilterForm>
      <SelectField
        field={{ id: "calendar-view", name: "view", initialValue: filter.view }}
        label="View"
        placeholder={allAssignments}
        options={calendarViewOptions}
      />
      <SelectField
        field={{ id: "calendar-employee", name: "employeeId", initialValue: filter.employeeId }}
        label="Employee"
        placeholder={allEmployees}
        options={employees}
      />
    </FilterForm>
  );
}
