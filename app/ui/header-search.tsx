import { useEffect } from "react";
import { Search } from "./icons";

/** Leads to the first result, where Enter opens it. A narrow header has only the link. */
export function HeaderSearch() {
  useEffect(() => addEventListener("keydown", focusOnSlash), []);
  return (
    <form className="find" action="/search#first">
      <input type="search" name="q" aria-label="Search everything" placeholder="Search" />
      <a href="/search" aria-label="Search everything">
        <Search />
      </a>
    </form>
  );
}

/** What is not shown cannot take the focus. */
function focusOnSlash(event: KeyboardEvent) {
  if (event.key !== "/" || (event.target as Element).closest("input,select,textarea,dialog")) return;
  event.preventDefault();
  for (const field of document.querySelectorAll<HTMLElement>(".find>*,#search")) field.focus();
}
