import { logError } from "~/log.server";
import { createTestAssignments } from "~/models/demo/test-assignment.server";
import type { Viewer } from "~/models/policy";

/** Makes assignments to try things out with, and answers how many. */
export async function answerTestAssignments(viewer: Viewer): Promise<Response> {
  try {
    const created = await createTestAssignments(viewer);
    return Response.json({ message: "Test assignments created successfully", created }, { status: 201 });
  } catch (error) {
    if (error instanceof Response) throw error;
    const reference = logError(error, "POST /api/test-assignments");
    return Response.json({ message: "Failed to create test assignments", reference }, { status: 500 });
  }
}
