import { type RouterContextProvider, redirect } from "react-router";
import { endSession } from "~/models/accounts/session.server";
import { readUserByEmail } from "~/models/accounts/user.server";
import { roles } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { z } from "~/models/schema.server";
import { endpointsOf, id } from "~/platform/api/endpoint.server";
import {
  crossSiteRefusalOfAnyMethod,
  localAddress,
  refusalUnlessOpened,
} from "~/platform/http/cross-site.server";
import { endSessionHeader, maybeViewer } from "~/platform/http/viewer.server";
import { demoCityUser, demoUserCookie } from "./demo.server";
import { startIdentityProviderSignIn, usesIdentityProvider } from "./identity-provider-sign-in.server";

const session = endpointsOf({ noun: "Session" });

const User = z.object({
  id,
  role: z.literal(Object.keys(roles)).nullable(),
  cityId: id.nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  profileImageUrl: z.string().nullable(),
});

type SignOut = { request: Request; context: Readonly<RouterContextProvider> };

async function signOut({ request, context }: SignOut): Promise<Response> {
  const refusal = crossSiteRefusalOfAnyMethod(request);
  if (refusal) return refusal;
  const viewer = maybeViewer(context);
  if (viewer?.sessionId) await endSession(viewer, viewer.sessionId);
  const headers = new Headers({ "Set-Cookie": await endSessionHeader() });
  headers.append("Set-Cookie", await demoUserCookie.serialize("", { maxAge: 0 }));
  return redirect("/", { headers });
}

export const accountEndpoints = [
  session.get("/api/auth/user", {
    summary: "The current user",
    who: "signed in",
    response: User,
    handle: ({ viewer }) => viewer,
  }),
  session.get("/api/login", {
    summary: "Redirects a browser to the sign-in page",
    who: "public",
    // The page that it leads to reads the query.
    query: undefined,
    sends: "redirect",
    handle: ({ request, url, context }) => {
      if (usesIdentityProvider(url)) {
        return refusalUnlessOpened(request) ?? startIdentityProviderSignIn(request, url, context);
      }
      const returnTo = localAddress(url.searchParams.get("returnTo"));
      return redirect(returnTo === "/" ? "/login" : `/login?${new URLSearchParams({ returnTo })}`);
    },
  }),
  session.get("/api/logout", {
    summary: "Ends the session and redirects to the start page",
    who: "public",
    query: undefined,
    sends: "redirect",
    refuses: [403],
    handle: (sent) => refusalUnlessOpened(sent.request) ?? signOut(sent),
  }),
  session.post("/api/logout", {
    summary: "Ends the session, for a form",
    who: "public",
    sends: "redirect",
    readsBody: true,
    handle: signOut,
  }),
  session.get("/api/test-city-user", {
    summary: "The demo's city user",
    who: "public",
    response: User,
    isDemo: true,
    handle: async () => {
      const user = await readUserByEmail(demoCityUser);
      if (!user) throw new Refusal(404, "There is no test city user");
      return user;
    },
  }),
];
