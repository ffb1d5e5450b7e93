import { eq } from "drizzle-orm";
import { type Connection, write } from "~/platform/db/db.server";
import { recordEvent } from "../audit.server";
import { changeRow } from "../change-row.server";
import { correctionKinds, correctionStatuses, numberOf } from "../corrections/correction";
import type { NewCorrection } from "../corrections/correction.schema.server";
import {
  addCorrection,
  readStoredCorrection,
  refuseChanged,
  refuseIssued,
  restoreCorrection,
  type StoredCorrection,
} from "../corrections/correction.server";
import { type CorrectionContext, readCorrectionContext } from "../corrections/correction-context.server";
import { claimKey, scopedIdempotencyKey } from "../idempotency.server";
import type { ReviewCycle } from "../permits/permit";
import type { Viewer } from "../policy";
import { foundRow, notFound, nullIfNotFound, Refusal } from "../refusal";
import { isInReview } from "../review-cycles/plan-check";
import { fillTextsOf, textOfPlaces } from "../sheets/placed-sheet-text.server";
import { nameOfSheet } from "../sheets/sheet";
import { type ReadSheet, readSheet } from "../sheets/stored-sheets.server";
import { corrections, markups } from "../tables.server";
import { type KeptChange, keepUndo, keptRow, keptRows, restoreRows, type TakeBack } from "../undo.server";
import { cellOf, type Drawn, maxPlaces } from "./markup";
import { insertMarkups, type Markup, refuseFullSheets } from "./markup.server";

/** Shapes on one sheet. */
export type Places = { sheetId: number; drawn: Drawn[] };

/**
 * Adds a correction with its places on a sheet, all or nothing; sent again, it adds nothing. Refuses what `addCorrection` does, 404 for a
 * sheet of another permit, and 409 for a full one.
 */
export const addPlacedCorrection = (
  viewer: Viewer,
  permitId: number,
  sent: NewCorrection,
  { sheetId, drawn }: Places,
) =>
  addCorrection(viewer, permitId, sent, {
    sent: { sheetId, drawn },
    add: async (tx, correction, { permit }) => {
      if (drawn.length === 0) return correction;
      const sheet = await sheetOfPermit(tx, viewer, sheetId, permitId);
      const { reviewCycle } = permit;
      const added = await insertPlaces(tx, viewer, correction, { sheet, drawn, reviewCycle });
      const filled = await textOfPlaces(tx, correction.id);
      // A form that is opened on a sheet has its name filled in.
      const isSheetFilled = (correction.sheet ?? filled) === filled;
      const changed = isSheetFilled
        ? await changeRow(tx, corrections, correction, { sheet: filled, isSheetFilled })
        : correction;
      await recordPlaced(tx, viewer, [correction, changed], { placed: namesOfPlaces(sheet, added) });
      return changed;
    },
  });

type PlaceOptions = { permitId?: number; expectedVersion?: string; formKey?: string };

/**
 * Adds places to a correction, as a change of it; sent again with a form key, it adds nothing. One that is in a letter of an earlier
 * cycle gets them with its back-check. 403, 404, and 409 for an outdated version, one that can no longer be changed, and more than 20
 * places.
 */
export function addPlaces(viewer: Viewer, correctionId: number, places: Places, options: PlaceOptions = {}) {
  return write(async (tx) => {
    const { sheetId, drawn } = places;
    const { correction, context } = await readPlaceable(tx, viewer, correctionId, options);
    const key = scopedIdempotencyKey(options.formKey, viewer, correctionId);
    if (!(await claimKey(tx, "markups", key, places))) return correction;
    await refuseFrozen(tx, correction, context, options);
    const sheet = await sheetOfPermit(tx, viewer, sheetId, correction.permitId);
    const { reviewCycle } = context.permit;
    const added = await insertPlaces(tx, viewer, correction, { sheet, drawn, reviewCycle });
    return changePlaced(tx, viewer, correction, { placed: namesOfPlaces(sheet, added) });
  });
}

/** Removes a place, for a minute with undo on its sheet. A place that went out with a letter stays: 409. */
export function removePlace(viewer: Viewer, id: number, options: PlaceOptions = {}) {
  return write(async (tx) => {
    const place = await readPlace(tx, viewer, id, options);
    const { correction, context } = await readPlaceable(tx, viewer, place.correctionId, options);
    await refuseFrozen(tx, correction, context, { ...options, place });
    const sheet = await readSheet(viewer, place.sheetId, tx);
    await tx.delete(markups).where(eq(markups.id, id));
    const changed = await changePlaced(tx, viewer, correction, { removed: namesOfPlaces(sheet, [place]) });
    const rows: KeptChange["rows"] = [
      { table: "markups", before: place, after: null },
      { table: "corrections", before: correction, after: changed },
    ];
    await keepUndo(tx, viewer, "place", { rows }, sheet.id);
    return changed;
  });
}

export const restorePlace: TakeBack = async (tx, viewer, change) => {
  const { before: place } = keptRow(change, "markups");
  if (!place) throw notFound("Place");
  await refuseFullSheets(tx, [place]);
  // A private mark depends on nothing else.
  if (!place.correctionId) return restoreRows(tx, change);
  const { correction, context } = await readPlaceable(tx, viewer, place.correctionId, {});
  await refuseFrozen(tx, correction, context, { place });
  await restoreRows(tx, change);
  const sheet = await readSheet(viewer, place.sheetId, tx);
  const { before } = keptRow(change, "corrections");
  await recordPlaced(tx, viewer, [correction, before ?? correction], {
    placed: namesOfPlaces(sheet, [place]),
  });
  // It can have another number since.
  await fillTextsOf(tx, viewer, [sheet.id]);
};

/** With its places, if their sheets have room for them. */
export const restorePlacedCorrection: TakeBack = async (tx, viewer, change) => {
  const places = keptRows(change, "markups").flatMap(({ before }) => before ?? []);
  await refuseFullSheets(tx, places);
  await restoreCorrection(tx, viewer, change);
  const sheetIds = places.map(({ sheetId }) => sheetId);
  await fillTextsOf(tx, viewer, sheetIds);
};

/** One of a correction that the viewer may not read is as unknown as any other. */
async function readPlace(tx: Connection, viewer: Viewer, id: number, { permitId }: PlaceOptions) {
  const place = foundRow(await tx.select().from(markups).where(eq(markups.id, id)), "Place");
  const { correctionId } = place;
  const correction =
    correctionId !== null && (await nullIfNotFound(readStoredCorrection(tx, viewer, correctionId, permitId)));
  if (!correction) throw notFound("Place");
  return { ...place, correctionId: correction.id };
}

async function readPlaceable(tx: Connection, viewer: Viewer, id: number, options: PlaceOptions) {
  const { permitId, expectedVersion } = options;
  const correction = await readStoredCorrection(tx, viewer, id, permitId);
  const { discipline } = correction;
  const context = await readCorrectionContext(tx, viewer, correction.permitId, discipline, {
    expectedVersion,
  });
  await refuseChanged(tx, correction, expectedVersion, "Nothing was placed: look at it again first.");
  return { correction, context };
}

type FreezeOptions = { expectedVersion?: string; place?: Markup };

/** What a letter says stays; a place of a later cycle belongs to the back-check of that cycle. */
async function refuseFrozen(
  tx: Connection,
  correction: StoredCorrection,
  { permit, planCheck }: CorrectionContext,
  { expectedVersion, place }: FreezeOptions,
): Promise<void> {
  const isOfThisCycle = place === undefined || place.reviewCycle === permit.reviewCycle;
  const isInLetter = correction.firstLetterId !== null;
  const hasBackCheck = isInLetter && correctionKinds[correction.kind].isRequirement;
  if (!hasBackCheck || !isInReview(planCheck) || !isOfThisCycle) {
    return refuseIssued(tx, correction, { planCheck, expectedVersion, isDeletion: false });
  }
  if (correctionStatuses[correction.status].isOpen) return;
  throw new Refusal(409, `${numberOf(correction)} is ${correction.status}: reopen it first`);
}

type NewPlaces = { sheet: ReadSheet; drawn: Drawn[]; reviewCycle: ReviewCycle };

async function insertPlaces(
  tx: Connection,
  viewer: Viewer,
  correction: StoredCorrection,
  { sheet, drawn, reviewCycle }: NewPlaces,
) {
  const placed = await tx.$count(markups, eq(markups.correctionId, correction.id));
  if (placed + drawn.length > maxPlaces) {
    throw new Refusal(409, `${numberOf(correction)} has at most ${maxPlaces} places`);
  }
  return insertMarkups(tx, sheet, drawn, {
    correctionId: correction.id,
    authorId: viewer.id,
    reviewCycle,
  });
}

/** Gives the correction its next version, and the names of its sheets unless a person has typed them. */
async function changePlaced(tx: Connection, viewer: Viewer, correction: StoredCorrection, places: Names) {
  const isSheetFilled = correction.isSheetFilled || correction.sheet === null;
  const isDraft = correction.firstLetterId === null;
  const sheet = isSheetFilled && isDraft ? await textOfPlaces(tx, correction.id) : correction.sheet;
  const changed = await changeRow(tx, corrections, correction, { sheet, isSheetFilled });
  await recordPlaced(tx, viewer, [correction, changed], places);
  return changed;
}

type Names = { placed: string[] } | { removed: string[] };

const recordPlaced = (
  tx: Connection,
  viewer: Viewer,
  [before, after]: [StoredCorrection, StoredCorrection],
  places: Names,
) =>
  recordEvent(tx, viewer, "correction.updated", after.id, {
    ...places,
    ...(before.sheet !== after.sheet && { sheet: [before.sheet, after.sheet] }),
  });

/** Such as "A-101 D3". */
const namesOfPlaces = (sheet: ReadSheet, places: Drawn[]): string[] =>
  places.map((place) => `${nameOfSheet(sheet)} ${cellOf(place)}`);

/** 404 for a sheet of another permit. */
export async function sheetOfPermit(tx: Connection, viewer: Viewer, id: number, permitId: number) {
  const sheet = await readSheet(viewer, id, tx);
  if (sheet.permitId !== permitId) throw notFound("Sheet");
  return sheet;
}
