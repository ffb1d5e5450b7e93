/** The discipline that a dialog writes in, which is not that which the page shows. */
export const dialogDiscipline = "dialogDiscipline";

const libraryParameters = [dialogDiscipline, "q", "code", "chosen"];

/** The parameters of the dialogs of corrections, which their page does not have. */
export const correctionParameters = [...libraryParameters, "sheet", "standard"];
