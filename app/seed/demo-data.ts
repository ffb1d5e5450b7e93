import type { ApprovalWording } from "~/models/cities/approval-wording";
import type { LetterRecipients } from "~/models/cities/letter-settings";
import type { FeeServiceType } from "~/models/fees/fee";
import type { PricingType } from "~/models/fees/pricing";
import type { PermitStatus, ProjectType } from "~/models/permits/permit";
import type { DemoDiscipline } from "./demo-disciplines";

export type DemoPerson = { firstName: string; lastName: string; email: string; isInvited?: boolean };
export type DemoEmployee = DemoPerson & { disciplines: DemoDiscipline[]; isActive?: boolean };

const person = (name: string, email: string): DemoPerson => {
  const [firstName = "", lastName = ""] = name.split(" ");
  return { firstName, lastName, email };
};

export const administrator = person("Dana Park", "admin@demo.test");

export const employees: DemoEmployee[] = [
  { ...person("Maria Lopez", "reviewer@demo.test"), disciplines: ["Architectural", "Structural"] },
  { ...person("Owen Tran", "owen.tran@demo.test"), disciplines: ["Architectural", "Accessibility"] },
  { ...person("Ines Roth", "ines.roth@demo.test"), disciplines: ["Structural", "Civil"] },
  { ...person("Samuel Okafor", "samuel.okafor@demo.test"), disciplines: ["Electrical", "Mechanical"] },
  { ...person("Grace Whitfield", "grace.whitfield@demo.test"), disciplines: ["Plumbing", "Mechanical"] },
  { ...person("Daniel Kim", "daniel.kim@demo.test"), disciplines: ["Fire"] },
  {
    ...person("Amara Singh", "amara.singh@demo.test"),
    disciplines: ["Architectural", "Fire", "Accessibility"],
  },
  { ...person("Luis Herrera", "luis.herrera@demo.test"), disciplines: ["Civil", "Fire"] },
  { ...person("Hannah Berg", "hannah.berg@demo.test"), disciplines: ["Electrical", "Accessibility"] },
  { ...person("Tomas Novak", "tomas.novak@demo.test"), disciplines: ["Architectural", "Structural"] },
  { ...person("Rachel Goldstein", "rachel.goldstein@demo.test"), disciplines: ["Civil", "Plumbing"] },
  {
    ...person("Wei Zhang", "wei.zhang@demo.test"),
    disciplines: ["Electrical", "Plumbing", "Mechanical"],
  },
  {
    ...person("Peter Lindqvist", "peter.lindqvist@demo.test"),
    disciplines: ["Architectural", "Structural"],
    isActive: false,
  },
  {
    ...person("Nadia Haddad", "nadia.haddad@demo.test"),
    disciplines: ["Fire", "Accessibility"],
    isInvited: true,
  },
];

/** The published demo accounts, one of each role. */
export const accounts = [
  { email: "admin@demo.test", description: "administrator" },
  { email: "reviewer@demo.test", description: "plan reviewer" },
  { email: "city@demo.test", description: "city user of Oakville" },
];

export type DemoCity = {
  cityName: string;
  cityNumber: string;
  urban37CityCode: string;
  managerName: string;
  managerEmail: string;
  managerPhone: string;
  submissionStatus: PermitStatus;
  /** True unless stated. */
  usesCorrections?: boolean;
  letterNamesReviewers?: boolean;
  letterContact?: string;
  letterCodes?: string;
  approvalWording?: ApprovalWording;
  letterRecipients?: LetterRecipients;
  /** True unless stated. */
  applicantsAnswer?: boolean;
  /** The city's share of all permits; the shares add up to 1. */
  share: number;
  areaCode: string;
  /** Formats a permit number as the city does; `count` is the permit's position in the year. */
  cityPermitNumber: (year: number, count: number) => string;
  users: DemoPerson[];
};

const padded = (number: number, digits: number) => String(number).padStart(digits, "0");
const twoDigits = (year: number) => padded(year % 100, 2);

/** In the order of their ids: Oakville is 3. */
export const cities: DemoCity[] = [
  {
    cityName: "Riverton",
    cityNumber: "12",
    urban37CityCode: "RIV",
    managerName: "Eleanor Vance",
    managerEmail: "eleanor.vance@riverton.test",
    managerPhone: "(209) 555-0112",
    submissionStatus: "in_process",
    usesCorrections: false,
    share: 0.2,
    areaCode: "209",
    cityPermitNumber: (year, count) => `B${twoDigits(year)}-${padded(1830 + count, 5)}`,
    users: [
      person("Marcus Bell", "marcus.bell@riverton.test"),
      person("Joanna Reyes", "joanna.reyes@riverton.test"),
    ],
  },
  {
    cityName: "Mesa Vista",
    cityNumber: "17",
    urban37CityCode: "MES",
    managerName: "Robert Castellano",
    managerEmail: "robert.castellano@mesavista.test",
    managerPhone: "(760) 555-0147",
    submissionStatus: "in_process",
    letterNamesReviewers: true,
    share: 0.17,
    areaCode: "760",
    cityPermitNumber: (year, count) => `BP-${year}-${padded(300 + count, 4)}`,
    users: [
      person("Stella Ruiz", "stella.ruiz@mesavista.test"),
      person("Andrew Cho", "andrew.cho@mesavista.test"),
      person("Naomi Fischer", "naomi.fischer@mesavista.test"),
    ],
  },
  {
    cityName: "Oakville",
    cityNumber: "23",
    urban37CityCode: "OAK",
    managerName: "Harriet Coleman",
    managerEmail: "harriet.coleman@oakville.test",
    managerPhone: "(707) 555-0123",
    submissionStatus: "in_process",
    letterContact: "Harriet Coleman, (707) 555-0123, harriet.coleman@oakville.test",
    letterCodes: "2025 California Building Standards Code and the Oakville Municipal Code",
    share: 0.26,
    areaCode: "707",
    cityPermitNumber: (year, count) => `${twoDigits(year)}-${padded(60 + count, 4)}`,
    users: [
      person("Priya Nair", "city@demo.test"),
      person("Gordon Ames", "gordon.ames@oakville.test"),
      person("Lucia Moretti", "lucia.moretti@oakville.test"),
    ],
  },
  {
    cityName: "Harbor Bay",
    cityNumber: "31",
    urban37CityCode: "HAR",
    managerName: "Theodore Lang",
    managerEmail: "theodore.lang@harborbay.test",
    managerPhone: "(831) 555-0131",
    submissionStatus: "in_process",
    share: 0.15,
    areaCode: "831",
    cityPermitNumber: (year, count) => `BLD${year}-${padded(410 + count, 5)}`,
    users: [
      person("Claire Dubois", "claire.dubois@harborbay.test"),
      person("Victor Mendes", "victor.mendes@harborbay.test"),
    ],
  },
  {
    cityName: "Cedar Falls",
    cityNumber: "38",
    urban37CityCode: "CED",
    managerName: "Miriam Kowalski",
    managerEmail: "miriam.kowalski@cedarfalls.test",
    managerPhone: "(530) 555-0138",
    submissionStatus: "in_process",
    applicantsAnswer: false,
    share: 0.12,
    areaCode: "530",
    cityPermitNumber: (year, count) => `CF-${twoDigits(year)}-${padded(100 + count, 3)}`,
    users: [
      person("Dennis Hale", "dennis.hale@cedarfalls.test"),
      person("Sofia Lindgren", "sofia.lindgren@cedarfalls.test"),
      { ...person("Calvin Brooks", "calvin.brooks@cedarfalls.test"), isInvited: true },
    ],
  },
  {
    cityName: "San Lucero",
    cityNumber: "104",
    urban37CityCode: "SLU",
    managerName: "Gabriela Fuentes",
    managerEmail: "gabriela.fuentes@sanlucero.test",
    managerPhone: "(805) 555-0104",
    submissionStatus: "in_process",
    approvalWording: "recommended",
    letterRecipients: "city_and_applicant",
    share: 0.1,
    areaCode: "805",
    cityPermitNumber: (year, count) => `${year}.${padded(720 + count, 4)}`,
    users: [
      person("Julian Ortega", "julian.ortega@sanlucero.test"),
      person("Beatrice Lowe", "beatrice.lowe@sanlucero.test"),
    ],
  },
];

export type ProjectKind = {
  /** The name of a project; it may contain {family}, {place}, {business} or {eatery}. */
  name: string;
  type: ProjectType;
  /** The description; it may contain {area}, in square feet. */
  description: string;
  area?: [minimum: number, maximum: number];
  unit?: "Suite" | "Unit";
  disciplines: DemoDiscipline[];
};

export const projectKinds: ProjectKind[] = [
  {
    name: "{family} Residence Addition",
    type: "residential",
    description: "Two-story rear addition of {area} sq ft with primary bedroom, bath and family room.",
    area: [420, 980],
    disciplines: ["Architectural", "Structural", "Electrical", "Plumbing"],
  },
  {
    name: "{family} Accessory Dwelling Unit",
    type: "residential",
    description: "Detached accessory dwelling unit of {area} sq ft with its own utility connections.",
    area: [380, 1_200],
    disciplines: ["Architectural", "Structural", "Civil", "Plumbing"],
  },
  {
    name: "{family} Kitchen Remodel",
    type: "residential",
    description: "Interior remodel of kitchen and dining room; one bearing wall replaced by a flush beam.",
    disciplines: ["Architectural", "Structural"],
  },
  {
    name: "{family} Hillside Residence",
    type: "residential",
    description:
      "New single-family residence of {area} sq ft on a hillside lot with caissons and retaining walls.",
    area: [2_600, 5_400],
    disciplines: ["Architectural", "Structural", "Civil", "Fire"],
  },
  {
    name: "{family} Garage Conversion",
    type: "residential",
    description: "Conversion of an attached garage of {area} sq ft into habitable space.",
    area: [380, 520],
    disciplines: ["Architectural", "Electrical"],
  },
  {
    name: "{family} Residence Re-roof and Solar",
    type: "residential",
    description: "Roof replacement and roof-mounted photovoltaic system of 8.4 kW with battery storage.",
    disciplines: ["Structural", "Electrical"],
  },
  {
    name: "{family} Residence Pool",
    type: "residential",
    description: "In-ground pool and spa with a masonry retaining wall six feet high.",
    disciplines: ["Structural", "Civil"],
  },
  {
    name: "{place} Townhomes, Building A",
    type: "residential",
    description: "Six attached three-story townhomes, {area} sq ft in all, with private garages.",
    area: [8_200, 12_600],
    disciplines: ["Architectural", "Structural", "Civil", "Plumbing", "Fire"],
  },
  {
    name: "{place} Apartments, Phase 2",
    type: "residential",
    description: "Forty-two apartments over podium parking, {area} sq ft of Type VA over Type IA.",
    area: [38_000, 61_000],
    disciplines: ["Architectural", "Structural", "Civil", "Mechanical", "Fire"],
  },
  {
    name: "{place} Senior Housing",
    type: "residential",
    description: "Sixty-unit affordable senior housing of {area} sq ft with common kitchen and clinic room.",
    area: [44_000, 58_000],
    disciplines: ["Architectural", "Structural", "Plumbing", "Fire", "Accessibility"],
  },
  {
    name: "{business} Tenant Improvement",
    type: "commercial",
    description: "Interior tenant improvement of {area} sq ft: partitions, ceilings, lighting and finishes.",
    area: [1_100, 6_800],
    unit: "Suite",
    disciplines: ["Architectural", "Electrical", "Mechanical", "Accessibility"],
  },
  {
    name: "{eatery} Restaurant Build-out",
    type: "commercial",
    description:
      "Restaurant of {area} sq ft in an existing shell, with a Type I hood and grease interceptor.",
    area: [1_600, 3_900],
    unit: "Suite",
    disciplines: ["Architectural", "Plumbing", "Mechanical", "Fire", "Accessibility"],
  },
  {
    name: "{family} Dental Office",
    type: "commercial",
    description: "Dental office of {area} sq ft with eight operatories and a medical gas system.",
    area: [2_100, 3_400],
    unit: "Suite",
    disciplines: ["Architectural", "Electrical", "Plumbing"],
  },
  {
    name: "{business} Facade and Signage",
    type: "commercial",
    description: "New storefront, canopy and illuminated wall signs on the street front.",
    disciplines: ["Architectural", "Structural"],
  },
  {
    name: "{business} Rooftop Unit Replacement",
    type: "commercial",
    description: "Replacement of four packaged rooftop units with roof framing reinforcement.",
    disciplines: ["Structural", "Mechanical"],
  },
  {
    name: "{place} Medical Office Building",
    type: "commercial",
    description: "Two-story medical office building of {area} sq ft, shell and core.",
    area: [18_000, 32_000],
    disciplines: ["Architectural", "Structural", "Electrical", "Mechanical", "Accessibility"],
  },
  {
    name: "{place} Hotel",
    type: "commercial",
    description: "Four-story hotel of 96 rooms, {area} sq ft, with meeting rooms and a pool deck.",
    area: [52_000, 66_000],
    disciplines: ["Architectural", "Structural", "Plumbing", "Mechanical", "Fire"],
  },
  {
    name: "{place} EV Charging Plaza",
    type: "commercial",
    description: "Twelve electric vehicle chargers, transformer pad and accessible stalls.",
    disciplines: ["Civil", "Electrical", "Accessibility"],
  },
  {
    name: "{place} Market Hall",
    type: "mixed_use",
    description:
      "Ground-floor market hall of {area} sq ft below existing offices, with a change of occupancy.",
    area: [9_000, 14_500],
    disciplines: ["Architectural", "Structural", "Fire", "Accessibility"],
  },
  {
    name: "{place} Lofts",
    type: "mixed_use",
    description: "Twenty-four lofts over shops, {area} sq ft in five stories with a shared courtyard.",
    area: [31_000, 47_000],
    disciplines: ["Architectural", "Structural", "Electrical", "Plumbing", "Fire"],
  },
  {
    name: "{place} Transit Village",
    type: "mixed_use",
    description:
      "Mixed-use building of {area} sq ft next to the station, with shops, day care and apartments.",
    area: [68_000, 92_000],
    disciplines: ["Architectural", "Structural", "Civil", "Fire", "Accessibility"],
  },
  {
    name: "{place} Distribution Center",
    type: "industrial",
    description: "Tilt-up warehouse of {area} sq ft with high-piled storage and an ESFR sprinkler system.",
    area: [84_000, 160_000],
    disciplines: ["Architectural", "Structural", "Civil", "Fire"],
  },
  {
    name: "{place} Storage Racks",
    type: "industrial",
    description: "Installation of pallet racks twenty-two feet high in an existing warehouse.",
    disciplines: ["Structural", "Fire"],
  },
  {
    name: "{place} Cold Storage",
    type: "industrial",
    description: "Insulated cold storage rooms of {area} sq ft with ammonia refrigeration.",
    area: [6_000, 18_000],
    disciplines: ["Electrical", "Mechanical", "Fire"],
  },
  {
    name: "{place} Elementary School Modernization",
    type: "institutional",
    description: "Modernization of classroom wings of {area} sq ft, restrooms and main electrical service.",
    area: [14_000, 26_000],
    disciplines: ["Architectural", "Electrical", "Plumbing", "Accessibility"],
  },
  {
    name: "{place} Branch Library",
    type: "institutional",
    description: "New branch library of {area} sq ft with a community room and a reading garden.",
    area: [8_500, 12_000],
    disciplines: ["Architectural", "Structural", "Electrical", "Mechanical", "Accessibility"],
  },
  {
    name: "{place} Fire Station",
    type: "institutional",
    description: "Fire station of {area} sq ft with three apparatus bays; essential facility.",
    area: [9_500, 13_000],
    disciplines: ["Architectural", "Structural", "Civil", "Electrical"],
  },
  {
    name: "{place} Park Restroom",
    type: "institutional",
    description: "Prefabricated restroom building and accessible path of travel from the parking lot.",
    disciplines: ["Civil", "Plumbing", "Accessibility"],
  },
  {
    name: "{place} Cell Tower",
    type: "other",
    description: "Monopole seventy feet high with equipment cabinets and a fenced lease area.",
    disciplines: ["Structural", "Electrical"],
  },
  {
    name: "{place} Subdivision Grading",
    type: "other",
    description: "Rough grading, storm drains and utilities for a subdivision of eighteen lots.",
    disciplines: ["Civil"],
  },
  {
    name: "{place} Fire Sprinkler Retrofit",
    type: "other",
    description: "Automatic sprinklers and alarm in an existing building of {area} sq ft.",
    area: [7_000, 24_000],
    disciplines: ["Fire"],
  },
];

export const revisionReasons = [
  "Revision: stair relocated and shear walls adjusted.",
  "Revision: truss layout deferred submittal.",
  "Revision: window and door sizes changed after field measurement.",
  "Revision: mechanical equipment substituted.",
  "Revision: accessible route moved to the east entrance.",
  "Revision: foundation changed after the soils report.",
  "Revision: electrical service raised to 400 A.",
];

export const places = [
  "Alder Creek",
  "Bayshore",
  "Blossom Hill",
  "Canyon Ridge",
  "Copper Mill",
  "Eastgate",
  "Fairhaven",
  "Foundry Row",
  "Granite Point",
  "Heritage Park",
  "Juniper Flats",
  "Lantern Square",
  "Larkspur",
  "Mariposa",
  "Mission Oaks",
  "Northgate",
  "Orchard Glen",
  "Pacific Crossing",
  "Quarry Road",
  "Redwood Terrace",
  "Rose Garden",
  "Sierra View",
  "Sunset Bluff",
  "Tannery Bend",
  "Vineyard Commons",
  "Willow Bend",
];

export const businesses = [
  "Anchor Hardware",
  "Cascade Logistics",
  "Delta Fitness",
  "Evergreen Pharmacy",
  "Five Rivers Bank",
  "Keystone Medical",
  "Lakeside Books",
  "Madrone Eye Care",
  "Nimbus Software",
  "Osprey Outfitters",
  "Pinecrest Credit Union",
  "Quill and Press Stationers",
  "Summit Cycles",
  "Trade Winds Travel",
  "Thornton Veterinary",
  "Urban Loom",
  "Vista Optical",
  "Westport Foods",
];

export const eateries = [
  "Bluebird Coffee",
  "Casa Amarilla",
  "Corner Bakery",
  "El Nopal",
  "Golden Lotus",
  "Harvest Table",
  "Ironwood Brewing",
  "Noodle Harbor",
  "Olive and Thyme",
  "Sakura House",
  "Three Lanterns",
];

export const families = [
  "Abbott",
  "Alvarez",
  "Banerjee",
  "Bauer",
  "Brennan",
  "Carver",
  "Castillo",
  "Chen",
  "Delgado",
  "Dunn",
  "Ellison",
  "Farrell",
  "Flores",
  "Gallagher",
  "Haas",
  "Huang",
  "Ibarra",
  "Jensen",
  "Kaplan",
  "Khan",
  "Lam",
  "Marsh",
  "Nguyen",
  "Novikov",
  "Ochoa",
  "Patel",
  "Quinn",
  "Ramirez",
  "Sato",
  "Schultz",
  "Tanaka",
  "Underwood",
  "Vargas",
  "Whitaker",
  "Yamada",
  "Zeller",
];

export const firstNames = [
  "Aaron",
  "Alicia",
  "Benjamin",
  "Bianca",
  "Carlos",
  "Catherine",
  "Derek",
  "Elena",
  "Frank",
  "Gina",
  "Hector",
  "Irene",
  "James",
  "Karen",
  "Leo",
  "Monica",
  "Nathan",
  "Olivia",
  "Paul",
  "Renee",
  "Simon",
  "Teresa",
  "Vincent",
  "Yvonne",
];

/** Email domains of the applicants, who are architects, engineers and contractors. */
export const firms = [
  "northline-architects.test",
  "baker-structural.test",
  "coastal-builders.test",
  "studio-meridian.test",
  "greenfield-design.test",
  "summit-permits.test",
  "harlan-engineering.test",
  "plumb-and-true.test",
];

export const streets = [
  "Alder Street",
  "Almond Avenue",
  "Bayview Drive",
  "Birch Lane",
  "Broadway",
  "Camino Real",
  "Canal Street",
  "Cedar Avenue",
  "Center Street",
  "Chestnut Street",
  "Commerce Way",
  "Cypress Court",
  "Dolores Street",
  "East First Street",
  "Elm Street",
  "Ferry Road",
  "Foothill Boulevard",
  "Garden Lane",
  "Grand Avenue",
  "Harbor Boulevard",
  "Hawthorne Street",
  "Hillcrest Road",
  "Industrial Parkway",
  "Jefferson Street",
  "Lakeshore Drive",
  "Laurel Street",
  "Lincoln Avenue",
  "Magnolia Avenue",
  "Main Street",
  "Mill Road",
  "Mission Street",
  "Monterey Road",
  "Oak Street",
  "Olive Avenue",
  "Park Place",
  "Railroad Avenue",
  "Ridge Road",
  "River Street",
  "Santa Rosa Avenue",
  "School Street",
  "Spring Street",
  "Sycamore Drive",
  "Valley View Road",
  "Walnut Street",
  "Washington Street",
  "Winery Lane",
];

/** Review notes of a review without corrections. */
export const clearNotes = [
  "No exceptions taken. Approved for this discipline.",
  "Plans comply with the adopted code. Nothing further.",
  "Plans comply as submitted; conditions of approval are on the cover sheet.",
  "Review complete. Stamped and ready to issue.",
];

/** Review notes of a review with corrections. */
export const correctionNotes: Record<DemoDiscipline, string[]> = {
  Architectural: [
    "Sheet A-101: show the travel distance to both exits. Sheet A-201: show window sill heights.",
    "Wall types on A-501 do not match the one-hour separation shown on A-101. Revise.",
    "Provide the occupant load calculation and the plumbing fixture count on the cover sheet.",
  ],
  Structural: [
    "Provide calculations for the flush beam at grid line 3 and its posts to the foundation.",
    "Shear wall schedule lacks hold-downs at lines B and D. Coordinate S-201 with S-501.",
    "Note the soils report number and the allowable bearing pressure on S-001.",
  ],
  Civil: [
    "Show finished floor and pad elevations, and drainage away from the building at 5 percent for 10 feet.",
    "Stormwater treatment areas are not sized. Provide the worksheet and a section.",
    "Driveway slope is above 15 percent at the garage. Provide a profile.",
  ],
  Electrical: [
    "Provide a single-line diagram, load calculation and available fault current.",
    "Show receptacles within reach of the kitchen island and label arc-fault circuits.",
    "Working clearance in front of the main panel is 30 inches; 36 are required.",
  ],
  Plumbing: [
    "Provide an isometric of the waste and vent system and size the building sewer.",
    "Grease interceptor sizing is missing. Show access for pumping.",
    "Backflow preventer at the irrigation connection is not shown.",
  ],
  Mechanical: [
    "Provide heat loss calculations and the outdoor air schedule.",
    "Type I hood: show clearance to combustibles and the duct's rated shaft.",
    "Economizer and smoke detector shutoff are missing for the rooftop units.",
  ],
  Fire: [
    "Fire apparatus access: show the 20-foot width and the hose-pull distance.",
    "Sprinkler plans are a deferred submittal: note this on the cover sheet.",
    "Show the rated corridor doors, closers and the fire alarm devices.",
  ],
  Accessibility: [
    "Restroom layout: show the 60-inch turning circle and side clearance at the lavatory.",
    "Path of travel from the public way to the entrance lacks slopes and landings.",
    "Provide 20 percent disproportionate cost calculation or upgrade the path of travel.",
  ],
};

export type DemoThread = {
  isShared: boolean;
  text: string;
  replies: { from: "city" | "reviewer" | "administrator"; text: string }[];
};

/** Threads started by the reviewer of a discipline. */
export const disciplineThreads: Record<DemoDiscipline, DemoThread[]> = {
  Architectural: [
    {
      isShared: true,
      text: "The exit plan counts the storage room as an accessory use. Does the city agree with that?",
      replies: [
        { from: "city", text: "Yes, we agreed to it at the counter. The note should be on sheet A-001." },
        { from: "reviewer", text: "Thank you. I will ask for the note." },
      ],
    },
    {
      isShared: false,
      text: "Elevations and floor plan disagree about the rear door. Checking before I write it up.",
      replies: [{ from: "administrator", text: "Write it up, the architect revised only the plan." }],
    },
  ],
  Structural: [
    {
      isShared: true,
      text: "Calculations refer to a soils report that is not in the submittal. Can the applicant send it?",
      replies: [
        { from: "city", text: "The applicant will upload it this week." },
        { from: "reviewer", text: "Received. The bearing value matches." },
      ],
    },
    {
      isShared: false,
      text: "The lateral system was changed in the calculations, and the drawings still show plywood walls.",
      replies: [],
    },
  ],
  Civil: [
    {
      isShared: true,
      text: "Does public works want the sidewalk replaced along the full frontage?",
      replies: [{ from: "city", text: "Only where the driveway closes. The standard detail is 207." }],
    },
    {
      isShared: false,
      text: "The grading plan and the survey use different datums, half a foot apart.",
      replies: [{ from: "administrator", text: "Please ask for one datum on all sheets." }],
    },
  ],
  Electrical: [
    {
      isShared: true,
      text: "The service upgrade needs the utility's approval. Is there a letter?",
      replies: [{ from: "city", text: "We have it on file and will attach it." }],
    },
    {
      isShared: false,
      text: "Energy forms are from the previous code cycle.",
      replies: [{ from: "reviewer", text: "The new forms came in with the resubmittal." }],
    },
  ],
  Plumbing: [
    {
      isShared: true,
      text: "The fixture count assumes fewer occupants than the exit plan. Which one is correct?",
      replies: [{ from: "city", text: "The exit plan. Please ask for the same number in the count." }],
    },
    { isShared: false, text: "Water heater location changed between sheets P-101 and M-101.", replies: [] },
  ],
  Mechanical: [
    {
      isShared: true,
      text: "Equipment on the roof is visible from the street. Does planning require a screen?",
      replies: [{ from: "city", text: "Yes, condition 14. It must be on the roof plan." }],
    },
    {
      isShared: false,
      text: "Duct in the shared wall has no damper. Coordinating with the fire review.",
      replies: [{ from: "administrator", text: "Good, one correction for both, please." }],
    },
  ],
  Fire: [
    {
      isShared: true,
      text: "Hydrant flow is from 2019. The fire marshal requires a test from the last 12 months.",
      replies: [
        { from: "city", text: "The test is scheduled for next week." },
        { from: "reviewer", text: "I will keep the review open until the result is in." },
      ],
    },
    {
      isShared: false,
      text: "High-piled storage questionnaire is incomplete: commodity class.",
      replies: [],
    },
  ],
  Accessibility: [
    {
      isShared: true,
      text: "Two accessible stalls are shown and three are required for this number of stalls. May one be compact?",
      replies: [{ from: "city", text: "No. They will restripe the east row." }],
    },
    {
      isShared: false,
      text: "The door to the clinic room swings into the required clearance.",
      replies: [{ from: "reviewer", text: "Corrected on the latest A-101." }],
    },
  ],
};

/** Threads started by the administrator, about the permit in general. */
export const permitThreads: DemoThread[] = [
  {
    isShared: true,
    text: "The submittal is complete and the review has begun.",
    replies: [{ from: "city", text: "Thank you. The applicant is asking for a date." }],
  },
  {
    isShared: true,
    text: "Please confirm the valuation: the form and the cover sheet differ.",
    replies: [{ from: "city", text: "The cover sheet is right. The form will be corrected." }],
  },
  { isShared: false, text: "The applicant called: the owner hopes to break ground next month.", replies: [] },
  {
    isShared: false,
    text: "Large plan set. Please log hours by discipline from the first day.",
    replies: [],
  },
];

export const workDescriptions = [
  "First reading of the plan set",
  "Code review",
  "Review of calculations",
  "Back-check of corrections",
  "Correction letter",
  "Coordination with other disciplines",
  "Call with the designer",
  null,
];

export const feeKinds: {
  serviceType: FeeServiceType;
  descriptions: string[];
  dollars: [minimum: number, maximum: number];
}[] = [
  {
    serviceType: "review",
    descriptions: ["Plan review, first cycle", "Plan review, back-check", "Structural peer review"],
    dollars: [850, 6_400],
  },
  {
    serviceType: "processing",
    descriptions: ["Intake and processing of permits", "Scanning of paper plan sets"],
    dollars: [180, 940],
  },
  {
    serviceType: "expedited",
    descriptions: ["Expedited review within five days", "Weekend review before a council date"],
    dollars: [1_200, 4_800],
  },
  {
    serviceType: "consultation",
    descriptions: ["Pre-application meeting", "Code consultation for planning staff"],
    dollars: [250, 1_500],
  },
  {
    serviceType: "inspection",
    descriptions: ["Special inspection, steel", "Site visit for the grading plan"],
    dollars: [320, 1_900],
  },
  {
    serviceType: "other",
    descriptions: ["Travel for counter days", "Training for counter staff"],
    dollars: [90, 1_100],
  },
];

export const feeNotes = [
  "Monthly statement",
  "Purchase order on file",
  "Sent to accounts payable",
  null,
  null,
  null,
];

/** Rates are in cents per hour or in hundredths of a percent. */
export const pricing: {
  serviceName: string;
  pricingType: PricingType;
  rate: number;
  description: string | null;
  isActive?: boolean;
}[] = [
  {
    serviceName: "Plan review",
    pricingType: "hourly",
    rate: 12_500,
    description: "All disciplines, by the quarter hour",
  },
  {
    serviceName: "Expedited review",
    pricingType: "hourly",
    rate: 18_750,
    description: "Half the usual review time",
  },
  {
    serviceName: "Plan check of the permit fee",
    pricingType: "percentage",
    rate: 6_500,
    description: "Share of the building permit fee, with two back-checks",
  },
  { serviceName: "Technology surcharge", pricingType: "percentage", rate: 550, description: null },
  {
    serviceName: "Counter staffing",
    pricingType: "hourly",
    rate: 9_800,
    description: "Ended with last year's contract",
    isActive: false,
  },
];

export const pdfSheets = [
  { number: "A-001", title: "Cover sheet" },
  { number: "A-101", title: "Floor plans" },
  { number: "A-201", title: "Elevations" },
  { number: "A-501", title: "Wall types and details" },
  { number: "S-101", title: "Foundation plan" },
  { number: "S-201", title: "Framing" },
  { number: "S-501", title: "Structural details" },
  { number: "C-101", title: "Grading and drainage" },
  { number: "E-101", title: "Power and lighting" },
  { number: "P-101", title: "Plumbing plan" },
  { number: "M-101", title: "Mechanical plan" },
  { number: "F-101", title: "Fire protection" },
];

export const dxfSheets = [
  { number: "V-101", title: "Site survey" },
  { number: "C-201", title: "Utility plan" },
  { number: "L-101", title: "Planting plan" },
];

export const dwgTitle = "Podium details";
/** The texts in the title blocks, which name no project because many permits share the drawings. */
export const sampleProject = { project: "Sample plan set", address: "Redline demonstration" };
