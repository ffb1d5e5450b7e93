import { useContext } from "react";
import { useLocation } from "react-router";
import { AccountPanel } from "./account-panel";
import { PageContext } from "./page-context";

/** Shown at any address to users who are not signed in; after signing in, they return to that address. */
export function SignInPage() {
  const { pathname, search } = useLocation();
  const { hasKeptForm } = useContext(PageContext);
  const address = `${pathname}${search}`;
  const query = address === "/" ? "" : `?${new URLSearchParams({ returnTo: address })}`;
  return (
    <AccountPanel title="Sign in to access your dashboard" documentTitle="Sign in" isError={hasKeptForm}>
      <p>Access permit management tools for your municipality</p>
      {hasKeptForm && (
        <p>
          You were signed out. Your entries are stored for two hours: sign in to check and send them again.
        </p>
      )}
      <a className="button primary w-full" href={`/api/login${query}`}>
        Sign In
      </a>
    </AccountPanel>
  );
}
