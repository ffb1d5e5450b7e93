import { pageParameter, queryOf } from "~/models/address";
import { notAnswered } from "~/models/answers/answer";
import {
  allowAnswers,
  answeredBy,
  answeredLetter,
  readAnswers,
  reasonNotToAnswer,
  returnOf,
  unansweredNumbers,
} from "~/models/answers/answer.server";
import { correctionPageSize } from "~/models/corrections/correction";
import { isDiscipline } from "~/models/discipline";
import { correctedOn } from "~/models/letters/letter";
import { placesOfItems } from "~/models/letters/letter-place";
import { nearestPage, pageCount, rowsBefore } from "~/models/paging";
import { portalAddressOf } from "~/models/permits/permit-address";
import { notFound } from "~/models/refusal";
import { pick } from "~/models/shown-fields";
import { wholeNumber } from "~/models/whole-number";
import { picturesOf } from "../../letters/parts/letter-page.server";
import { type Answerer, headOf } from "./answerer.server";

/** Throws 404 before there is a letter with corrections, and 403 to an applicant of a city that types in the answers. */
export async function readAnswering(answerer: Answerer) {
  const { actor, permit } = answerer;
  allowAnswers(actor, permit);
  const letter = answeredLetter(actor, permit);
  if (!letter) throw notFound("Letter with corrections");
  return { letter, items: await readAnswers(permit, letter) };
}

type Answering = Awaited<ReturnType<typeof readAnswering>>;

export type AnswersData = Awaited<ReturnType<typeof loadAnswers>>;

/** A page of one discipline's corrections, at most 50, with where the others are. */
export async function loadAnswers(answerer: Answerer, query: URLSearchParams) {
  const { actor, permit, page: back, statusPage } = answerer;
  const { letter, items } = await readAnswering(answerer);
  const groups = disciplinesOf(items);
  const selection = selectionOf(groups, query);
  const { discipline, page } = selection;
  const before = rowsBefore(page, correctionPageSize);
  const shown = items
    .filter((row) => row.discipline === discipline)
    .slice(before, before + correctionPageSize);
  const reason = reasonNotToAnswer(actor, permit, letter);
  return {
    ...(await headOf(answerer)),
    back,
    ...{ statusPage, discipline, page },
    permit: pick(permit, "projectName", "urban37PermitNumber"),
    letter: { number: letter.number, cycle: letter.reviewCycle, id: letter.id },
    corrected: reason === undefined ? correctedOn(letter) : null,
    reason: reason ?? null,
    returnRemark: reason === undefined ? (returnOf(permit)?.returnRemark ?? null) : null,
    total: items.length,
    answered: items.length - unansweredNumbers(items).length,
    groups,
    next: nextOf(groups, selection),
    rows: shown.map(({ item: { places: _, ...item }, answer }) => ({
      item,
      text: answer?.text ?? null,
      sheet: answer?.sheet ?? null,
      byName: answer ? answeredBy(actor, permit, answer) : null,
      seen: answer?.updatedAt ?? notAnswered,
    })),
    places: placesOfItems(
      shown.map(({ item }) => item),
      statusPage ? null : portalAddressOf(permit.id),
      picturesOf(letter, statusPage),
    ),
  };
}

/** The query of the page of corrections after that of a query; null after the last. */
export async function nextPage(answerer: Answerer, query: URLSearchParams): Promise<string | null> {
  const groups = disciplinesOf((await readAnswering(answerer)).items);
  return nextOf(groups, selectionOf(groups, query));
}

function disciplinesOf(items: Answering["items"]) {
  const groups = Map.groupBy(items, ({ discipline }) => discipline);
  return [...groups].map(([discipline, rows]) => ({
    discipline,
    total: rows.length,
    answered: rows.length - unansweredNumbers(rows).length,
  }));
}

type Groups = ReturnType<typeof disciplinesOf>;

/** The corrections that are not answered: on which page of their discipline each is, and in which of its rows. */
export const unansweredIn = (items: Answering["items"]) =>
  [...Map.groupBy(items, ({ discipline }) => discipline).values()].flatMap((rows) =>
    rows.flatMap(({ discipline, item, answer }, index) => {
      const page = 1 + Math.floor(index / correctionPageSize);
      return answer ? [] : { discipline, number: item.number, page, row: index % correctionPageSize };
    }),
  );

/** The first discipline unless the query names one, and its nearest page. */
function selectionOf(groups: Groups, query: URLSearchParams) {
  const name = query.get("discipline");
  const group = groups.find(({ discipline }) => isDiscipline(name) && discipline === name) ?? groups[0];
  if (!group) throw notFound("Correction");
  const page = nearestPage(wholeNumber(query.get("page")), group.total, correctionPageSize);
  return { ...group, page };
}

function nextOf(groups: Groups, { discipline, page, total }: ReturnType<typeof selectionOf>): string | null {
  if (page < pageCount(total, correctionPageSize)) {
    return queryOf({ discipline, page: pageParameter(page + 1) });
  }
  const index = groups.findIndex((group) => group.discipline === discipline);
  const next = groups[index + 1];
  return next ? queryOf({ discipline: next.discipline }) : null;
}
