import { write } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { refuseAboveRate } from "../action-rate.server";
import { record } from "../audit.server";
import { addDays } from "../calendar-date";
import { changeRow } from "../change-row.server";
import { today } from "../clock.server";
import type { NewPlanFile } from "../files/plan-file-store.server";
import { findByIdempotencyKey, scopedIdempotencyKey } from "../idempotency.server";
import { notifyOfSubmission } from "../mail/notification.server";
import { defaultReviewDays } from "../permits/permit";
import { insertPermit } from "../permits/permit.server";
import { readNumberingCity } from "../permits/permit-number.server";
import { type Permit, readPermit } from "../permits/permit-scope.server";
import { contentsOf } from "../permits/plan-file.server";
import { allow, scopeOf, type Viewer } from "../policy";
import { Refusal, refusalAtField } from "../refusal";
import { permits } from "../tables.server";
import { readPortalCity } from "./portal.server";
import type { Submission } from "./submission.schema.server";

export function submitPermit(
  viewer: Viewer,
  requestedCityId: number | undefined,
  { formKey, ...fields }: Submission,
  files: NewPlanFile[] = [],
): Promise<{ id: number }> {
  return write(async (tx) => {
    const { id: cityId } = await readPortalCity(viewer, requestedCityId, tx);
    allow(viewer, "permit.submit", { cityId });
    const idempotencyKey = scopedIdempotencyKey(formKey, viewer, cityId);
    const sent = { ...fields, files: contentsOf(files) };
    const earlier = await findByIdempotencyKey(tx, permits, idempotencyKey, sent);
    if (earlier) return earlier;
    if (scopeOf(viewer, "permit.submit") === "city") await refuseAboveRate(tx, viewer, submissionRate);
    const day = today();
    const permitCreationYear = Number(day.slice(0, 4));
    const city = await readNumberingCity(tx, cityId, permitCreationYear);
    if (!city?.isActive) throw inactiveCity(city?.cityName);
    const serverFields = {
      cityId,
      idempotencyKey,
      status: city.submissionStatus,
      permitCreationYear,
      reviewCycle: "PC1",
      isExpeditedReview: false,
      creationDate: day,
      submissionDate: day,
      dueDate: addDays(day, defaultReviewDays),
    } as const;
    const permit = await insertPermit(tx, viewer, city, { ...fields, ...serverFields }, files);
    await notifyOfSubmission(tx, viewer, permit);
    return { id: permit.id };
  });
}

const submissionRate = { action: "permit.created", limit: 10, doing: "submitted 10 permits" };

const inactiveCity = (cityName = "This city") =>
  new Refusal(409, `${cityName} is not active: no permits can be submitted for it.`);

export function giveCityNumber(viewer: Viewer, id: number, cityPermitNumber: string): Promise<Permit> {
  return write(async (tx) => {
    const permit = await readPermit(viewer, id, tx);
    allow(viewer, "permit.give-city-number", permit);
    if (permit.cityPermitNumber === cityPermitNumber) return permit;
    if (permit.cityPermitNumber !== null) throw numberConflict(permit.cityPermitNumber);
    await changeRow(tx, permits, permit, { cityPermitNumber });
    await record(tx, viewer, "permit.updated", { id, cityPermitNumber: null }, { id, cityPermitNumber });
    return readPermit(viewer, id, tx);
  });
}

const numberConflict = (number: string) =>
  refusalAtField(
    "cityPermitNumber",
    `The city permit number is already ${number}. If it is wrong, ask ${env.PROVIDER_NAME} to change it.`,
    409,
  );
