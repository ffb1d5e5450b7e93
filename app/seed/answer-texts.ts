import type { DemoDiscipline } from "./demo-disciplines";
import { itemAt } from "./demo-random";

/** Answers in our own words to corrections with one of these words; some fit only a few disciplines. */
const answersTo: { words: RegExp; of?: DemoDiscipline[]; texts: string[] }[] = [
  {
    words: /cloud and date/i,
    texts: ["Each change is clouded on all sheets of this set, with its delta and date."],
  },
  {
    words: /sheet index|cover sheet/i,
    texts: ["The index was corrected. It has the sheets of this set with number, title and date."],
  },
  {
    words: /calculat|worksheet|\bsized\b/i,
    texts: [
      "The calculation was revised and is part of this submittal. The plan has the sizes that follow from it.",
      "Pages were added to the calculations, and the sheet refers to them by number.",
    ],
  },
  {
    words: /schedule/i,
    texts: ["The schedule was corrected. It agrees with the plans and the elevations now."],
  },
  {
    words: /report|certificate|questionnaire|\bforms?\b|flow test/i,
    texts: ["The document is part of this submittal, and the sheet names it with its date."],
  },
  {
    words: /general notes|special inspections|\bthe notes\b/i,
    texts: ["Added to the general notes, and a keynote on the plan refers to it."],
  },
  {
    words: /occupant|\bexit|egress/i,
    of: ["Architectural", "Fire"],
    texts: [
      "The code analysis was revised with the use of each room. The exit plan shows occupants and distances.",
    ],
  },
  {
    words: /\bdoors?\b|hardware/i,
    of: ["Architectural", "Accessibility"],
    texts: ["The hardware groups were revised, and the doors that they serve are marked on the plan."],
  },
  {
    words: /rated|assembly|partition|listing/i,
    of: ["Architectural"],
    texts: ["The wall types were revised. Each assembly has its listing, and the joints are detailed."],
  },
  {
    words: /beam|post|footing|wall|anchor|hold-down|rafter|joist|bolt|bearing/i,
    of: ["Structural"],
    texts: [
      "The engineer revised this sheet and signed it. Members and connectors are on the plan.",
      "The detail was added, and the framing plan refers to it in each place.",
    ],
  },
  {
    words: /drain|slope|elevation|grading|invert|datum|survey/i,
    of: ["Civil"],
    texts: ["The grading plan was revised with spot elevations and slopes, all on the datum of the city."],
  },
  {
    words: /panel|service|breaker|circuit|diagram|fault/i,
    of: ["Electrical"],
    texts: ["The single-line diagram and the panel schedules were revised and agree with each other."],
  },
  {
    words: /drain|vent|sewer|pipe|piping|fixture/i,
    of: ["Plumbing"],
    texts: ["The isometric was revised. It has the sizes, the slopes and all points of connection."],
  },
  {
    words: /duct|fan|\bair\b|units?\b|hood/i,
    of: ["Mechanical"],
    texts: ["The equipment is shown with its ducts and clearances, and the access to it is dimensioned."],
  },
  {
    words: /alarm|sprinkler|hydrant|extinguisher|department|access road/i,
    of: ["Fire"],
    texts: ["Shown on the plan by the standard of the fire department, which has seen the layout."],
  },
  {
    words: /clear|turning|stall|route|ramp|counter|sign|height/i,
    of: ["Accessibility"],
    texts: ["The enlarged plan and the elevations show clearances, heights and slopes now."],
  },
  {
    words: /dimension|clearance|distance/i,
    texts: ["Dimensions were added on the plan and in the enlarged plan. None is below the minimum."],
  },
];

const answersToOthers = [
  "Revised as asked for. The change is clouded and marked with its delta.",
  "Shown on the revised sheet, also in the places that the correction does not name.",
  "Corrected, and coordinated with the sheets of the other disciplines.",
  "The owner agreed to the change. The plan and the specifications have it now.",
];

/** Of corrections that were answered before and are still open. */
const furtherAnswers = [
  "The change was missing on the last set. It is on this sheet now, clouded.",
  "Both sheets were revised this time and agree with each other.",
  "We misread the correction. The sheet shows what was asked for, with a reference to the detail.",
  "Completed on this set: the remaining places are marked with delta 2.",
];

/** Where the changes of a discipline often are. */
const sheetsOfChanges: Record<DemoDiscipline, string[]> = {
  Architectural: ["A6.1", "A-501"],
  Structural: ["S3.1", "S-501"],
  Civil: ["C2.1", "C-101"],
  Electrical: ["E2.1", "E-101"],
  Plumbing: ["P2.1", "P-101"],
  Mechanical: ["M2.1", "M-101"],
  Fire: ["F1.1", "F-101"],
  Accessibility: ["A8.1", "A-501"],
};

type Answered = { id: number; text: string; sheet: string | null };

/** Returns an answer that fits the words of a correction, and for most of them its place on the plans. */
export function answerTo({ id, text, sheet }: Answered, discipline: DemoDiscipline, isFurther: boolean) {
  const fitting = answersTo.flatMap(({ words, of = [discipline], texts }) =>
    of.includes(discipline) && words.test(text) ? texts : [],
  );
  const firstAnswers = fitting.length > 0 ? fitting : answersToOthers;
  const ownSheet = sheet && /\d/.test(sheet) && id % 3 > 0 ? sheet : null;
  return {
    text: itemAt(isFurther ? furtherAnswers : firstAnswers, id),
    sheet: id % 7 === 6 ? null : (ownSheet ?? itemAt(sheetsOfChanges[discipline], id)),
  };
}

/** Why a resubmittal was returned. */
export const incompleteRemark =
  "Only the planting plan was sent. Please send the complete revised set, with the calculations that the answers refer to.";
