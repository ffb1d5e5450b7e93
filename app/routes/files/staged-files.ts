import { handleByMethod } from "~/platform/api/api.server";
import { viewerOf } from "~/platform/http/viewer.server";
import type { Route } from "./+types/staged-files";
import { beginStagedFile, discardStagedFiles } from "./parts/staged-files.server";

export const action = ({ request, url, context }: Route.ActionArgs) =>
  handleByMethod(request, {
    POST: () => {
      const viewer = viewerOf(context);
      return url.searchParams.has("discard")
        ? discardStagedFiles(request, viewer)
        : beginStagedFile(request, viewer);
    },
  });

export const loader = action;
