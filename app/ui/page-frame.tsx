import type { ReactNode } from "react";
import { useMatches, useRouteLoaderData } from "react-router";
import type { loader } from "~/root";
import { IconSprite, SpriteContext } from "./icons";
import { TopNavigation, type TopNavigationProps } from "./top-navigation";

type PageHandle = { hasList?: boolean } | undefined;

/** The page of a list has the sprite of icons (`handle = { hasList: true }`). */
function PageFrame({ children, ...navigation }: TopNavigationProps & { children: ReactNode }) {
  const hasList = useMatches().some(({ handle }) => (handle as PageHandle)?.hasList);
  return (
    <SpriteContext value={hasList}>
      <SkipLink />
      <TopNavigation {...navigation} />
      <main id="content" tabIndex={-1} className="page">
        {children}
      </main>
      {hasList && <IconSprite />}
    </SpriteContext>
  );
}

export function SkipLink() {
  return (
    <a className="skip" href="#content">
      Skip to content
    </a>
  );
}

export function SignedIn({ children }: { children: ReactNode }) {
  const frame = useRouteLoaderData<typeof loader>("root")?.frame;
  return frame ? <PageFrame {...frame}>{children}</PageFrame> : <main className="page">{children}</main>;
}
