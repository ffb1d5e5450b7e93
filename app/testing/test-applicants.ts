import { desc, eq } from "drizzle-orm";
import { type Applicant, applicantBy, type Viewer } from "~/models/policy";
import { createStatusLink } from "~/models/status-links/status-link.server";
import { statusLinks } from "~/models/tables.server";
import { write } from "~/platform/db/db.server";

/** Makes a status link of a permit, for an email or to copy, and returns who comes by it. */
export function makeApplicant(
  viewer: Viewer,
  permit: { id: number },
  email: string | null = null,
): Promise<Applicant> {
  return write(async (tx) => {
    await createStatusLink(tx, viewer, permit, { forEmail: email });
    const [link] = await tx
      .select({ id: statusLinks.id })
      .from(statusLinks)
      .where(eq(statusLinks.permitId, permit.id))
      .orderBy(desc(statusLinks.id))
      .limit(1);
    if (!link) throw new Error("No status link");
    return applicantBy({ permitId: permit.id, linkId: link.id, email });
  });
}
