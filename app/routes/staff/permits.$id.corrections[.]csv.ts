import { handleByMethod, idOf } from "~/api.server";
import { sendCorrections } from "~/pages/plan-review/corrections-page.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/permits.$id.corrections[.]csv";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  handleByMethod(request, {
    GET: () => sendCorrections(viewerOf(context, "permit.browse"), idOf(params), url),
  });

export const action = loader;
