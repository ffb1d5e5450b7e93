import {
  type DemoCity,
  type DemoEmployee,
  type DemoPerson,
  cities as demoCities,
  employees as demoEmployees,
  families,
  firstNames,
} from "./demo-data";
import { type DemoDiscipline, demoDisciplines } from "./demo-disciplines";
import { type DemoPeople, type DemoReviewer, type DemoUser, demoPeople } from "./demo-people";
import { itemAt, type Random } from "./demo-random";
import type { VolumeSizes } from "./volume-sizes";

const cityBeginnings = [
  "Alder",
  "Amber",
  "Bell",
  "Brook",
  "Cedar",
  "Clear",
  "Copper",
  "Eagle",
  "Fair",
  "Glen",
  "Golden",
  "Haven",
  "Iron",
  "Lake",
  "Maple",
  "North",
  "Pine",
  "Rock",
  "Silver",
  "Stone",
  "West",
];
const cityEndings = [
  "ton",
  "ville",
  "field",
  "dale",
  "ford",
  "wood",
  "view",
  "mont",
  "crest",
  "port",
  "gate",
  " Springs",
  " Heights",
  " Park",
];
const areaCodes = ["209", "310", "408", "510", "530", "559", "619", "707", "714", "760", "805", "831", "916"];

const padded = (number: number, digits: number) => String(number).padStart(digits, "0");
const numberFormats: DemoCity["cityPermitNumber"][] = [
  (year, count) => `B${padded(year % 100, 2)}-${padded(count, 5)}`,
  (year, count) => `BP-${year}-${padded(count, 4)}`,
  (year, count) => `${padded(year % 100, 2)}-${padded(count, 4)}`,
  (year, count) => `BLD${year}-${padded(count, 5)}`,
  (year, count) => `${year}.${padded(count, 4)}`,
];

export type VolumeCity = DemoCity & { id: number; users: DemoPerson[]; people: [DemoUser, ...DemoUser[]] };
export type VolumePeople = {
  rows: DemoPeople;
  /** The largest city first. */
  cities: VolumeCity[];
  administrator: DemoUser;
  reviewerFor: (discipline: DemoDiscipline, random: Random) => DemoReviewer;
};

/** Returns the rows of all people and cities. The demo's cities are the largest, the demo's reviewers the busiest. */
export function volumePeople(sizes: VolumeSizes, createdAt: string, passwordHash: string): VolumePeople {
  const cast = { cities: citiesOf(sizes), employees: employeesOf(sizes.reviewers) };
  const rows = demoPeople(createdAt, passwordHash, cast);
  const cities = cast.cities.map((city, index): VolumeCity => {
    const [first = rows.administrator, ...others] = rows.usersOfCity(index + 1);
    return { ...city, id: index + 1, people: [first, ...others] };
  });
  return {
    rows,
    cities,
    administrator: rows.administrator,
    reviewerFor: createChoice(rows, sizes.busyReviewers),
  };
}

/** Chooses certified reviewers so that the busy ones get half of all work. */
function createChoice({ reviewersOf }: DemoPeople, busyReviewers: number): VolumePeople["reviewerFor"] {
  const groups = Object.fromEntries(
    demoDisciplines.map((discipline) => {
      const isBusy = ({ employeeId }: DemoReviewer) => employeeId <= busyReviewers;
      return [discipline, Map.groupBy(reviewersOf[discipline], isBusy)];
    }),
  ) as Record<DemoDiscipline, Map<boolean, DemoReviewer[]>>;
  let lead = 0;
  return (discipline, random) => {
    const group = groups[discipline].get(lead <= 0) ?? reviewersOf[discipline];
    const reviewer = random.pick(group);
    lead += reviewer.employeeId <= busyReviewers ? 1 : -1;
    return reviewer;
  };
}

/** The demo's reviewers who can work, then generated ones with two disciplines each. */
function employeesOf(count: number): DemoEmployee[] {
  const working = demoEmployees.filter(({ isActive = true, isInvited = false }) => isActive && !isInvited);
  const generated = Array.from({ length: count - working.length }, (_, index) => {
    const pair: DemoDiscipline[] = [
      itemAt(demoDisciplines, index),
      itemAt(
        demoDisciplines,
        index + 1 + (Math.floor(index / demoDisciplines.length) % (demoDisciplines.length - 1)),
      ),
    ];
    return { ...personAt(index, "demo.test"), disciplines: pair };
  });
  return [...working, ...generated];
}

/** A person with a name of their own among the first thousand or so. */
function personAt(index: number, domain: string): DemoPerson {
  const firstName = itemAt(firstNames, index);
  const lastName = itemAt(families, index + Math.floor(index / firstNames.length));
  return { firstName, lastName, email: `${firstName}.${lastName}@${domain}`.toLowerCase() };
}

function citiesOf({ permits, cities: sizes }: VolumeSizes): DemoCity[] {
  const codes = new Set<string>();
  const largestFirst = demoCities.toSorted((left, right) => right.share - left.share);
  return sizes.map((size, index) => {
    const city = largestFirst[index] ?? generatedCity(index - largestFirst.length, codes);
    codes.add(city.urban37CityCode);
    // The last one is as cities were before there were corrections.
    const usesCorrections = index < sizes.length - 1 || sizes.length === 1;
    return { ...city, usesCorrections, share: size / permits };
  });
}

function generatedCity(index: number, codes: ReadonlySet<string>): DemoCity {
  const round = Math.floor(index / cityBeginnings.length);
  const cityName = itemAt(cityBeginnings, index) + itemAt(cityEndings, index + round);
  const domain = `${cityName.replace(" ", "").toLowerCase()}.test`;
  const manager = personAt(index * 7, domain);
  const areaCode = itemAt(areaCodes, index);
  const users = Array.from({ length: index < 50 ? 2 : 1 }, (_, user) =>
    personAt(index + 1 + user * 5, domain),
  );
  return {
    cityName,
    cityNumber: String(200 + index),
    urban37CityCode: freeCode(cityName, codes),
    managerName: `${manager.firstName} ${manager.lastName}`,
    managerEmail: manager.email,
    managerPhone: `(${areaCode}) 555-01${padded(index % 100, 2)}`,
    submissionStatus: "in_process",
    share: 0,
    areaCode,
    cityPermitNumber: itemAt(numberFormats, index),
    users,
  };
}

/** The first letter of a name and two more of its letters, such that no other city has the code. */
function freeCode(name: string, codes: ReadonlySet<string>): string {
  const letters = [...name.replace(" ", "").toUpperCase()];
  for (let second = 1; second < letters.length; second += 1) {
    for (let third = second + 1; third < letters.length; third += 1) {
      const code = `${letters[0]}${letters[second]}${letters[third]}`;
      if (!codes.has(code)) return code;
    }
  }
  throw new Error(`No code is left for ${name}`);
}
