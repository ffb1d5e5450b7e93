import { redirect } from "react-router";
import { methods } from "~/api.server";
import { testUserCookie } from "~/demo.server";
import { endSession } from "~/models/session.server";
import { refusalFromElsewhere } from "~/origin.server";
import { endSessionHeader, maybeViewer } from "~/viewer.server";
import type { Route } from "./+types/api.logout";

export function loader({ request, context }: Route.LoaderArgs) {
  const signOut = async () => {
    const refusal = refusalFromElsewhere(request);
    if (refusal) return refusal;
    const viewer = maybeViewer(context);
    if (viewer?.sessionId) await endSession(viewer, viewer.sessionId);
    const headers = new Headers({ "Set-Cookie": await endSessionHeader() });
    headers.append("Set-Cookie", await testUserCookie.serialize("", { maxAge: 0 }));
    return redirect("/", { headers });
  };
  return methods(request, { GET: signOut, POST: signOut });
}

export const action = loader;
