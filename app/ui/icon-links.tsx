import { IconLink } from "./button";
import { Pencil, Trash } from "./icons";

type RowDialogProps = { to: string; name: string };

/** Opens the dialog that edits a row. */
export const EditIcon = ({ to, name }: RowDialogProps) => (
  <IconLink to={to} preventScrollReset label={`Edit ${name}`} icon={<Pencil />} />
);

/** Opens the dialog that deletes a row. */
export const DeleteIcon = ({ to, name }: RowDialogProps) => (
  <IconLink to={to} preventScrollReset label={`Delete ${name}`} icon={<Trash />} tone="danger" />
);
