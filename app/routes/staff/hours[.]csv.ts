import { handleByMethod } from "~/api.server";
import { sendHours } from "~/pages/plan-review/hours.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/hours[.]csv";

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  handleByMethod(request, { GET: () => sendHours(viewerOf(context, "time-entry.read"), url) });

export const action = loader;
