import { type ReactNode, startTransition, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import { disciplines, isDiscipline } from "~/models/discipline";
import { failures } from "~/models/failures";
import { type Drawn, isDrawn } from "~/models/markups/markup";
import {
  pictureOfView,
  readView,
  type SheetView,
  viewOfPicture,
  viewQuery,
} from "~/models/sheets/sheet-view";
import type { Tone } from "~/models/tone";
import type { FormResult } from "~/platform/forms/form.server";
import { Card } from "~/ui/card";
import {
  type CorrectionFieldName,
  CorrectionFormFields,
  correctionFormLabels,
  withTyped,
} from "~/ui/corrections/correction-form-fields";
import { useLast } from "~/ui/form-result";
import { PostForm, type PostFormProps, SubmitButton, usePostForm } from "~/ui/post-form";
import { markupOfPlace, markupOfPrivate } from "~/ui/sheets/drawn-markup";
import type { ChangePlaces } from "./drawing-tools";
import { LibraryOnSheet } from "./library-on-sheet";
import type { PlacingData } from "./load-placing.server";
import { PlaceFields } from "./place-fields";
import { PlacingBoard } from "./placing-board";

const formId = "correction";

/** What a form on a sheet was sent with, beside the fields of a correction. */
export type TypedPlacing = {
  places?: string;
  view?: string;
  discipline?: string;
  shape?: string;
  cell?: string;
  standard?: string;
};

type Found = { found?: { id: number; title: string; codeReference: string | null }[] };

/** A correction's form beside the sheet that it is about. */
export function PlacingForm({ data }: { data: PlacingData }) {
  const [form, fields] = usePostForm<CorrectionFieldName, FormResult & Found>(formId, data);
  const { formResult } = form;
  const { typed, count } = useTyped(formResult);
  const offered = withTyped(data.disciplines, formResult);
  const discipline = typed.discipline ?? data.values.discipline ?? offered[0];
  return (
    <BesideSheet
      data={data}
      title="Add correction"
      tone={isDiscipline(discipline) ? disciplines[discipline].tone : "blue"}
      form={{ form, labels: correctionFormLabels, idempotencyKey: data.idempotencyKey }}
      buttons={
        <>
          <SubmitButton tone="primary" disabled={data.obstacle !== null}>
            Save correction
          </SubmitButton>
          <SubmitButton name="again" value="1" disabled={data.obstacle !== null}>
            Save and place another
          </SubmitButton>
        </>
      }
      after={<LibraryOnSheet lastUsed={data.lastUsed} found={formResult?.found} />}
    >
      {typed.standard && <input type="hidden" name="standard" value={typed.standard} />}
      <div key={count} className="stack">
        <CorrectionFormFields
          {...{ fields, disciplines: offered, asksReason: data.asksReason, needsReason: data.needsReason }}
          startsAt="text"
        />
      </div>
    </BesideSheet>
  );
}

/** What was sent, each field once, and how often. */
function useTyped(formResult?: FormResult) {
  const { value, count } = useLast(formResult?.submission.initialValue);
  const texts = Object.entries(value ?? {}).filter(([, text]) => typeof text === "string");
  return { typed: Object.fromEntries(texts) as TypedPlacing, count };
}

type BesideSheetProps = {
  data: Pick<PlacingData, "staged" | "path" | "view" | "places" | "marks" | "obstacle" | "mayScale">;
  title: string;
  /** Of what is drawn. */
  tone: Tone;
  form: Partial<PostFormProps>;
  buttons: ReactNode;
  after?: ReactNode;
  children: ReactNode;
};

/** A form with places, beside the sheet on which they are drawn. */
export function BesideSheet({ data, title, tone, form, buttons, after, children }: BesideSheetProps) {
  const { typed, count } = useTyped(form.form?.formResult);
  const { places, changePlaces, placesField } = usePlaces(typed.places, count);
  const view = useMemo(
    () => (typed.view === undefined ? data.view : shownViewIn(typed.view)),
    [typed.view, data.view],
  );
  const shown = useMemo(
    () => [...data.places.map((place) => markupOfPlace(place)), ...data.marks.map(markupOfPrivate)],
    [data.places, data.marks],
  );
  return (
    <div className="sheet-viewer">
      <PlacingBoard
        {...{ sheet: data.staged, path: data.path, mayScale: data.mayScale, view, places, tone, shown }}
        form={form.form?.id ?? formId}
        onPlaces={changePlaces}
      />
      <Card title={title}>
        <PostForm failure={failures.saveCorrection} {...form} isUnsaved={places.length > 0} className="stack">
          {data.obstacle && <p className="note">{data.obstacle}</p>}
          {children}
          <input type="hidden" name="places" value={JSON.stringify(places)} ref={placesField} />
          <PlaceFields key={count} {...{ places, view, typed }} onPlaces={changePlaces} />
          <div className="actions">
            {buttons}
            <Link to={`${data.path}${viewQuery(view) && `?${viewQuery(view)}`}`} reloadDocument>
              Cancel
            </Link>
          </div>
          {after}
        </PostForm>
      </Card>
    </div>
  );
}

/** Without scripts, a click is in just what the picture shows. */
const shownViewIn = (query: string): SheetView =>
  viewOfPicture(pictureOfView(readView(new URLSearchParams(query))));

/** The places that are drawn. A form that comes back sets them anew. */
function usePlaces(typed: string | undefined, count: number) {
  const [state, setState] = useState(() => ({ count, places: placesIn(typed) }));
  const placesField = useRef<HTMLInputElement>(null);
  if (state.count !== count) setState({ count, places: placesIn(typed) });
  const changePlaces = (change: ChangePlaces) => {
    const field = placesField.current;
    // It is sent from now on, and seen when React has rendered it: a slow processor takes several tasks.
    if (field) field.value = JSON.stringify(change(placesIn(field.value)));
    startTransition(() => setState((before) => ({ ...before, places: change(before.places) })));
  };
  return { places: state.places, changePlaces, placesField };
}

function placesIn(typed: string | undefined): Drawn[] {
  try {
    const places: unknown = JSON.parse(typed ?? "[]");
    return Array.isArray(places) ? places.filter(isDrawn) : [];
  } catch {
    return [];
  }
}
