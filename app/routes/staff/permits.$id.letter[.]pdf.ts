import { handleByMethod, idOf } from "~/api.server";
import { sendLetterDraft } from "~/pages/letters/letter-download.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/permits.$id.letter[.]pdf";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  handleByMethod(request, {
    GET: () => sendLetterDraft(viewerOf(context, "permit.browse"), idOf(params), request.signal),
  });

export const action = loader;
