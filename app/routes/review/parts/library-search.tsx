import { Link, useSearchParams } from "react-router";
import { pageQuery } from "~/models/address";
import type { Discipline } from "~/models/discipline";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/fields";
import { correctionParameters, dialogDiscipline } from "./correction-parameters";

type Sought = { q: string; code: string };

type LibraryDisciplinesProps = Sought & { disciplines: Discipline[]; discipline: Discipline };

/** The disciplines of the library, with the same search. */
export function LibraryDisciplines({ disciplines, discipline, q, code }: LibraryDisciplinesProps) {
  const [parameters] = useSearchParams();
  const ofPage = [...new URLSearchParams(pageQuery(`${parameters}`, correctionParameters))];
  const queryFor = (name: Discipline) =>
    new URLSearchParams([
      ...ofPage,
      ...Object.entries({ q, code }).filter(([, value]) => value),
      [dialogDiscipline, name],
    ]);
  if (disciplines.length === 1) return null;
  return (
    <nav aria-label="Discipline" className="row">
      {disciplines.map((name) => (
        <Link
          key={name}
          to={`.?${queryFor(name)}`}
          aria-current={name === discipline ? "true" : undefined}
          className={name === discipline ? "font-semibold no-underline" : undefined}
          preventScrollReset
          replace
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** Is sent with the ticks, which it keeps. */
export function LibrarySearch({ q, code }: Sought) {
  return (
    <search className="row library-search">
      <TextField
        field={{ id: "standard-q", name: "q", initialValue: q }}
        label="Text"
        autoComplete="off"
        autoFocus
        hint="Not searched: punctuation. One or two characters find the beginnings of words."
        type="search"
      />
      <TextField
        field={{ id: "standard-code", name: "code", initialValue: code }}
        label="Code"
        autoComplete="off"
        type="search"
      />
      <Button name="search" value="1" data-leads-on="">
        Search
      </Button>
    </search>
  );
}
