import type { ComponentProps, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { DialogLink, type DialogLinkProps } from "./dialog-link";
import { Pencil, Trash } from "./icons";

type Look = { tone?: "primary" | "plain" | "danger"; size?: "small" };

type ButtonProps = ComponentProps<"button"> & Look & { busy?: boolean; busyLabel?: string };

export function Button({ tone, size, busy, busyLabel, disabled, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="submit"
      data-autofocus={rest.autoFocus || undefined}
      {...rest}
      className={buttonClass({ tone, size }, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busyLabel ? (
        <ButtonLabels busyLabel={busyLabel} isBusy={busy}>
          {children}
        </ButtonLabels>
      ) : (
        children
      )}
    </button>
  );
}

type ButtonLabelsProps = { busyLabel: string; isBusy?: boolean; children: ReactNode };

/** Both labels share one grid cell, so that the button always has the width of the longer label. */
function ButtonLabels({ busyLabel, isBusy, children }: ButtonLabelsProps) {
  return (
    <span className="button-labels">
      <span className={isBusy ? "invisible" : undefined}>{children}</span>
      <span className={isBusy ? undefined : "invisible"}>{busyLabel}</span>
    </span>
  );
}

export function ButtonLink({ tone, size, className, ...rest }: LinkProps & Look) {
  return <Link {...rest} className={buttonClass({ tone, size }, className)} />;
}

type DialogButtonProps = Omit<DialogLinkProps, "children"> & Look & { label: ReactNode };

export const DialogButton = ({ label, tone, size, className, ...rest }: DialogButtonProps) => (
  <DialogLink {...rest} className={buttonClass({ tone, size }, className)}>
    {label}
  </DialogLink>
);

type FileLinkProps = { address: string; fileName: string; className?: string };

/** Shows a file in a new tab. */
export const FileLink = ({ address, fileName, className }: FileLinkProps) => (
  <a href={`${address}?inline`} target="_blank" rel="noreferrer" className={className}>
    {fileName}
  </a>
);

function buttonClass({ tone = "plain", size }: Look, extra?: string): string {
  return ["button", tone !== "plain" && tone, size === "small" && "button-small", extra]
    .filter(Boolean)
    .join(" ");
}

type IconLook = { label: string; icon: ReactNode; tone?: "plain" | "danger" };

export function IconButton({
  label,
  icon,
  tone,
  ...rest
}: Omit<ComponentProps<"button">, "children" | "className"> & IconLook) {
  return (
    <button type="submit" {...rest} className={iconClass(tone)} aria-label={label} title={label}>
      {icon}
    </button>
  );
}

type IconLinkProps = Omit<LinkProps, "children" | "className"> & IconLook;

export function IconLink({ label, icon, tone, ...rest }: IconLinkProps) {
  return (
    <Link {...rest} className={iconClass(tone)} aria-label={label} title={label}>
      {icon}
    </Link>
  );
}

function iconClass(tone: IconLook["tone"]): string {
  return tone === "danger" ? "icon icon-danger" : "icon";
}

type DialogIconProps = Omit<DialogLinkProps, "children" | "className"> & IconLook;

export const DialogIcon = ({ label, icon, tone, ...rest }: DialogIconProps) => (
  <DialogLink {...rest} className={iconClass(tone)} aria-label={label} title={label}>
    {icon}
  </DialogLink>
);

type RowDialogProps = { to: string; name: string };

/** Opens the dialog that edits a row. */
export const EditIcon = ({ to, name }: RowDialogProps) => (
  <DialogIcon to={to} label={`Edit ${name}`} icon={<Pencil />} />
);

/** Opens the dialog that deletes a row. */
export const DeleteIcon = ({ to, name }: RowDialogProps) => (
  <DialogIcon to={to} label={`Delete ${name}`} icon={<Trash />} tone="danger" />
);
