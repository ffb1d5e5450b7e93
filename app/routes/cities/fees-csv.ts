import { cityNotFound } from "~/models/cities/city.server";
import { handleByMethod, idOf } from "~/platform/api/api.server";
import { viewerOf } from "~/platform/http/viewer.server";
import type { Route } from "./+types/fees-csv";
import { sendFees } from "./parts/fees-csv.server";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  handleByMethod(request, {
    GET: () => sendFees(viewerOf(context, "fee.manage"), idOf(params.id, cityNotFound()), request),
  });

export const action = loader;
