import type { FormResult } from "~/form.server";
import { type EmployeeFilter, employeeFilterQuery } from "~/models/employees/employee-filter";
import type { EmployeeDialogData } from "~/pages/employees/employees.server";
import { EmployeeConfirmation } from "./employee-confirmation";
import { EmployeeFormDialog } from "./employee-form-dialog";
import { ReassignDialog } from "./reassign-dialog";

type EmployeeDialogProps = { dialog: EmployeeDialogData; filter: EmployeeFilter; formResult?: FormResult };

export function EmployeeDialog({ dialog, filter, formResult }: EmployeeDialogProps) {
  const closeTo = employeeFilterQuery(filter);
  if (dialog.name === "new") {
    return <EmployeeFormDialog key="new" form={dialog.form} formResult={formResult} closeTo={closeTo} />;
  }
  const { id } = dialog.employee;
  const key = `${dialog.name} ${id}`;
  const dialogAddress = (name: string, parameters = {}) =>
    employeeFilterQuery(filter, { dialog: name, id, ...parameters });
  const reassignTo = dialogAddress("reassign", { next: dialog.name });
  switch (dialog.name) {
    case "edit":
      return (
        <EmployeeFormDialog
          key={key}
          form={dialog.form}
          formResult={formResult}
          closeTo={closeTo}
          boundTo={dialog.boundTo}
          reassignTo={dialog.workload.open > 0 ? reassignTo : undefined}
        />
      );
    case "reassign":
      return (
        <ReassignDialog
          key={key}
          dialog={dialog}
          formResult={formResult}
          closeTo={dialog.next ? dialogAddress(dialog.next) : closeTo}
        />
      );
    default:
      return (
        <EmployeeConfirmation
          key={key}
          dialog={dialog}
          formResult={formResult}
          closeTo={closeTo}
          reassignTo={reassignTo}
          deactivateTo={dialogAddress("deactivate")}
        />
      );
  }
}
