import { idOf, methods, reply } from "~/api.server";
import { cityCalls } from "~/calls/city.server";
import { receiveLogo } from "~/city-call.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.cities.$id.logo";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    POST: () => reply(cityCalls.logo, receiveLogo(request, viewerOf(context), idOf(params))),
  });

export const action = loader;
