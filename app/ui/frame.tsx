import type { ReactNode } from "react";
import { IconSprite } from "./icons";
import { TopNavigation, type TopNavigationProps } from "./top-navigation";

export type FrameProps = Pick<TopNavigationProps, "links" | "roleLabel" | "person">;

export function Frame({ children, ...navigation }: FrameProps & { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <TopNavigation homeTo="/" profileTo="/profile" signOutTo="/api/logout" {...navigation} />
      <main id="content" tabIndex={-1} className="page">
        {children}
      </main>
      <IconSprite />
    </>
  );
}

export function SkipLink() {
  return (
    <a className="skip" href="#content">
      Skip to content
    </a>
  );
}
