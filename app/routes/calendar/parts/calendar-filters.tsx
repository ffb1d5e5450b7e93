import { allAssignments, allEmployees, calendarViewOptions } from "~/models/assignments/calendar-filter";
import { FilterForm, FilterSelect } from "~/ui/filter-form";
import type { CalendarData } from "./calendar-data.server";

type CalendarFiltersProps = Pick<CalendarData, "filter" | "employees">;

export function CalendarFilters({ filter, employees }: CalendarFiltersProps) {
  return (
    <FilterForm values={filter}>
      <FilterSelect name="view" label="View" placeholder={allAssignments} options={calendarViewOptions} />
      <FilterSelect name="employeeId" label="Employee" placeholder={allEmployees} options={employees} />
    </FilterForm>
  );
}
