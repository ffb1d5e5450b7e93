import { eq } from "drizzle-orm";
import { addDays } from "../calendar-date";
import { today } from "../clock.server";
import { type Connection, write } from "../db.server";
import type { StoredFile } from "../files/plan-file-store.server";
import { findByIdempotencyKey, scopedIdempotencyKey } from "../idempotency.server";
import { notifyOfSubmission } from "../mail/notification.server";
import { defaultReviewDays } from "../permits/permit";
import { insertPermit } from "../permits/permit.server";
import { withContents } from "../permits/plan-file.server";
import { allow, type Viewer } from "../policy";
import { Refusal } from "../refusal";
import { cities, permits } from "../tables.server";
import { ofCity } from "../write-lock.server";
import { portalCityId, readPortalCity } from "./portal.server";
import type { Submission } from "./submission.form.server";

/**
 * Submits a permit for the viewer's own city; an administrator passes the city. The server sets the number,
 * dates, cycle and status. Throws 404 for a city outside the viewer's scope, 403 without the capability, and
 * 409 for a city that is not active. Idempotent: a second request with the same `formKey` returns the existing
 * permit.
 */
export function submitPermit(
  viewer: Viewer,
  requestedCityId: number | undefined,
  { formKey, ...fields }: Submission,
  files: StoredFile[] = [],
): Promise<{ id: number }> {
  const submit = async (tx: Connection) => {
    const { id: cityId } = await readPortalCity(viewer, requestedCityId, tx);
    allow(viewer, "permit.submit", { cityId });
    const idempotencyKey = scopedIdempotencyKey(formKey, viewer, cityId);
    const earlier = await findByIdempotencyKey(tx, permits, idempotencyKey);
    if (earlier) return earlier;
    const status = await submissionStatusOf(tx, cityId);
    const day = today();
    const serverFields = {
      cityId,
      idempotencyKey,
      status,
      permitCreationYear: Number(day.slice(0, 4)),
      reviewCycle: "PC1",
      isExpeditedReview: false,
      creationDate: day,
      submissionDate: day,
      dueDate: addDays(day, defaultReviewDays),
    } as const;
    const permit = await insertPermit(tx, viewer, { ...fields, ...serverFields }, files);
    await notifyOfSubmission(tx, viewer, permit);
    return { id: permit.id };
  };
  return withContents(files, () => write(ofCity(portalCityId(viewer, requestedCityId)), submit));
}

/** Returns the status that the city has set for submissions. Throws 409 for a city that is not active. */
async function submissionStatusOf(tx: Connection, cityId: number) {
  const [city] = await tx
    .select({ name: cities.cityName, isActive: cities.isActive, status: cities.submissionStatus })
    .from(cities)
    .where(eq(cities.id, cityId));
  if (!city?.isActive) {
    throw new Refusal(409, `${city?.name ?? "This city"} is not active: no permits can be submitted for it.`);
  }
  return city.status;
}
