import { methods } from "~/api.server";
import { Refusal } from "~/models/refusal";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.$";

/** Any address under /api that nothing else answers. */
export function loader({ request, context }: Route.LoaderArgs) {
  const nowhere = () => {
    viewerOf(context);
    throw new Refusal(404, "There is no such address in the API");
  };
  return methods(request, { GET: nowhere, POST: nowhere, PUT: nowhere, PATCH: nowhere, DELETE: nowhere });
}

export const action = loader;
