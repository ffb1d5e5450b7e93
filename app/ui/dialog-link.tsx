import { Link, type LinkProps, useLocation } from "react-router";
import { pageQuery } from "~/models/address";
import { usePagePath } from "./page-address";

export type DialogLinkProps = Omit<LinkProps, "to"> & {
  /** The path of the dialog below that of the page, such as `7/edit`. It may have parameters of the dialog. */
  to: string;
};

/** Opens a dialog over this page, which keeps its query, its data and its place. */
export function DialogLink({ to, ...link }: DialogLinkProps) {
  const page = usePagePath();
  const { search } = useLocation();
  const isOldAddress = /^[?/]/.test(to);
  const dialog = isOldAddress
    ? { to }
    : { to: addressOfDialog(page, to, search), defaultShouldRevalidate: false, state: { page } };
  return <Link {...link} {...dialog} preventScrollReset onPointerOver={loadCode} onFocus={loadCode} />;
}

/** Loads the code of dialogs when the pointer or the focus reaches a link to one. */
function loadCode() {
  import("./dialog-code").catch(() => {});
}

function addressOfDialog(page: string, to: string, search: string): string {
  const [path, own = ""] = to.split("?");
  const query = [pageQuery(search).slice(1), own].filter(Boolean).join("&");
  return `${page.replace(/\/$/, "")}/${path}${query && "?"}${query}`;
}
