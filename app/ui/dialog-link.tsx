import { useState } from "react";
import { Link, type LinkProps, useLocation } from "react-router";
import { pageQuery } from "~/models/address";
import { usePagePath } from "./page-address";

export type DialogLinkProps = Omit<LinkProps, "to"> & {
  /** The path of the dialog below that of the page, such as `7/edit`. It may have parameters of the dialog. */
  to: string;
};

export function DialogLink({ to, ...link }: DialogLinkProps) {
  const page = usePagePath();
  const { search } = useLocation();
  const [isCodeGone, setIsCodeGone] = useState(false);
  // The pointer or the focus comes before the click. What an update has taken away loads with a new document.
  const loadCode = () => void import("./dialog-code").catch(() => setIsCodeGone(true));
  return (
    <Link
      {...link}
      to={addressOfDialog(page, to, search)}
      state={{ page }}
      defaultShouldRevalidate={false}
      preventScrollReset
      reloadDocument={isCodeGone}
      onPointerOver={loadCode}
      onFocus={loadCode}
    />
  );
}

function addressOfDialog(page: string, to: string, search: string): string {
  const [path, own = ""] = to.split("?");
  const query = [pageQuery(search).slice(1), own].filter(Boolean).join("&");
  return `${page.replace(/\/$/, "")}/${path}${query && "?"}${query}`;
}
