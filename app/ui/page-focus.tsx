import { useEffect, useState } from "react";
import { createPath, useLocation, useNavigationType } from "react-router";
import { usePagePath } from "./page-address";

/** Moves the focus to the heading of another page, or back to the link that led to it, and announces the title. */
export function PageFocus() {
  const { key, hash } = useLocation();
  const pathname = usePagePath();
  const type = useNavigationType();
  const [announced, setAnnounced] = useState("");

  useEffect(() => rememberLinks(key), [key]);

  useEffect(() => {
    const before = shown;
    const heading = document.querySelector("h1");
    shown = { key, pathname, heading };
    if (!before || before.key === key) return;
    const isOtherPage = before.pathname !== pathname || before.heading !== heading;
    if (isOtherPage) setAnnounced(document.title);
    const target = hash === "" ? null : document.getElementById(hash.slice(1));
    if (target?.closest("dialog")) focusOn(target);
    if (isPlaced(isOtherPage, target)) return;
    const link = type === "POP" ? linkTo(followed.get(key)) : null;
    focusOn(link ?? target ?? heading);
  }, [key, pathname, hash, type]);

  return (
    <p className="sr-only" aria-live="polite">
      {announced}
    </p>
  );
}

type Shown = { key: string; pathname: string; heading: Element | null };

// Of the document, since an error page replaces the component.
let shown: Shown | undefined;
const followed = new Map<string, string>();

/** Keeps, for the entry of the history that is shown, the address of the last link that had the focus. */
function rememberLinks(key: string): () => void {
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLAnchorElement) followed.set(key, createPath(target));
    else followed.delete(key);
  };
  document.addEventListener("focusin", remember);
  return () => document.removeEventListener("focusin", remember);
}

const linkTo = (address?: string) =>
  address === undefined
    ? null
    : ([...document.links].find((link) => createPath(link as HTMLAnchorElement) === address) ?? null);

/** Whether the focus stays: in a dialog, on error messages, or on the same page unless it is on a link to the target. */
function isPlaced(isOtherPage: boolean, target: Element | null): boolean {
  const { activeElement, body } = document;
  if (document.querySelector("dialog[open]") || activeElement?.closest("[role=alert]")) return true;
  if (isOtherPage || activeElement === null || activeElement === body) return false;
  return !(target && isLinkTo(target, activeElement)) || target.contains(activeElement);
}

const isLinkTo = ({ id }: Element, link: Element) =>
  link instanceof HTMLAnchorElement && link.hash === `#${id}`;

export function focusOn(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
