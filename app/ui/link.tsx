import type { ComponentProps } from "react";
import { useLocation } from "react-router";

export type LinkProps = Omit<ComponentProps<"a">, "href"> & {
  /** An address of the application; one that begins with a query or a fragment is on this page. */
  to: string;
  /** Replaces the page in the browser's history. */
  replace?: boolean;
  /** Leaves the page where it is scrolled to. */
  preventScrollReset?: boolean;
  /** Lets the browser load the address as a new document. */
  reloadDocument?: boolean;
};

/**
 * A link within the application, whose clicks `useFollowedLinks` handles. React Router's resolves its address with
 * five hooks and has a listener, up to a sixth of the CPU time of a long page.
 */
export function Link({ to, replace, preventScrollReset, reloadDocument, ...rest }: LinkProps) {
  const { pathname } = useLocation();
  const href = to.startsWith("/") ? to : `${pathname}${to === "?" ? "" : to}`;
  const options = [replace && "replace", preventScrollReset && "keep-scroll"].filter(Boolean).join(" ");
  return <a {...rest} href={href} data-link={reloadDocument ? undefined : options} />;
}
