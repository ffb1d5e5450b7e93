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
export const Link = (props: LinkProps) =>
  props.to.startsWith("/") ? link(props) : <LinkOnPage {...props} />;

/** Browsers would show the question mark of `?`, which clears the query. */
function LinkOnPage({ to, ...rest }: LinkProps) {
  const { pathname } = useLocation();
  return link({ ...rest, to: `${pathname}${to === "?" ? "" : to}` });
}

/** What the element of a link or a form says if it leaves the page where it is scrolled to. */
export const keepScroll = "keep-scroll";

/** Returns the element of a link. For the rows of long lists: a component for each link takes a fifth longer. */
export function link({ to, replace, preventScrollReset, reloadDocument, ...rest }: LinkProps) {
  return (
    <a {...rest} href={to} data-link={reloadDocument ? undefined : optionsOf(replace, preventScrollReset)} />
  );
}

function optionsOf(replace = false, keepsScroll = false): string {
  if (replace) return keepsScroll ? `replace ${keepScroll}` : "replace";
  return keepsScroll ? keepScroll : "";
}
