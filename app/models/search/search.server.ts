import { listCityRows } from "../cities/city-list.server";
import { findCityUsers } from "../cities/city-user.server";
import { correctionIdsWith, listFoundCorrections } from "../corrections/correction-search.server";
import type { Discipline } from "../discipline";
import { listColleagues } from "../employees/employee-list.server";
import { issuedCorrectionsById } from "../letters/issued-correction.server";
import { listFoundLetters } from "../letters/letter-search.server";
import { nearestPage, pageSize, rowsBefore } from "../paging";
import { type FoundPermit, foundPermitIds, readFoundPermits } from "../permits/found-permit.server";
import { openedPermitIds } from "../permits/opened-permit.server";
import { allow, may, scopeOf, type Viewer } from "../policy";
import { pick } from "../shown-fields";
import { groupSize, recentSize, type SearchAddress, type SearchGroup } from "./search";

/** The pages of a group have at most as many rows. */
const maxFound = 1000;

/** What a search finds in a group, up to a limit, of which only the rows that are shown are read. */
type Found<Row> = { total: number; read: (first: number, size: number) => Promise<Row[]> };

const foundRows = <Row>(rows: Row[]): Found<Row> => ({
  total: rows.length,
  read: async (first, size) => rows.slice(first, first + size),
});

const nothing: Found<never> = foundRows([]);

async function findCorrections(viewer: Viewer, search: string, limit: number) {
  const ids = await correctionIdsWith(viewer, search, limit);
  const read = (first: number, size: number) => readCorrections(viewer, ids.slice(first, first + size));
  return { total: ids.length, read };
}

/** A city reads what its letters say. */
async function readCorrections(viewer: Viewer, ids: number[]) {
  const isStaff = scopeOf(viewer, "correction.read") === "all";
  const rows = isStaff ? await listFoundCorrections(viewer, ids) : await issuedCorrectionsById(viewer, ids);
  return rows.map((row) =>
    pick(row, "id", "permitId", "letterId", "discipline", "number", "reviewCycle", "text"),
  );
}

/** A city user has one city, and no page of it. */
async function findCities(viewer: Viewer, search: string) {
  if (scopeOf(viewer, "city.read") !== "all") return nothing;
  const cities = await listCityRows(viewer, search);
  return foundRows(cities.map((city) => pick(city, "id", "cityName", "urban37CityCode")));
}

type FoundPerson = {
  id: number;
  name: string;
  email: string;
  disciplines: Discipline[];
  city: { id: number; cityName: string } | null;
};

async function findPeople(viewer: Viewer, search: string): Promise<Found<FoundPerson>> {
  const employees = may(viewer, "employee.read") ? await listColleagues(viewer, search) : [];
  const users = may(viewer, "city-user.manage") ? await findCityUsers(viewer, search) : [];
  return foundRows([
    ...employees.map((employee) => ({ ...pick(employee, "id", "name", "email", "disciplines"), city: null })),
    ...users.map((user) => ({ ...user, disciplines: [] })),
  ]);
}

type OfPermit = { permitId: number };

const withPermits = <Row extends OfPermit>(rows: Row[], permits: FoundPermit[]) =>
  rows.flatMap(({ permitId, ...row }) => {
    const permit = permits.find(({ id }) => id === permitId);
    return permit ? { ...row, permit } : [];
  });

export type SearchResults = Awaited<ReturnType<typeof search>>;

/** Every group with its first rows, or a page of one. A total above the rows means that there are more. */
export async function search(viewer: Viewer, typed: string, { show, page }: SearchAddress = {}) {
  allow(viewer, "permit.read");
  const limit = show ? maxFound + 1 : groupSize + 1;
  const find = async <Row>(group: SearchGroup, found: () => Promise<Found<Row>>) => {
    const { total, read } = show && show !== group ? nothing : await found();
    const shownPage = show ? nearestPage(page, Math.min(total, maxFound)) : 1;
    const size = show ? pageSize : groupSize;
    return {
      rows: await read(rowsBefore(shownPage, size), size),
      ...{ total: Math.min(total, maxFound), isCapped: total > maxFound, page: shownPage },
    };
  };
  const permitIds =
    show && show !== "permits" && show !== "letters" ? [] : await foundPermitIds(viewer, typed, limit);
  const permits = await find("permits", async () => foundRows(permitIds));
  const letters = await find("letters", async () =>
    foundRows(await listFoundLetters(viewer, typed, permitIds, limit)),
  );
  const corrections = await find("corrections", () => findCorrections(viewer, typed, limit));
  const ofPermits = [...letters.rows, ...corrections.rows].map(({ permitId }) => permitId);
  const read = await readFoundPermits(viewer, [...new Set([...permits.rows, ...ofPermits])]);
  return {
    permits: { ...permits, rows: read.filter(({ id }) => permits.rows.includes(id)) },
    letters: { ...letters, rows: withPermits(letters.rows, read) },
    corrections: { ...corrections, rows: withPermits(corrections.rows, read) },
    cities: await find("cities", () => findCities(viewer, typed)),
    people: await find("people", () => findPeople(viewer, typed)),
  };
}

/** The permits that the viewer opened last. */
export const recentPermits = async (viewer: Viewer) =>
  readFoundPermits(viewer, await openedPermitIds(viewer, recentSize));
