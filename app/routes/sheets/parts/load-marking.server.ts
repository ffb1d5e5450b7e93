import { isOpenItem } from "~/models/corrections/correction";
import type { IssuedCorrection } from "~/models/letters/issued-correction.server";
import { allow } from "~/models/policy";
import { hasPlanChecks, isInReview } from "~/models/review-cycles/plan-check";
import { pick } from "~/models/shown-fields";
import { newIdempotencyKey } from "~/platform/secret.server";
import { sheetOf } from "../../permits/parts/permit-dialog.server";
import { listAssignmentsOnce } from "../../permits/parts/read-once.server";
import { ownDisciplines } from "../../review/parts/read-review.server";
import { boardOf, loadMarkups } from "./load-board.server";
import { mayScale, type OpenedSheets } from "./open-sheets.server";

/** What a mark on a sheet can be for: the viewer alone, or one of their corrections. */
export async function loadMarking(
  opened: OpenedSheets,
  sheetId: string,
  { request, url }: { request: Request; url: URL },
) {
  const { viewer, permit } = opened;
  allow(viewer, "private-mark.draw");
  const sheet = await sheetOf(viewer, permit.id, sheetId);
  const drawn = await loadMarkups(opened, sheet);
  const assignments = await listAssignmentsOnce(request, viewer, permit);
  const own = hasPlanChecks(permit) ? ownDisciplines(permit, assignments) : [];
  const isPlaceable = ({ discipline, kind, letterId, status }: IssuedCorrection) =>
    own.includes(discipline) &&
    (letterId === null || (isOpenItem({ kind, status }) && isInReview(permit.planCheck)));
  const options = drawn.corrections.filter(isPlaceable).map(({ id, number, text }) => ({
    value: String(id),
    label: `${number} ${shortened(text)}`,
  }));
  const asked = url.searchParams.get("correction");
  const isOffered = asked === null || options.some(({ value }) => value === asked);
  return {
    permit: pick(permit, "id", "urban37PermitNumber", "revisionNumber", "cityPermitNumber"),
    ...boardOf(opened, sheet, drawn, url),
    mayScale: await mayScale(opened, request),
    obstacle: isOffered ? null : "No place can be added to that correction now. Choose what is marked.",
    options: [
      ...(isOffered ? [] : [{ value: "", label: "Choose" }]),
      { value: "private", label: "Private mark" },
      ...options,
    ],
    values: { correctionId: isOffered ? (asked ?? "private") : "" },
    idempotencyKey: newIdempotencyKey(),
  };
}

const shownLength = 60;

const shortened = (text: string): string =>
  text.length > shownLength ? `${text.slice(0, shownLength).trimEnd()}…` : text;
