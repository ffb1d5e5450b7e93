import type { FormResult } from "~/form.server";
import { type SearchFilter, searchFilterQuery } from "~/models/search-filter";
import type { EmployeeDialogData } from "~/pages/employees/employees.server";
import { EmployeeConfirmation } from "./employee-confirmation";
import { EmployeeFormDialog } from "./employee-form-dialog";
import { ReassignDialog } from "./reassign-dialog";

type EmployeeDialogProps = { dialog: EmployeeDialogData; filter: SearchFilter; formResult?: FormResult };

/** The dialog that the address of the list opens. */
export function EmployeeDialog({ dialog, filter, formResult }: EmployeeDialogProps) {
  const closeTo = searchFilterQuery(filter);
  if (dialog.name === "new") {
    return <EmployeeFormDialog key="new" form={dialog.form} formResult={formResult} closeTo={closeTo} />;
  }
  const { id } = dialog.employee;
  const key = `${dialog.name} ${id}`;
  const dialogAddress = (name: string, parameters = {}) =>
    searchFilterQuery(filter, { dialog: name, id, ...parameters });
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
