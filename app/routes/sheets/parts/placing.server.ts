import type { LoaderFunctionArgs } from "react-router";
import type { Discipline } from "~/models/discipline";
import { failures } from "~/models/failures";
import type { Drawn } from "~/models/markups/markup";
import { placesField } from "~/models/markups/markup.schema.server";
import { scaleFrom } from "~/models/markups/measure";
import { isPlacedShape, shapeAtCell, shapeAtPoint } from "~/models/markups/placing";
import type { Permit } from "~/models/permits/permit-scope.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import type { z } from "~/models/schema.server";
import { changeSheet } from "~/models/sheets/change-sheet.server";
import { pointInView, readClick, readView } from "~/models/sheets/sheet-view";
import type { ReadSheet } from "~/models/sheets/stored-sheets.server";
import { findOffered, listOffered } from "~/models/standard-comments/standard-comment-list.server";
import { wholeNumber } from "~/models/whole-number";
import { NoFields, processForm, refuseOtherMethods } from "~/platform/forms/form.server";
import { readForm } from "~/platform/http/request-body.server";
import { sheetOf } from "../../permits/parts/permit-dialog.server";
import { offeredTo, readReview } from "../../review/parts/read-review.server";
import { mayScale, openSheets } from "./open-sheets.server";

type Placing = {
  viewer: Viewer;
  permit: Permit;
  sheet: ReadSheet;
  /** In which the viewer may write here. */
  readDisciplines: () => Promise<Discipline[]>;
  readMayScale: () => Promise<boolean>;
};

/** What a button did that saves nothing, for the form that it is shown in. */
type Filled = {
  initialValue: Record<string, unknown>;
  found?: Awaited<ReturnType<typeof listOffered>>;
  error?: Record<string, string[]>;
};

/**
 * Returns what fills in the form for one of its buttons: another view, a place by a click or by a cell, one place less, the scale, or a
 * text of the library. Undefined for a form that shall be saved.
 */
function fillerOf(form: FormData, placing: Placing): (() => Filled | Promise<Filled>) | undefined {
  const typed = Object.fromEntries(form);
  const read = (name: string) => form.get(name);
  const withPlaces = (change: (places: Drawn[]) => (Drawn | undefined)[]): Filled => {
    const sent = placesField.safeParse(read("places") ?? "[]");
    const places = JSON.stringify(change(sent.data ?? []).filter(Boolean));
    const { error } = sent.success ? placesField.safeParse(places) : sent;
    if (!error) return { initialValue: { ...typed, places } };
    return { initialValue: typed, error: { places: error.issues.map(({ message }) => message) } };
  };
  const chosen = read("shape");
  const shape = isPlacedShape(chosen) ? chosen : "pin";
  const view = readView(new URLSearchParams(String(read("view") ?? "")));
  const click = readClick(read, placing.sheet);

  // Enter in a field does what the button beside it does.
  const isEntered = (...names: string[]) =>
    form.has("enter") && names.some((name) => String(read(name) ?? "").trim());

  if (form.has("look")) return () => ({ initialValue: { ...typed, view: read("look") } });
  if (click) {
    const placed = shapeAtPoint(shape, pointInView(view, click), view);
    return () => withPlaces((places) => [...places, placed]);
  }
  if (form.has("placeAtCell")) {
    const placed = shapeAtCell(shape, String(read("cell")));
    return () => withPlaces((places) => [...places, placed]);
  }
  if (form.has("removePlace")) {
    const removed = Number(read("removePlace"));
    return () => withPlaces((places) => places.filter((_, index) => index !== removed));
  }
  if (form.has("setScale") || isEntered("scaleFeet", "scaleInches")) return () => setScale(typed, placing);
  if (form.has("use")) return () => takeStandardComment(typed, placing);
  if (form.has("search") || isEntered("q")) return () => searchLibrary(typed, placing);
  return undefined;
}

async function setScale(typed: Filled["initialValue"], placing: Placing): Promise<Filled> {
  const { viewer, sheet, readMayScale } = placing;
  const places = placesField.safeParse(typed.places).data ?? [];
  const line = places.findLast(({ shape }) => shape === "measure");
  const length = (name: string) => Number(String(typed[name] ?? "").trim() || 0);
  const scale = line && scaleFrom(line.points, sheet, length("scaleFeet"), length("scaleInches"));
  const error = { "": ["Measure a line on the sheet, and enter how long it is"] };
  if (!scale) return { initialValue: typed, error };
  if (!(await readMayScale())) return { initialValue: typed, error: { "": [notToScale] } };
  await changeSheet(viewer, sheet.id, { scale });
  return { initialValue: typed };
}

const notToScale = "Whoever may add files to this permit sets the scale of its sheets";

async function takeStandardComment(typed: Filled["initialValue"], placing: Placing): Promise<Filled> {
  const comment = await findOffered(placing.permit, wholeNumber(String(typed.use)) ?? 0);
  const disciplines = await placing.readDisciplines();
  if (!comment || !disciplines.includes(comment.discipline))
    return { initialValue: typed, error: { "": ["This standard comment is no longer offered"] } };
  const { id, discipline, kind, codeReference, text } = comment;
  return {
    initialValue: {
      ...typed,
      discipline,
      kind,
      codeReference: codeReference ?? "",
      text,
      standard: String(id),
    },
  };
}

async function searchLibrary(typed: Filled["initialValue"], placing: Placing): Promise<Filled> {
  const { viewer, permit } = placing;
  const q = String(typed.q ?? "");
  const own = await placing.readDisciplines();
  const chosen = own.filter((discipline) => discipline === typed.discipline);
  const found = [];
  for (const discipline of chosen.length > 0 ? chosen : own)
    found.push(...(await listOffered(viewer, permit, discipline, { q })));
  return { initialValue: typed, found: found.slice(0, maxFound) };
}

const maxFound = 10;

/** Saves a form beside a sheet, or fills in what one of its buttons asks for. 400 for more than a sheet holds. */
export async function submitPlacing<Schema extends z.ZodType>(
  request: Request,
  placing: Placing,
  schema: Schema,
  save: (value: z.output<Schema>) => Promise<Response>,
) {
  const { form } = await readForm(request).catch(refuseAsPoints);
  const options = { failure: failures.saveCorrection };
  const fillIn = fillerOf(form, placing);
  if (fillIn) return processForm(request, form, NoFields, options, async () => fillIn());
  return processForm(request, form, schema, options, save);
}

/** So many points are not those of a person who draws. */
function refuseAsPoints(error: unknown): never {
  throw error instanceof Refusal && error.status === 413 ? new Refusal(400, error.message) : error;
}

/** Opens what a form on a sheet is sent for. */
export async function openPlacing(sent: LoaderFunctionArgs) {
  refuseOtherMethods(sent.request);
  const opened = await openSheets(sent);
  const { viewer, permit, base } = opened;
  const sheet = await sheetOf(viewer, permit.id, sent.params.sheetId);
  const readDisciplines = async () => offeredTo(await readReview(viewer, permit.id, sent)).disciplines;
  const readMayScale = () => mayScale(opened, sent.request);
  return { viewer, permit, sheet, path: `${base}/${sheet.id}`, readDisciplines, readMayScale };
}
