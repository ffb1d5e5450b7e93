import { asFee, feeEndpoints, replyFees } from "~/api/fees.server";
import { body, methods, query, reply } from "~/api.server";
import { createFee } from "~/models/fees/fee.server";
import { readListedFee } from "~/models/fees/fee-list.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.city-fees._index";

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => replyFees(viewerOf(context, "fee.manage"), query(url, feeEndpoints.list.query)),
    POST: async () => {
      const viewer = viewerOf(context, "fee.manage");
      const { cityId, ...fields } = await body(request, feeEndpoints.create.body);
      const { id } = await createFee(viewer, cityId, fields);
      return reply(feeEndpoints.create, asFee(await readListedFee(viewer, cityId, id)));
    },
  });

export const action = loader;
