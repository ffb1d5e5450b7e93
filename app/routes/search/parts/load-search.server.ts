import { queryOf } from "~/models/address";
import { formatDate } from "~/models/calendar-date";
import { maxSearchLength } from "~/models/clean-text";
import { cityBadgeOf } from "~/models/permits/city-status";
import type { FoundPermit } from "~/models/permits/found-permit.server";
import { permitNumberText, permitStatuses } from "~/models/permits/permit";
import { permitAddress } from "~/models/permits/permit-address";
import { mailLink } from "~/models/person";
import { hasOwnPortal, may, type Viewer } from "~/models/policy";
import {
  groupSize,
  readSearchAddress,
  type SearchAddress,
  type SearchGroup,
  searchAddress,
  searchGroupValues,
} from "~/models/search/search";
import { recentPermits, type SearchResults, search } from "~/models/search/search.server";
import { searchTerms } from "~/models/search-terms";
import { pick } from "~/models/shown-fields";
import type { Tone } from "~/models/tone";
import { isShortSearch } from "~/platform/db/text-search.server";

export type ResultLine = {
  to: string;
  name: string;
  facts: string[];
  text?: string;
  badge?: { label: string; tone: Tone };
};

export type SearchData = Awaited<ReturnType<typeof loadSearch>>;

export async function loadSearch(viewer: Viewer, url: URL) {
  const address = readSearchAddress(url.searchParams);
  const { q, show } = address;
  const data = { q, show, isCity: hasOwnPortal(viewer), notes: notesOn(q, url.searchParams.get("q") ?? "") };
  if (q === undefined)
    return { ...data, recent: (await recentPermits(viewer)).map(permitLine(viewer)), groups: null };
  const results = await search(viewer, q, address);
  return { ...data, recent: null, groups: groupsOf(viewer, address, linesOf(viewer, results), results) };
}

function notesOn(q: string | undefined, typed: string): string[] {
  if (q === undefined) return [];
  if (searchTerms(q).length === 0) return ["Type letters or numbers: punctuation alone finds nothing."];
  const notes = [
    typed.trim().length > maxSearchLength && `Only the first ${maxSearchLength} characters were searched.`,
    isShortSearch(q) &&
      "One or two characters find the beginnings of words. Corrections need three characters.",
  ];
  return notes.filter((note) => note !== false);
}

type Lines = Record<SearchGroup, ResultLine[]>;

function groupsOf(viewer: Viewer, { q, show }: SearchAddress, lines: Lines, results: SearchResults) {
  return searchGroupValues
    .filter((group) => lines[group].length > 0)
    .map((group) => {
      const { total, page, isCapped } = results[group];
      const hasMore = show === undefined && total > groupSize;
      return {
        ...{ group, total, page, isCapped, rows: lines[group] },
        allTo: hasMore ? (listOf(viewer, group, q) ?? searchAddress({ q, show: group })) : undefined,
      };
    });
}

/** The list of a group, which has its filters. */
function listOf(viewer: Viewer, group: SearchGroup, search?: string): string | undefined {
  if (group === "permits") return `${hasOwnPortal(viewer) ? "/oakvilles" : "/permits"}${queryOf({ search })}`;
  return group === "cities" && may(viewer, "navigate.cities") ? `/cities${queryOf({ search })}` : undefined;
}

function linesOf(viewer: Viewer, { permits, letters, corrections, cities, people }: SearchResults): Lines {
  return {
    permits: permits.rows.map(permitLine(viewer)),
    letters: letters.rows.map(({ id, number, issuedOn, permit }) => ({
      to: letterAddress(viewer, permit, id),
      name: number,
      facts: [`Issued ${formatDate(issuedOn)}`, permit.projectName, permit.projectAddress],
    })),
    corrections: corrections.rows.map((row) => ({
      to: correctionAddress(viewer, row),
      name: `${row.number} of ${permitNumberText(row.permit)}`,
      facts: [row.reviewCycle, row.discipline, row.permit.projectName],
      text:
        row.text.length > shownLength
          ? `${row.text.slice(0, shownLength).trimEnd().toWellFormed()}…`
          : row.text,
    })),
    cities: cities.rows.map(({ id, cityName, urban37CityCode }) => ({
      to: may(viewer, "navigate.cities") ? `/cities/${id}` : `/permits?cityId=${id}`,
      name: cityName,
      facts: [urban37CityCode],
    })),
    people: people.rows.map(({ name, email, disciplines, city }) => ({
      to: personAddress(viewer, email, city?.id),
      name,
      facts: [city?.cityName ?? disciplines.join(", "), email].filter(Boolean),
    })),
  };
}

const shownLength = 200;

const permitLine =
  (viewer: Viewer) =>
  (permit: FoundPermit): ResultLine => {
    const { id, cityPermitNumber, projectName, projectAddress, applicantName, cityName, status } = permit;
    const ofCity = hasOwnPortal(viewer);
    const number = permitNumberText(permit);
    const name = (ofCity && cityPermitNumber) || number;
    const others = ofCity ? [name === number ? null : `Ref: ${number}`] : [cityPermitNumber, cityName];
    return {
      to: permitAddress(viewer, id),
      name,
      facts: [projectName, projectAddress, applicantName, ...others].filter((fact) => fact !== null),
      badge: pick(ofCity ? cityBadgeOf(status, permit.isAssigned) : permitStatuses[status], "label", "tone"),
    };
  };

const letterAddress = (viewer: Viewer, { id }: FoundPermit, letterId: number): string =>
  `${hasOwnPortal(viewer) ? "/oakvilles" : ""}/permits/${id}/letters/${letterId}`;

type Correction = SearchResults["corrections"]["rows"][number];

/** A city reads a correction in its letter. */
const correctionAddress = (
  viewer: Viewer,
  { id, permit, letterId, discipline, number }: Correction,
): string =>
  letterId === null
    ? `/permits/${permit.id}/corrections${queryOf({ q: number })}#correction-${id}`
    : `${letterAddress(viewer, permit, letterId)}${queryOf({ discipline })}#items`;

function personAddress(viewer: Viewer, email: string, cityId: number | undefined): string {
  if (cityId !== undefined) return `/cities/${cityId}`;
  return may(viewer, "navigate.employees") ? `/employees${queryOf({ search: email })}` : mailLink(email);
}
