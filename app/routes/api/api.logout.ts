import { redirect } from "react-router";
import { methods } from "~/api.server";
import { anyCrossSiteRefusal, refusalUnlessOpened } from "~/http/origin.server";
import { endSession } from "~/models/accounts/session.server";
import { demoUserCookie } from "~/pages/demo/demo.server";
import { endSessionHeader, maybeViewer } from "~/viewer.server";
import type { Route } from "./+types/api.logout";

export function loader({ request, context }: Route.LoaderArgs) {
  const signOut = async () => {
    const refusal = anyCrossSiteRefusal(request);
    if (refusal) return refusal;
    const viewer = maybeViewer(context);
    if (viewer?.sessionId) await endSession(viewer, viewer.sessionId);
    const headers = new Headers({ "Set-Cookie": await endSessionHeader() });
    headers.append("Set-Cookie", await demoUserCookie.serialize("", { maxAge: 0 }));
    return redirect("/", { headers });
  };
  return methods(request, { GET: () => refusalUnlessOpened(request) ?? signOut(), POST: signOut });
}

export const action = loader;
