import { descriptionEndpoints } from "~/api/description.server";
import { describeEndpoints } from "~/api/openapi.server";
import { methods, query, reply } from "~/api.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.openapi[.]json";

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      viewerOf(context, "api.read");
      query(url, descriptionEndpoints.openapi.query);
      return reply(descriptionEndpoints.openapi, describeEndpoints());
    },
  });

export const action = loader;
