import { readUpload } from "~/models/files/unfinished-upload.server";
import { handleByMethod } from "~/platform/api/api.server";
import { viewerOf } from "~/platform/http/viewer.server";
import type { Route } from "./+types/staged-file";
import { discardStagedPart, receiveStagedPart, send } from "./parts/staged-files.server";

/** A file that arrives in parts. */
export const action = ({ request, params, context }: Route.ActionArgs) => {
  const viewer = viewerOf(context);
  return handleByMethod(request, {
    GET: async () => send(await readUpload(viewer, params.key)),
    PATCH: () => receiveStagedPart(request, viewer, params.key),
    DELETE: () => discardStagedPart(viewer, params.key),
  });
};

export const loader = action;
