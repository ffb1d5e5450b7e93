import { data } from "react-router";
import type { CalendarDate } from "~/models/calendar-date";
import {
  type ManyFormData,
  maxTicked,
  type RefusedRow,
  type Tick,
  type TickedRow,
  tickIn,
} from "~/models/many";
import { TickedSchema } from "~/models/many.schema.server";
import type { Option } from "~/models/options";
import { allow, type Capability, type Viewer } from "~/models/policy";
import { Refusal, refusalAtField } from "~/models/refusal";
import { z } from "~/models/schema.server";
import type { UndoKind } from "~/models/undo";
import { localAddress } from "../http/cross-site.server";
import { readForm } from "../http/request-body.server";
import { offeredUndo, redirectWithSuccess, redirectWithUndo, type Undo } from "../http/toast.server";
import { type FormResult, processForm, refuseOtherMethods } from "./form.server";

type Outcome = {
  done: number[];
  changed: number[];
  refused: RefusedRow[];
  /** What was done with a number of rows, such as "2 permits put on hold". */
  sentence: (count: number) => string;
};

/** What a change asks for before its command runs. */
type Asking<Answer, Row> = {
  label: string;
  hint?: string;
  /** The message without an answer. */
  missing: string;
  /** What is unusual about the answer. */
  questions?: (rows: Row[], answer: Answer) => string[];
  command: (ticks: Tick[], answer: Answer) => Promise<Outcome>;
};

/** A change of ticked rows: its words, who may make it, what it asks for, its command, and how its toast takes it back. */
export type ManyChange<Row extends TickedRow> = {
  title: string;
  submit: string;
  capability: Capability;
  undo?: UndoKind;
} & (
  | { asks?: undefined; command: (ticks: Tick[]) => Promise<Outcome> }
  | ({ asks: "day" } & Asking<CalendarDate, Row>)
  | ({ asks: "choice"; choices: (rows: Row[]) => Promise<Option[]> } & Asking<number, Row>)
);

type Options<Row extends TickedRow> = {
  viewer: Viewer;
  failure: string;
  nouns: string;
  /** The list that the form leads back to if it names no other. */
  list: string;
  changes: Record<string, ManyChange<Row>>;
  readRows: (ids: number[], change: string) => Promise<Row[]>;
};

/**
 * Changes the ticked rows, once the form has what their change asks for. Those that refuse are shown again, with their
 * reasons and still ticked.
 */
export async function submitMany<Row extends TickedRow>(request: Request, options: Options<Row>) {
  refuseOtherMethods(request);
  const { viewer, failure, nouns, list, changes, readRows } = options;
  const { form } = await readForm(request);
  const { name, change, isSent } = changeOf(changes, form);
  allow(viewer, change.capability);
  const schema = TickedSchema.extend({ change: z.enum(Object.keys(changes)) });
  const ticked = form.getAll("ticked").flatMap((text) => tickIn(String(text))?.id ?? []);
  const readTicked = (ids: number[]) => readRows(ids.slice(0, maxTicked), name);
  const backTo = (to: unknown) => (to ? localAddress(to) : list);
  const isComplete = ({ asked }: Sent) => isSent && (!change.asks || asked);
  const ask = async (sent: Sent) => {
    const { questions } = isComplete(sent) ? answered(change, sent) : {};
    return questions ? questions(await readTicked(ticked)) : [];
  };
  /** Of the rows that were changed, while others refused. */
  let undo: Undo | undefined;
  const result = await processForm(request, form, schema, { failure, ask }, async (sent) => {
    if (!isComplete(sent)) return { initialValue: Object.fromEntries(form) };
    const outcome = await answered(change, sent).command(sent.ticked);
    const { done, changed, refused, sentence } = outcome;
    const to = backTo(sent.to);
    const [id, ...others] = changed;
    const undoable =
      change.undo && id !== undefined
        ? { viewer, kind: change.undo, id, isOfSeveral: others.length > 0 }
        : undefined;
    if (refused.length > 0) {
      const offered = undoable && (await offeredUndo(undoable, to));
      undo = offered && { ...offered, name: `Undo: ${sentence(changed.length)}` };
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
  const { title, submit, asks } = change;
  const many: ManyFormData = {
    title,
    submit,
    failure,
    nouns,
    change: name,
    back: backTo(form.get("to")),
    ...(asks && { asks, label: change.label, hint: change.hint }),
    rows: rows.map(({ id, updatedAt, name, detail }) => ({ id, updatedAt, name, detail })),
    choices: asks === "choice" ? await change.choices(rows) : undefined,
  };
  return data({ ...result.data, many, undo }, result.init ?? undefined);
}

type Sent = z.output<typeof TickedSchema>;

/** The change with its answer, which it refuses to be without. */
function answered<Row extends TickedRow>(change: ManyChange<Row>, { day, choice }: Sent): Answered<Row> {
  if (!change.asks) return { command: change.command };
  if (change.asks === "day" && day) return withAnswer(change, day);
  if (change.asks === "choice" && choice) return withAnswer(change, choice);
  throw refusalAtField(change.asks, change.missing);
}

type Answered<Row> = {
  command: (ticks: Tick[]) => Promise<Outcome>;
  questions?: (rows: Row[]) => string[];
};

const withAnswer = <Answer, Row>(
  { command, questions }: Asking<Answer, Row>,
  answer: Answer,
): Answered<Row> => ({
  command: (ticks) => command(ticks, answer),
  questions: questions && ((rows) => questions(rows, answer)),
});

/** A form that names no change asks about the first. */
function changeOf<Row extends TickedRow>(changes: Options<Row>["changes"], form: FormData) {
  const all = Object.entries(changes);
  const sent = form.get("change");
  const [name, change] = all.find(([name]) => name === sent) ?? all[0] ?? [];
  if (!name || !change) throw new Error("The form has no change");
  if (sent === null) form.set("change", name);
  return { name, change, isSent: sent !== null };
}

function refusalText({ done, refused, sentence }: Outcome, there: number): string {
  const gone = refused.length - there;
  return [
    done.length === 0 ? "Nothing was changed" : sentence(done.length),
    there > 0 && `${there === 1 ? "One was" : `${there} were`} refused: see below`,
    gone > 0 && `${gone === 1 ? "One" : gone} can no longer be found`,
  ]
    .filter(Boolean)
    .join(". ");
}
