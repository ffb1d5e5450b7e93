import { Link } from "react-router";
import { EmptyState } from "~/ui/card";

/** In place of a form that could not be sent. */
export const NoCity = ({ hasInactive }: { hasInactive: boolean }) => (
  <div className="card">
    {hasInactive ? (
      <EmptyState
        title="No city is active."
        hint={
          <>
            Activate <Link to="/cities">one of the cities</Link> first.
          </>
        }
      />
    ) : (
      <EmptyState
        title="There is no city yet."
        hint={
          <>
            <Link to="/cities/new">Add a city</Link> first.
          </>
        }
      />
    )}
  </div>
);
