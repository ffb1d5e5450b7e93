import { handleByMethod } from "~/api.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/staged-files";
import { discardStagedFiles, receiveStagedFiles } from "./parts/staged-files.server";

export const action = ({ request, url, context }: Route.ActionArgs) =>
  handleByMethod(request, {
    POST: () => {
      const viewer = viewerOf(context);
      return url.searchParams.has("discard")
        ? discardStagedFiles(request, viewer)
        : receiveStagedFiles(request, viewer);
    },
  });

export const loader = action;
