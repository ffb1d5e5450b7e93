import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import type { loader } from "~/root";
import { Frame } from "./frame";

export function SignedIn({ children }: { children: ReactNode }) {
  const frame = useRouteLoaderData<typeof loader>("root")?.frame;
  return frame ? <Frame {...frame}>{children}</Frame> : <main className="page">{children}</main>;
}
