import type { ComponentProps, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { DialogLink, type DialogLinkProps } from "./dialog-link";
import { Download, Pencil, Trash } from "./icons";

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
        // Both labels share one grid cell, so that the button always has the width of the longer label.
        <span className="button-labels">
          <span className={busy ? "invisible" : undefined}>{children}</span>
          <span className={busy ? undefined : "invisible"}>{busyLabel}</span>
        </span>
      ) : (
        children
      )}
    </button>
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

export const FileLink = ({ address, fileName, className }: FileLinkProps) => (
  <a href={`${address}?inline`} target="_blank" rel="noreferrer" className={className}>
    {fileName}
  </a>
);

/** Opens in a new tab, so that an error does not replace the page. */
export const DownloadLink = ({ address, fileName }: Omit<FileLinkProps, "className">) => (
  <a
    href={address}
    target="_blank"
    rel="noopener"
    className="icon"
    aria-label={`Download ${fileName}`}
    title={`Download ${fileName}`}
  >
    <Download />
  </a>
);

function buttonClass({ tone = "plain", size }: Look, extra?: string): string {
  return ["button", tone !== "plain" && tone, size === "small" && "button-small", extra]
    .filter(Boolean)
    .join(" ");
}

type WithIcon<Props> = Omit<Props, "children" | "className"> & {
  label: string;
  icon: ReactNode;
  tone?: "danger";
};

const iconProps = ({ label, icon, tone, ...rest }: WithIcon<object>) => ({
  ...rest,
  className: tone === "danger" ? "icon icon-danger" : "icon",
  "aria-label": label,
  title: label,
  children: icon,
});

export const IconButton = (props: WithIcon<ComponentProps<"button">>) => (
  <button type="submit" {...iconProps(props)} />
);

export const IconLink = ({ to, ...props }: WithIcon<LinkProps>) => <Link to={to} {...iconProps(props)} />;

export const DialogIcon = ({ to, ...props }: WithIcon<DialogLinkProps>) => (
  <DialogLink to={to} {...iconProps(props)} />
);

type RowDialogProps = { to: string; name: string };

export const EditIcon = ({ to, name }: RowDialogProps) => (
  <DialogIcon to={to} label={`Edit ${name}`} icon={<Pencil />} />
);

export const DeleteIcon = ({ to, name }: RowDialogProps) => (
  <DialogIcon to={to} label={`Delete ${name}`} icon={<Trash />} tone="danger" />
);
