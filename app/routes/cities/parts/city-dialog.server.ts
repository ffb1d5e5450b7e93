import type { LoaderFunctionArgs } from "react-router";
import { pageQuery } from "~/models/address";
import { cityNotFound } from "~/models/cities/city.server";
import { pricingNotFound } from "~/models/fees/pricing.server";
import type { Capability } from "~/models/policy";
import { notFound } from "~/models/refusal";
import { idOf } from "~/platform/api/api.server";
import { viewerOf } from "~/platform/http/viewer.server";

export function cityDialogOf({ params, url, context }: LoaderFunctionArgs, capability: Capability) {
  const viewer = viewerOf(context, capability);
  const cityId = idOf(params.id, cityNotFound());
  return { viewer, cityId, page: `/cities/${cityId}${pageQuery(url.search)}` };
}

type RowArguments = { params: { userId?: string; feeId?: string; pricingId?: string } };

// The rows that the addresses of dialogs name.

export const userIdIn = ({ params }: RowArguments) => idOf(params.userId, notFound("User"));
export const feeIdIn = ({ params }: RowArguments) => idOf(params.feeId, notFound("Fee"));
export const pricingIdIn = ({ params }: RowArguments) => idOf(params.pricingId, pricingNotFound());
