import type { ComponentProps, ReactNode } from "react";
import { Link, type LinkProps, link } from "./link";

type Look = { tone?: "primary" | "plain" | "danger"; size?: "small" };

type ButtonProps = ComponentProps<"button"> & Look & { busy?: boolean; busyLabel?: string };

export function Button({ tone, size, busy, busyLabel, disabled, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="submit"
      {...rest}
      className={buttonClass({ tone, size }, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busyLabel ? labels(children, busyLabel, busy) : children}
    </button>
  );
}

/** Both labels share one grid cell, so that the button always has the width of the longer label. */
const labels = (label: ReactNode, busyLabel: string, isBusy?: boolean) => (
  <span className="button-labels">
    <span className={isBusy ? "invisible" : undefined}>{label}</span>
    <span className={isBusy ? undefined : "invisible"}>{busyLabel}</span>
  </span>
);

export function ButtonLink({ tone, size, className, ...rest }: LinkProps & Look) {
  return <Link {...rest} className={buttonClass({ tone, size }, className)} />;
}

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

export const IconLink = (props: IconLinkProps) => <Link {...iconLinkProps(props)} />;

/** Returns the element of an icon link, for the rows of long lists. */
export const iconLink = (props: IconLinkProps) => link(iconLinkProps(props));

const iconLinkProps = ({ label, icon, tone, ...rest }: IconLinkProps) => ({
  ...rest,
  className: iconClass(tone),
  "aria-label": label,
  title: label,
  children: icon,
});

function iconClass(tone: IconLook["tone"]): string {
  return tone === "danger" ? "icon icon-danger" : "icon";
}
