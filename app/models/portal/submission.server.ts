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
import { readPortalCity } from "./portal.server";
import type { Submission } from "./submission.form.server";

/**
 * Submits a permit of the viewer's own city, or of the city that an administrator names. The city, the
 * number, dates, cycle and status are the server's, whatever was sent. 404 for a city outside the viewer's
 * scope, 403 without the right, 409 for a city that is not active. Idempotent: reposting a `formKey`
 * returns the permit that it created.
 */
export function submitPermit(
  viewer: Viewer,
  askedCity: number | undefined,
  { formKey, ...fields }: Submission,
  files: StoredFile[] = [],
): Promise<{ id: number }> {
  const submit = async (tx: Connection) => {
    const { id: cityId } = await readPortalCity(viewer, askedCity, tx);
    allow(viewer, "permit.submit", { cityId });
    const idempotencyKey = scopedIdempotencyKey(formKey, viewer, cityId);
    const earlier = await findByIdempotencyKey(tx, permits, idempotencyKey);
    if (earlier) return earlier;
    const status = await statusOfSubmissions(tx, cityId);
    const day = today();
    const forced = {
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
    const permit = await insertPermit(tx, viewer, { ...fields, ...forced }, files);
    await notifyOfSubmission(tx, viewer, permit);
    return { id: permit.id };
  };
  return withContents(files, () => write(submit));
}

/** What a submission starts as is the city's setting; a city that is not active takes none. */
async function statusOfSubmissions(tx: Connection, cityId: number) {
  const [city] = await tx
    .select({ name: cities.cityName, isActive: cities.isActive, status: cities.submissionStatus })
    .from(cities)
    .where(eq(cities.id, cityId));
  if (!city?.isActive) {
    throw new Refusal(409, `${city?.name ?? "This city"} is not active: no permits can be submitted for it.`);
  }
  return city.status;
}
