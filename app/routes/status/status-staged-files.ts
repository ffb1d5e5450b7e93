import { handleByMethod } from "~/platform/api/api.server";
import { beginStagedFile, discardStagedFiles } from "../files/parts/staged-files.server";
import type { Route } from "./+types/status-staged-files";
import { answererByLink } from "./parts/status-link.server";

/** As for users: files that a browser with scripts sends before their form. */
export const action = (sent: Route.ActionArgs) =>
  handleByMethod(sent.request, {
    POST: async () => {
      const { actor } = await answererByLink(sent);
      return sent.url.searchParams.has("discard")
        ? discardStagedFiles(sent.request, actor)
        : beginStagedFile(sent.request, actor);
    },
  });

export const loader = action;
