import { asFee, feeEndpoints } from "~/api/fees.server";
import { body, methods, query, reply, replyPage } from "~/api.server";
import { readCity } from "~/models/cities/city.server";
import { createFee, listAllFees, readListedFee } from "~/models/fees/fee.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.city-fees._index";

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: async () => {
      const viewer = viewerOf(context, "fee.manage");
      const { cityId, ...paging } = query(url, feeEndpoints.list.query);
      const { id } = await readCity(viewer, cityId);
      return replyPage(feeEndpoints.list, paging, (await listAllFees(viewer, id)).map(asFee));
    },
    POST: async () => {
      const viewer = viewerOf(context, "fee.manage");
      const { cityId, ...fields } = await body(request, feeEndpoints.create.body);
      const { id } = await createFee(viewer, cityId, fields);
      return reply(feeEndpoints.create, asFee(await readListedFee(viewer, cityId, id)));
    },
  });

export const action = loader;
