import { useEffect } from "react";
import { createPath, type NavigateOptions, useNavigate } from "react-router";
import { keepScroll } from "./link";

type Click = Pick<
  MouseEvent,
  "defaultPrevented" | "button" | "metaKey" | "altKey" | "ctrlKey" | "shiftKey" | "target"
>;
type Page = Pick<Location, "origin" | "pathname" | "search" | "hash">;

/** Opens the links of the application without loading a document, once its scripts run. */
export function useFollowedLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    function follow(event: MouseEvent) {
      const followed = followedLink(event, window.location);
      if (!followed) return;
      event.preventDefault();
      navigate(followed.to, followed.options);
    }
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, [navigate]);
}

/** Returns the link of the application that an event is on, if any. */
export const linkAt = (target: EventTarget | null) =>
  (target as Partial<Element> | null)?.closest?.<HTMLAnchorElement>("a[data-link]");

/** Returns where a click leads, and how; undefined if it is on no link, or for the browser, as one for a new tab is. */
export function followedLink(click: Click, page: Page): { to: string; options: NavigateOptions } | undefined {
  const link = linkAt(click.target);
  if (!link || click.defaultPrevented || click.button !== 0) return;
  if (click.metaKey || click.altKey || click.ctrlKey || click.shiftKey) return;
  if (link.origin !== page.origin || (link.target && link.target !== "_self")) return;
  const options = link.dataset.link ?? "";
  const to = createPath(link);
  return {
    to,
    options: {
      // As a browser does with a link to the page that is open.
      replace: options.includes("replace") || to === createPath(page),
      preventScrollReset: options.includes(keepScroll),
    },
  };
}
