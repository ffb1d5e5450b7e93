import { methods } from "~/api.server";
import { receiveFiles } from "~/http/plan-file-upload.server";
import { stage } from "~/models/files/staged-file.server";
import { allow, reach } from "~/models/policy";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/staged-files";

/** Files sent ahead of their form, one at a time, so that the page can show how far each has come. */
export const action = ({ request, context }: Route.ActionArgs) =>
  methods(request, {
    POST: async () => {
      const viewer = viewerOf(context);
      if (reach(viewer, "plan-file.upload") === "none") allow(viewer, "plan-file.upload");
      const { stored, refused } = await receiveFiles(request);
      return Response.json({ kept: stored.map((file) => stage(viewer, file)), refused });
    },
  });

export const loader = action;
