import { blank, type CorrectionKind } from "~/models/corrections/correction";
import type * as tables from "~/models/tables.server";
import type { CorrectionText } from "./demo-correction-texts";
import type { DemoDiscipline } from "./demo-disciplines";
import type { DemoPeople } from "./demo-people";

type StandardCommentRow = typeof tables.standardComments.$inferInsert & { id: number };

type DemoStandardComment = {
  title: string;
  kind: CorrectionKind;
  code: string | null;
  /** With a blank, which `fills` fills in one correction after another. */
  text: string;
  fills?: string[];
  sheet: string;
  only?: "house" | "building";
  /** Without it, the comment is for every city. */
  cityName?: string;
};

/** Three comments of each discipline, the most common first. */
export const demoStandardComments: Record<DemoDiscipline, DemoStandardComment[]> = {
  Architectural: [
    {
      title: "Sheet index does not match the set",
      kind: "correction",
      code: "CBC 107.2.1",
      sheet: "A-001",
      text: "The sheet index and the submitted sheets do not agree. Correct the index, and give every sheet its number, title and date.",
    },
    {
      title: "Egress window too small",
      kind: "correction",
      code: "CRC R310.2",
      sheet: "A-201",
      only: "house",
      text: "The escape window of ____ is too small or too high. Give its clear opening and the height of its sill.",
      fills: ["the rear bedroom", "bedroom 2", "the study, which has a closet"],
    },
    {
      title: "Oakville: trash enclosure",
      kind: "condition",
      code: null,
      sheet: "A-001",
      text: "The trash enclosure follows Oakville's standard detail, with room for three bins and a roof that drains to the sewer.",
      cityName: "Oakville",
    },
  ],
  Structural: [
    {
      title: "Design loads missing",
      kind: "correction",
      code: "CBC 1603.1",
      sheet: "S-001",
      text: "State all design loads in the general notes, with the seismic design category, the site class and the number of the soils report.",
    },
    {
      title: "Beam without calculation",
      kind: "correction",
      code: "CBC 1604.4",
      sheet: "S-201",
      text: "Provide the calculation of the beam at ____ and of its posts, down to the foundation.",
      fills: ["grid line 3", "the new opening on the north side", "the end of the corridor"],
    },
    {
      title: "Trusses are deferred",
      kind: "condition",
      code: "CBC 107.3.4.1",
      sheet: "S-001",
      text: "Truss drawings are a deferred submittal. The engineer of record reviews them first, and the city approves them before they are delivered.",
    },
  ],
  Civil: [
    {
      title: "Drainage away from the building",
      kind: "correction",
      code: "CBC 1804.4",
      sheet: "C-101",
      text: "Show finished floor, pad and spot elevations, with drainage away from the building on all sides.",
    },
    {
      title: "Standard detail missing",
      kind: "correction",
      code: null,
      sheet: "C-101",
      text: "Add the city's standard detail ____ to the set, and refer to it where the work is shown.",
      fills: ["207, sidewalk and curb", "301, driveway", "412, sewer lateral"],
    },
    {
      title: "Harbor Bay: work near the shore",
      kind: "condition",
      code: null,
      sheet: "C-101",
      text: "Grading within 300 feet of the shore is done between April and October, with a barrier that the city inspects first.",
      cityName: "Harbor Bay",
    },
  ],
  Electrical: [
    {
      title: "Single-line diagram missing",
      kind: "correction",
      code: "CEC 215.5",
      sheet: "E-101",
      text: "Provide a single-line diagram with the sizes of feeders, the ratings of the equipment and the grounding electrode system.",
    },
    {
      title: "Working space",
      kind: "correction",
      code: "CEC 110.26",
      sheet: "E-101",
      text: "Show ____ inches of working space in front of the panel, and keep it free on the architectural plan.",
      fills: ["36", "42", "48"],
    },
    {
      title: "Approval of the utility",
      kind: "condition",
      code: null,
      sheet: "E-101",
      text: "The utility's approval of the service and of the meter location is on the site before the service is energized.",
    },
  ],
  Plumbing: [
    {
      title: "Isometric missing",
      kind: "correction",
      code: "CPC 701",
      sheet: "P-101",
      text: "Provide an isometric of waste and vents with fixture units, sizes, slopes and cleanouts.",
    },
    {
      title: "Backflow preventer",
      kind: "correction",
      code: "CPC 603.2",
      sheet: "P-101",
      text: "Show a backflow preventer at the connection to ____, its type, its drain and the space for its test.",
      fills: ["the irrigation", "the boiler", "the beverage dispenser"],
    },
    {
      title: "Sewer district",
      kind: "note",
      code: null,
      sheet: "P-101",
      text: "The sewer district reviews the connection itself and charges its own fee. Its approval is needed before the permit is issued.",
    },
  ],
  Mechanical: [
    {
      title: "Outdoor air by room",
      kind: "correction",
      code: "CMC 402.1",
      sheet: "M-101",
      text: "Provide a schedule of the outdoor air with the area, occupants and use of each room.",
    },
    {
      title: "Smoke detector in the supply",
      kind: "correction",
      code: "CMC 608.1",
      sheet: "M-101",
      text: "Show a smoke detector in the supply air of ____ that stops the fan and reports to the fire alarm.",
      fills: ["units 1 and 2", "unit 3", "the larger unit"],
    },
    {
      title: "Air balance report",
      kind: "condition",
      code: "CMC 314",
      sheet: "M-101",
      text: "The report of the air balance is handed to the inspector before the final inspection.",
    },
  ],
  Fire: [
    {
      title: "Flow test too old",
      kind: "correction",
      code: "CFC 507.4",
      sheet: "A-001",
      text: "Provide a hydrant flow test of the last twelve months, and show that the flow is enough for the building.",
    },
    {
      title: "Fire extinguishers",
      kind: "correction",
      code: "CFC 906.1",
      sheet: "A-101",
      text: "Show fire extinguishers of type ____ so that one can be reached within 75 feet from everywhere.",
      fills: ["2-A:10-B:C", "4-A:60-B:C", "K, in addition, in the kitchen"],
    },
    {
      title: "Sprinklers and alarm are deferred",
      kind: "condition",
      code: "CFC 105.6",
      sheet: "A-001",
      text: "Sprinklers and fire alarm are a deferred submittal and are approved before they are installed.",
    },
  ],
  Accessibility: [
    {
      title: "Clearances at the water closet",
      kind: "correction",
      code: "CBC 11B-604.3",
      sheet: "A-101",
      text: "Show the turning space, the clear space at the water closet, the grab bars and the dispensers in an enlarged plan.",
    },
    {
      title: "Slope of the route",
      kind: "correction",
      code: "CBC 11B-403.3",
      sheet: "A-101",
      text: "The accessible route is too steep at ____. Show the running and the cross slope there and at both ends.",
      fills: ["the entrance", "the corner of the parking lot", "the trash enclosure"],
    },
    {
      title: "Mesa Vista: list of improvements",
      kind: "correction",
      code: "CBC 11B-202.4",
      sheet: "A-001",
      text: "Use Mesa Vista's form for the improvements to the path of travel, and copy it to the cover sheet.",
      cityName: "Mesa Vista",
    },
  ],
};

/** A text that was copied from a standard comment. */
export type StandardText = CorrectionText & { standardCommentId: number };

/** Returns the rows of the library, and its texts with filled blanks by discipline and city. */
export function standardLibrary({ cities, createdAt }: Pick<DemoPeople, "cities"> & { createdAt: string }) {
  const rows = Object.entries(demoStandardComments).flatMap(([discipline, comments]) =>
    comments.map((comment) => ({ discipline: discipline as DemoDiscipline, comment })),
  );
  const idOf = (title: string) => 1 + rows.findIndex(({ comment }) => comment.title === title);
  const cityIdOf = ({ cityName }: DemoStandardComment) =>
    cities.find((city) => city.cityName === cityName)?.id ?? null;
  return {
    rows: rows.map(
      ({ discipline, comment }): StandardCommentRow => ({
        id: idOf(comment.title),
        discipline,
        cityId: cityIdOf(comment),
        kind: comment.kind,
        title: comment.title,
        codeReference: comment.code,
        text: comment.text,
        createdAt,
        updatedAt: createdAt,
      }),
    ),
    /** Returns the texts of a discipline that a city may use; `position` chooses what fills the blanks. */
    textsFor: (discipline: DemoDiscipline, cityId: number, position: number): StandardText[] =>
      demoStandardComments[discipline]
        .filter((comment) => !comment.cityName || cityIdOf(comment) === cityId)
        .map(({ title, kind, sheet, code, text, only, fills = [] }) => ({
          kind,
          ...(only && { only }),
          sheet,
          code,
          text: text.replace(blank, fills[position % fills.length] ?? ""),
          standardCommentId: idOf(title),
        })),
  };
}
