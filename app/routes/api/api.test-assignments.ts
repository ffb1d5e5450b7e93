import { methods, noBody } from "~/api.server";
import { refuseOutsideDemo } from "~/pages/demo/demo.server";
import { postDemoAssignments } from "~/pages/demo/demo-assignments.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.test-assignments";

export const action = ({ request, context }: Route.ActionArgs) =>
  methods(request, {
    POST: async () => {
      refuseOutsideDemo();
      const viewer = viewerOf(context, "assignment.edit");
      await noBody(request);
      return postDemoAssignments(viewer);
    },
  });

export const loader = action;
