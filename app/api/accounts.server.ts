import { type Endpoints, id, noQuery } from "~/endpoint.server";
import { roles } from "~/models/policy";
import { z } from "~/models/schema.server";

const noun = "Session";

const User = z.object({
  id,
  role: z.literal(Object.keys(roles)).nullable(),
  cityId: id.nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  profileImageUrl: z.string().nullable(),
});

export const accountEndpoints = {
  user: {
    method: "GET",
    address: "/api/auth/user",
    noun,
    summary: "The current user",
    who: "signed in",
    query: noQuery,
    response: User,
  },
  login: {
    method: "GET",
    address: "/api/login",
    noun,
    summary: "Redirects a browser to the sign-in page",
    who: "public",
    sends: "redirect",
  },
  logout: {
    method: "GET",
    address: "/api/logout",
    noun,
    summary: "Ends the session and redirects to the start page",
    who: "public",
    sends: "redirect",
    refuses: [403],
  },
  logoutByForm: {
    method: "POST",
    address: "/api/logout",
    noun,
    summary: "Ends the session, for a form",
    who: "public",
    sends: "redirect",
  },
  testCityUser: {
    method: "GET",
    address: "/api/test-city-user",
    noun,
    summary: "The demo's city user",
    who: "public",
    query: noQuery,
    response: User,
    isDemo: true,
  },
} as const satisfies Endpoints;
