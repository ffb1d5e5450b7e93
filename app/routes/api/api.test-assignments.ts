import { methods } from "~/api.server";
import { refuseOutsideDemo } from "~/demo.server";
import { answerTestAssignments } from "~/test-assignments.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.test-assignments";

export const action = ({ request, context }: Route.ActionArgs) =>
  methods(request, {
    POST: () => {
      refuseOutsideDemo();
      return answerTestAssignments(viewerOf(context, "assignment.edit"));
    },
  });

export const loader = action;
