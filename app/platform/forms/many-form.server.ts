import { data } from "react-router";
import { type ManyFormData, maxTicked, type RefusedRow, type TickedRow, tickIn } from "~/models/many";
import type { TickedSchema } from "~/models/many.schema.server";
import type { Option } from "~/models/options";
import { Refusal } from "~/models/refusal";
import type { z } from "~/models/schema.server";
import { localAddress } from "../http/cross-site.server";
import { readForm } from "../http/request-body.server";
import {
  offeredUndo,
  redirectWithSuccess,
  redirectWithUndo,
  type Undo,
  type Undoable,
} from "../http/toast.server";
import { type FormResult, processForm, refuseOtherMethods } from "./form.server";

type Ticked = z.output<typeof TickedSchema> & { change: string };

type ManyFields = Pick<ManyFormData, "title" | "submit" | "asks" | "label" | "hint">;

type Options<Change extends string, Value, Row extends TickedRow> = {
  failure: string;
  nouns: string;
  /** The list that the form leads back to if it names no other. */
  list: string;
  changes: Record<Change, ManyFields>;
  readRows: (ids: number[], change: string) => Promise<Row[]>;
  readChoices?: (rows: Row[]) => Promise<Option[]>;
  ask?: (value: Value, rows: Row[]) => string[];
  /** How the change is taken back, if it can be, by the first row that was changed. */
  undoOf: (id: number, change: string) => Undoable | undefined;
};

type Outcome = {
  done: number[];
  changed: number[];
  refused: RefusedRow[];
  /** What was done with a number of rows, such as "2 permits put on hold". */
  sentence: (count: number) => string;
};

/** Changes the ticked rows. Those that refuse are shown again, with their reasons and still ticked. If `change` returns nothing, it is asked for what is missing. */
export async function submitMany<Schema extends z.ZodType<Ticked>, Row extends TickedRow>(
  request: Request,
  schema: Schema,
  options: Options<z.output<Schema>["change"], z.output<Schema>, Row>,
  change: (value: z.output<Schema>) => Promise<Outcome | undefined>,
) {
  refuseOtherMethods(request);
  const { failure, nouns, list, changes, readRows, readChoices, ask, undoOf } = options;
  const { form } = await readForm(request);
  const { change: name, fields, isSent } = changeOf(changes, form);
  const ticked = form.getAll("ticked").flatMap((text) => tickIn(String(text))?.id ?? []);
  const readTicked = (ids: number[]) => readRows(ids.slice(0, maxTicked), name);
  const backTo = (to: unknown) => (to ? localAddress(to) : list);
  const questions = async (value: z.output<Schema>) =>
    ask && (value.day || value.choice) ? ask(value, await readTicked(ticked)) : [];
  /** Of the rows that were changed, while others refused. */
  let undo: Undo | undefined;
  const result = await processForm(request, form, schema, { failure, ask: questions }, async (value) => {
    const outcome = isSent ? await change(value) : undefined;
    if (!outcome) return { initialValue: Object.fromEntries(form), error: {} };
    const { done, changed, refused, sentence } = outcome;
    const to = backTo(value.to);
    const [id, ...others] = changed;
    const ofFirst = id === undefined ? undefined : undoOf(id, name);
    const undoable = ofFirst && { ...ofFirst, isOfSeveral: others.length > 0 };
    if (refused.length > 0) {
      const offered = undoable && (await offeredUndo(undoable, to));
      undo = offered && { ...offered, note: `Undo: ${sentence(changed.length)}` };
      const there = await readTicked(refused.map((row) => row.id));
      const fields = { ticked: [refusalText(outcome, there.length)] };
      throw new Refusal(409, "Some of the ticked rows refused", { fields, current: refused });
    }
    return undoable
      ? redirectWithUndo(to, sentence(done.length), undoable)
      : redirectWithSuccess(to, sentence(done.length));
  });
  if (result instanceof Response) return result;
  const { current: refused } = result.data as FormResult<RefusedRow[]>;
  const rows = await readTicked(refused?.map(({ id }) => id) ?? ticked);
  const many: ManyFormData = {
    ...{ ...fields, change: name, failure, nouns, back: backTo(form.get("to")) },
    rows: rows.map(({ id, updatedAt, name, detail }) => ({ id, updatedAt, name, detail })),
    choices: fields.asks === "choice" ? await readChoices?.(rows) : undefined,
  };
  return data({ ...result.data, many, undo }, result.init ?? undefined);
}

/** A form that names no change asks about the first. */
function changeOf(changes: Record<string, ManyFields>, form: FormData) {
  const all = Object.entries(changes);
  const sent = form.get("change");
  const [change, fields] = all.find(([name]) => name === sent) ?? all[0] ?? [];
  if (!change || !fields) throw new Error("The form has no change");
  if (sent === null) form.set("change", change);
  return { change, fields, isSent: sent !== null };
}

function refusalText({ done, refused, sentence }: Outcome, there: number): string {
  const gone = refused.length - there;
  return [
    done.length === 0 ? "Nothing was changed" : sentence(done.length),
    there > 0 && `${there === 1 ? "One" : there} could not be: see below`,
    gone > 0 && `${gone === 1 ? "One" : gone} can no longer be found`,
  ]
    .filter(Boolean)
    .join(". ");
}
