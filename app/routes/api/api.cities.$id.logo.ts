import { cityEndpoints, receiveLogo } from "~/api/cities.server";
import { idOf, methods, reply } from "~/api.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.cities.$id.logo";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    POST: () => reply(cityEndpoints.logo, receiveLogo(request, viewerOf(context), idOf(params))),
  });

export const action = loader;
