import { createWholePermit, replyPermits } from "~/api/permit-call.server";
import { permitCalls } from "~/api/permits.server";
import { methods, query, reply } from "~/api.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits._index";

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => replyPermits(viewerOf(context, "permit.read"), query(url, permitCalls.list.query)),
    POST: () => reply(permitCalls.create, createWholePermit(viewerOf(context, "permit.submit"), request)),
  });

export const action = loader;
