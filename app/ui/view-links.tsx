import { Link } from "react-router";
import { DialogLink } from "./dialog-link";

type View = { label: string; to: string; isCurrent?: boolean };

type SavedView = { id: number; name: string; query: string };

type ViewLinksProps = {
  ready: View[];
  saved: SavedView[];
  /** The list's query without the page. */
  query: string;
};

/** The views of a list, above it: the ready ones, then those that its user has saved. */
export function ViewLinks({ ready, saved, query }: ViewLinksProps) {
  const current = saved.find((view) => view.query === query);
  const views = [
    ...ready.map((view) => ({ ...view, isCurrent: view.isCurrent && !current })),
    ...saved.map((view) => ({ label: view.name, to: view.query, isCurrent: view === current })),
  ];
  return (
    <div className="views">
      <nav aria-label="Views">
        <ul>
          {views.map(({ label, to, isCurrent }) => (
            <li key={`${label} ${to}`}>
              <Link to={to} aria-current={isCurrent ? "page" : undefined} preventScrollReset>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {current ? (
        <>
          <DialogLink to={`views/${current.id}/rename`}>
            Rename<span className="sr-only"> {current.name}</span>
          </DialogLink>
          <DialogLink to={`views/${current.id}/delete`}>
            Delete<span className="sr-only"> {current.name}</span>
          </DialogLink>
        </>
      ) : (
        query !== "?" && <DialogLink to="views/new">Save this view</DialogLink>
      )}
    </div>
  );
}
