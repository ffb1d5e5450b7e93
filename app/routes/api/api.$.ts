import { methods } from "~/api.server";
import { Refusal } from "~/models/refusal";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.$";

/** Refuses every address under /api that has no route of its own. */
export function loader({ request, context }: Route.LoaderArgs) {
  const unknown = () => {
    viewerOf(context);
    throw new Refusal(404, "There is no such address in the API");
  };
  return methods(request, { GET: unknown, POST: unknown, PUT: unknown, PATCH: unknown, DELETE: unknown });
}

export const action = loader;
