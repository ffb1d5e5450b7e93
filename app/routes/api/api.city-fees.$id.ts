import { changeFee, readFeeOfAny } from "~/api/fee-call.server";
import { feeCalls } from "~/api/fees.server";
import { body, idOf, methods, reply } from "~/api.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.city-fees.$id";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    PUT: async () => {
      const [viewer, id] = [viewerOf(context, "fee.manage"), idOf(params)];
      const changed = changeFee(viewer, id, await body(request, feeCalls.update.body));
      return reply(feeCalls.update, changed, { current: () => readFeeOfAny(viewer, id) });
    },
  });

export const action = loader;
