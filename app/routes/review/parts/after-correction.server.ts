import { redirect } from "react-router";
import { pageQuery } from "~/models/address";
import type { LibraryChoice } from "~/models/corrections/correction.schema.server";
import { decisionTakenBackMessage } from "~/models/corrections/correction-context.server";
import type { Discipline } from "~/models/discipline";
import { refusalAtField } from "~/models/refusal";
import { redirectWithSuccess, redirectWithUndo, type Undoable } from "~/platform/http/toast.server";
import { permitPageOf } from "../../permits/parts/permit-dialog.server";
import { correctionParameters, dialogDiscipline } from "./correction-parameters";

type Shown = { discipline: Discipline };

/** Returns the address of the page, which shows all disciplines if it showed another one only. */
function reviewPageAfter(url: URL, { discipline }: Shown, more: Record<string, number> = {}): string {
  const [page = "", search] = permitPageOf(url, correctionParameters).split("?");
  const query = new URLSearchParams(search);
  if (query.get("discipline") !== discipline) query.delete("discipline");
  for (const [name, value] of Object.entries(more)) query.set(name, String(value));
  return query.size > 0 ? `${page}?${query}` : page;
}

/** The form of the next correction, with the same discipline and sheet. */
export function addressOfNewCorrection(url: URL, { discipline, sheet }: Shown & { sheet?: string }): string {
  const [path, query] = reviewPageAfter(url, { discipline }).split("?");
  const own = new URLSearchParams({ [dialogDiscipline]: discipline, ...(sheet && { sheet }) });
  return `${path}/corrections/new?${query ? `${query}&` : ""}${own}`;
}

const lastOfPath = /\/corrections\/[^/]+\/?$/i;

/** The library, as it was left to fill in a blank. */
export const addressOfLibrary = ({ pathname, search }: URL): string =>
  `${pathname.replace(lastOfPath, "/corrections/library")}${pageQuery(search, ["standard", "sheet"])}`;

/** The form of a standard comment with a blank, which keeps what is chosen in the library. */
export function addressOfBlank(url: URL, discipline: Discipline, standard: number, choice: LibraryChoice) {
  // Also without a tick: it says that the form leads back to the library.
  const chosen = JSON.stringify(choice);
  const own = { [dialogDiscipline]: discipline, standard: String(standard), chosen };
  return `${url.pathname.replace(lastOfPath, "/corrections/new")}${queryWith(url, own)}`;
}

type Sought = { q?: string; code?: string };

/** The library of what is searched for, with what is chosen in it. */
export function addressOfSearch(url: URL, { q = "", code = "" }: Sought, choice: LibraryChoice): string {
  const { ids, places, newReason } = choice;
  const isEmpty = ids.length === 0 && Object.keys(places).length === 0 && !newReason;
  return `${url.pathname}${queryWith(url, { q, code, chosen: isEmpty ? "" : JSON.stringify(choice) })}`;
}

/** Proxies refuse longer ones: nginx takes 8 KB with the rest of the line. */
const maxAddressLength = 7000;

/** Leads on without saving, with what is chosen in the address. Throws 400 if it is too much for that. */
export function leadOn(address: string): Response {
  if (address.length <= maxAddressLength) return redirect(address);
  throw refusalAtField("standardIds", "This is too much to keep. Add these corrections first, then go on.");
}

function queryWith({ search }: URL, own: Record<string, string>): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(own)) query.set(name, value);
  return pageQuery(`${query}`);
}

export function toCorrections(url: URL, description: string, shown: Shown, undo?: Undoable) {
  const to = `${reviewPageAfter(url, shown)}#corrections`;
  return undo ? redirectWithUndo(to, description, undo) : redirectWithSuccess(to, description);
}

/** The page has it then, however many others are before it. */
export const toCorrection = (url: URL, description: string, correction: Shown & { id: number }) =>
  redirectWithSuccess(
    `${reviewPageAfter(url, correction, { correction: correction.id })}#correction-${correction.id}`,
    description,
  );

type Changed = { discipline: Discipline; isDecisionTakenBack: boolean };

export const toastOf = (text: string, { discipline, isDecisionTakenBack }: Changed): string =>
  isDecisionTakenBack ? `${text}. ${decisionTakenBackMessage(discipline)}` : text;
