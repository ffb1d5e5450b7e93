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
 * A link within the application. It has no listener of its own, which would be a fifth of the work of rendering a
 * long list: `useFollowedLinks` handles the clicks on all of them.
 */
export function Link({ to, replace, preventScrollReset, reloadDocument, ...rest }: LinkProps) {
  const { pathname } = useLocation();
  const href = to.startsWith("/") ? to : `${pathname}${to === "?" ? "" : to}`;
  const options = [replace && "replace", preventScrollReset && "keep-scroll"].filter(Boolean).join(" ");
  return <a {...rest} href={href} data-link={reloadDocument ? undefined : options} />;
}
