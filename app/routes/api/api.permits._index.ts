import { permitEndpoints, postPermit, replyPermits } from "~/api/permits.server";
import { methods, query, reply } from "~/api.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits._index";

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => replyPermits(viewerOf(context, "permit.read"), query(url, permitEndpoints.list.query)),
    POST: () => reply(permitEndpoints.create, postPermit(viewerOf(context, "permit.submit"), request)),
  });

export const action = loader;
