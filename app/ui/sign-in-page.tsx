import { useLocation } from "react-router";
import { AccountSheet } from "./account-sheet";

/** What anybody sees, at any address, who is not signed in; afterwards they are back at that address. */
export function SignInPage() {
  const { pathname, search } = useLocation();
  const address = `${pathname}${search}`;
  const query = address === "/" ? "" : `?${new URLSearchParams({ returnTo: address })}`;
  return (
    <>
      <title>Sign in · Redline</title>
      <AccountSheet title="Sign in to access your dashboard">
        <p>Access permit management tools for your municipality</p>
        <a className="button primary w-full" href={`/api/login${query}`}>
          Sign In
        </a>
      </AccountSheet>
    </>
  );
}
