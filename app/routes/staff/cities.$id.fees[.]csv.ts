import { handleByMethod, idOf } from "~/api.server";
import { cityNotFound } from "~/models/cities/city.server";
import { sendFees } from "~/pages/fees/billing.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/cities.$id.fees[.]csv";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  handleByMethod(request, {
    GET: () => sendFees(viewerOf(context, "fee.manage"), idOf(params, cityNotFound())),
  });

export const action = loader;
