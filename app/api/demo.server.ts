import { logError } from "~/log.server";
import { createDemoAssignments } from "~/models/demo/demo-assignment.server";
import type { Viewer } from "~/models/policy";
import { signedCookie } from "~/signed-cookie.server";

/** Marks a browser that signed in through a test page. */
export const demoUserCookie = signedCookie("test-user");

export const demoCityUser = "city@demo.test";

export async function postDemoAssignments(viewer: Viewer): Promise<Response> {
  try {
    const created = await createDemoAssignments(viewer);
    return Response.json({ message: "Test assignments created successfully", created }, { status: 201 });
  } catch (error) {
    if (error instanceof Response) throw error;
    const reference = logError(error, "POST /api/test-assignments");
    return Response.json({ message: "Failed to create test assignments", reference }, { status: 500 });
  }
}
