import { Button } from "~/ui/button";
import { TextField } from "~/ui/fields";

type Comment = { id: number; title: string; codeReference: string | null };

/** The standard comments at hand: those used last, and those that a search finds. One that is used fills in the form. */
export function LibraryOnSheet({ lastUsed, found }: { lastUsed: Comment[]; found?: Comment[] }) {
  return (
    <details className="stack" open={found !== undefined}>
      <summary>Standard comments</summary>
      {!found && lastUsed.length > 0 && <Comments title="Last used" comments={lastUsed} />}
      {found && (
        <Comments title={found.length > 0 ? "Found" : "No standard comment matches"} comments={found} />
      )}
      <search className="row">
        <TextField
          field={{ id: "library-q", name: "q" }}
          label="Search the library"
          type="search"
          autoComplete="off"
          required={false}
        />
        <Button name="search" value="1" data-leads-on="">
          Search
        </Button>
      </search>
    </details>
  );
}

const Comments = ({ title, comments }: { title: string; comments: Comment[] }) => (
  <div>
    <p className="small">{title}</p>
    <ul className="stack">
      {comments.map(({ id, title, codeReference }) => (
        <li key={id} className="row spread">
          <span className="min-w-0">
            {title}
            {codeReference && <span className="small block">{codeReference}</span>}
          </span>
          <Button size="small" name="use" value={id} data-leads-on="">
            Use<span className="sr-only"> {title}</span>
          </Button>
        </li>
      ))}
    </ul>
  </div>
);
