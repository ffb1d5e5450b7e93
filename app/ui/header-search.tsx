import { useLocation } from "react-router";
import { Search } from "./icons";

/** Leads to the first result, where Enter opens it. A narrow header has only the link. */
export function HeaderSearch() {
  // That page has the field.
  if (useLocation().pathname === "/search") return null;
  return (
    <form className="find" action="/search#first">
      <input type="search" name="q" aria-label="Search everything" placeholder="Search" />
      <a href="/search" aria-label="Search everything">
        <Search />
      </a>
    </form>
  );
}
