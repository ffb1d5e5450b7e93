import { shortSearchLimit } from "~/models/permits/permit-filter";

/** Shown if a search was too short for all permits. */
export const PartialSearchNote = () => (
  <p className="small search-note">
    Only the newest {shortSearchLimit.toLocaleString("en-US")} permits were searched. Type three characters or
    more to search all.
  </p>
);
