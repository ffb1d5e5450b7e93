import type { ReactNode } from "react";
import { Link, useLocation, useMatches, useRouteLoaderData } from "react-router";
import type { loader } from "~/root";
import { IconSprite, SpriteContext } from "./icons";
import { focusOn } from "./page-focus";
import { TopNavigation, type TopNavigationProps } from "./top-navigation";

type SkipTarget = { to: string; label: string };

type PageHandle = { hasList?: boolean; skipTo?: (loaderData: never) => SkipTarget[] } | undefined;

/** The page of a list has the sprite of icons (`handle = { hasList: true }`). */
function PageFrame({ children, ...navigation }: TopNavigationProps & { children: ReactNode }) {
  const hasList = useMatches().some(({ handle }) => (handle as PageHandle)?.hasList);
  return (
    <SpriteContext value={hasList}>
      <SkipLinks />
      <TopNavigation {...navigation} />
      <main className="page">{children}</main>
      {hasList && <IconSprite />}
    </SpriteContext>
  );
}

/** Lead a keyboard to the title of the page, and to the parts of a long one that its `handle` names in `skipTo`. */
export function SkipLinks() {
  const targets = useMatches().flatMap(({ handle, loaderData }) =>
    loaderData === undefined ? [] : ((handle as PageHandle)?.skipTo?.(loaderData as never) ?? []),
  );
  const { search } = useLocation();
  return [{ to: "title", label: "Skip to content" }, ...targets].map(({ to, label }) => (
    // The focus moves at once: a fast Tab would go on from the link.
    <Link
      key={to}
      className="skip"
      to={`${search}#${to}`}
      onClick={() => focusOn(document.getElementById(to))}
    >
      {label}
    </Link>
  ));
}

export function SignedIn({ children }: { children: ReactNode }) {
  const frame = useRouteLoaderData<typeof loader>("root")?.frame;
  return frame ? <PageFrame {...frame}>{children}</PageFrame> : <main className="page">{children}</main>;
}
