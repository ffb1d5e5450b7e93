import { methods } from "~/api.server";
import { discardFiles, receiveAhead } from "~/pages/files/staged-files.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/staged-files";

/** Files sent ahead of their form, one at a time, so that the page can show how far each has come. */
export const action = ({ request, url, context }: Route.ActionArgs) =>
  methods(request, {
    POST: () => {
      const viewer = viewerOf(context);
      return url.searchParams.has("discard") ? discardFiles(request, viewer) : receiveAhead(request, viewer);
    },
  });

export const loader = action;
