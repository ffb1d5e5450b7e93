import { permitNotFound, readPermit } from "~/models/permits/permit-scope.server";
import { notFound } from "~/models/refusal";
import { idOf } from "~/platform/api/api.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { loadStrip } from "../permits/parts/load-strip.server";
import type { Route } from "./+types/released-letter";
import { loadReleasedLetter } from "./parts/letter-page.server";
import { ReleasedLetterPage } from "./parts/released-letter-page";

export async function loader({ request, params: { id, letterId }, url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "permit.browse");
  const permit = await readPermit(viewer, idOf(id, permitNotFound(viewer)));
  return {
    ...(await loadReleasedLetter(viewer, permit, idOf(letterId, notFound("Letter")), url)),
    strip: await loadStrip(viewer, permit, request),
  };
}

export default function Letter({ loaderData }: Route.ComponentProps) {
  return <ReleasedLetterPage released={loaderData} strip={loaderData.strip} />;
}
