import { Form, Link, useSearchParams } from "react-router";
import { pageQuery } from "~/models/address";
import type { Discipline } from "~/models/discipline";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/fields";
import type { Route } from "../dialogs/+types/choose-standard-comments";
import { correctionParameters, dialogDiscipline } from "./correction-parameters";

type LibrarySearchProps = Route.ComponentProps["loaderData"] & { takesFocus: boolean };

/** The disciplines of the library, and the search in one of them; both keep the parameters of the page. */
export function LibrarySearch({ disciplines, discipline, q, code, takesFocus }: LibrarySearchProps) {
  const [parameters] = useSearchParams();
  const ofPage = [...new URLSearchParams(pageQuery(`${parameters}`, correctionParameters))];
  const queryFor = (name: Discipline) =>
    new URLSearchParams([
      ...ofPage,
      ...Object.entries({ q, code }).filter(([, value]) => value),
      [dialogDiscipline, name],
    ]);
  return (
    <>
      {disciplines.length > 1 && (
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
      )}
      <Form role="search" className="row library-search" preventScrollReset replace autoComplete="off">
        {[...ofPage, [dialogDiscipline, discipline] as const].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <TextField
          field={{ id: "standard-q", name: "q", initialValue: q }}
          label="Text"
          autoFocus={takesFocus}
          hint="Not searched: punctuation."
          type="search"
        />
        <TextField
          field={{ id: "standard-code", name: "code", initialValue: code }}
          label="Code"
          type="search"
        />
        <Button>Search</Button>
      </Form>
    </>
  );
}
