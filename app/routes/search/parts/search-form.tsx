import { Button } from "~/ui/button";
import { TextField } from "~/ui/fields";

const searched = {
  staff:
    "Permits by number, city number, project, address or applicant; letters by number; corrections by text; cities; people. Press / on any page to search.",
  city: "Permits by number, project, address or applicant; letters by number; corrections by text.",
};

type SearchFormProps = { q?: string; notes: string[]; isCity: boolean };

/** Leads to the first result, as the field in the header, whose place it takes. */
export function SearchForm({ q, notes, isCity }: SearchFormProps) {
  return (
    <form className="search-form" action="/search#first">
      <TextField
        field={{ id: "search", name: "q", initialValue: q }}
        label="Search for"
        hint={isCity ? searched.city : searched.staff}
        type="search"
        autoComplete="off"
        autoFocus={q === undefined}
      />
      <Button tone="primary">Search</Button>
      {notes.length > 0 && <p role="status">{notes.join(" ")}</p>}
    </form>
  );
}
