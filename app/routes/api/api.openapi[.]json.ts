import { descriptionCalls } from "~/api/description.server";
import { describeCalls } from "~/api/openapi.server";
import { methods, query, reply } from "~/api.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.openapi[.]json";

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      viewerOf(context, "api.read");
      query(url, descriptionCalls.openapi.query);
      return reply(descriptionCalls.openapi, describeCalls());
    },
  });

export const action = loader;
