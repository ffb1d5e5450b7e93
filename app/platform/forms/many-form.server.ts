import { data } from "react-router";
import { maxTicked, type RefusedRow, type Tick, type TickedRow, tickIn } from "~/models/many";
import type { Option } from "~/models/options";
import { Refusal } from "~/models/refusal";
import type { z } from "~/models/schema.server";
import { localAddress } from "../http/cross-site.server";
import { readForm } from "../http/request-body.server";
import { redirectWithSuccess, redirectWithUndo, type Undoable } from "../http/toast.server";
import { type FormResult, processForm, refuseOtherMethods } from "./form.server";

type Ticked = { ticked: Tick[]; to?: string };

type Options<Value, Row extends TickedRow> = {
  failure: string;
  /** The list that the form leads back to if it names no other. */
  list: string;
  readRows: (ids: number[]) => Promise<Row[]>;
  /** What one row can be undone by, if it was the only one. */
  undoOf?: (id: number) => Undoable;
  ask?: (value: Value, rows: Row[]) => string[];
  /** What a change offers to choose from, for these rows. */
  readChoices?: (sent: { change?: string }, rows: Row[]) => Promise<Option[]> | Option[];
};

type Outcome = {
  done: number[];
  refused: RefusedRow[];
  /** What was done with a number of rows, such as "2 permits put on hold". */
  sentence: (count: number) => string;
};

/** Changes the ticked rows. Those that refuse are shown again, with their reasons and still ticked; all of them, if `change` returns nothing. */
export async function submitMany<Schema extends z.ZodType<Ticked>, Row extends TickedRow>(
  request: Request,
  schema: Schema,
  { failure, list, readRows, undoOf, ask, readChoices }: Options<z.output<Schema>, Row>,
  change: (value: z.output<Schema>) => Promise<Outcome | undefined>,
) {
  refuseOtherMethods(request);
  const { form } = await readForm(request);
  const ticked = form.getAll("ticked").flatMap((text) => tickIn(String(text))?.id ?? []);
  const readTicked = (ids: number[]) => readRows(ids.slice(0, maxTicked));
  const options = {
    failure,
    ask: ask && (async (value: z.output<Schema>) => ask(value, await readTicked(ticked))),
  };
  const result = await processForm(request, form, schema, options, async (value) => {
    const outcome = await change(value);
    if (!outcome) return { initialValue: Object.fromEntries(form), error: {} };
    const { done, refused, sentence } = outcome;
    if (refused.length > 0) throw new Refusal(409, refusalText(outcome), { current: refused });
    const to = value.to ? localAddress(value.to) : list;
    const [id] = done;
    if (undoOf && id !== undefined && done.length === 1) return redirectWithUndo(to, sentence(1), undoOf(id));
    return redirectWithSuccess(to, sentence(done.length));
  });
  if (result instanceof Response) return result;
  const { current: refused } = result.data as FormResult<RefusedRow[]>;
  const rows = await readTicked(refused?.map(({ id }) => id) ?? ticked);
  const choices = await readChoices?.({ change: String(form.get("change")) }, rows);
  return data({ ...result.data, rows: rows.map(shownRow), choices }, result.init ?? undefined);
}

const shownRow = ({ id, updatedAt, name, detail }: TickedRow): TickedRow => ({ id, updatedAt, name, detail });

function refusalText({ done, refused, sentence }: Outcome): string {
  const refusal = refused.length === 1 ? "One could not be" : `${refused.length} could not be`;
  const reasons = `${refusal}: see below.`;
  return done.length === 0 ? `Nothing was changed. ${reasons}` : `${sentence(done.length)}. ${reasons}`;
}
