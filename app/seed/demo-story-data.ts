import type { DemoDiscipline } from "./demo-disciplines";
import type { DemoStatus } from "./demo-permits";

/** A finding of a first review, with the discussion that follows. */
export type DemoFinding = {
  /** Matching projects have one of these texts in their name. */
  projects: string[];
  /** The correction in the review notes. */
  note: string;
  question: string;
  /** The city's reply. */
  reply: string;
  /** The reviewer's conclusion. */
  close: string;
  /** The result of the next review cycle. */
  backCheck: string;
};

const houses = ["Residence Addition", "Accessory Dwelling Unit", "Hillside Residence"];
const housing = ["Townhomes", "Apartments", "Senior Housing", "Lofts", "Transit Village", "Hotel"];
const tenants = ["Tenant Improvement", "Restaurant Build-out", "Dental Office"];
const existing = ["Market Hall", "School Modernization"];
const buildings = ["Medical Office Building", "Branch Library", "Fire Station", "Distribution Center"];

/** Each kind of project has at least one finding in each discipline that it requires. */
export const findings: Record<DemoDiscipline, DemoFinding[]> = {
  Architectural: [
    {
      projects: [...houses, "Garage Conversion"],
      note: "A-201: the bedroom window is 30 by 36 inches with a sill at 48. Provide 5.7 sq ft of clear opening and a sill of 44 inches at most (CRC R310).",
      question:
        "Sheet A-201 gives the bedroom window as 30 by 36 inches with a sill at 48. CRC R310 requires 5.7 square feet of clear opening and a sill of 44 inches at most. Is a larger unit planned?",
      reply:
        "The architect says it is a casement of 36 by 48 with a sill at 42. The schedule is out of date.",
      close: "That works. The schedule and the elevation have to agree on the next set.",
      backCheck: "The window schedule and A-201 agree now: 36 by 48, sill at 42. Closed.",
    },
    {
      projects: [...tenants, "Market Hall"],
      note: "A-001: the occupant load is 52 by the areas on A-101, not 38. Show a second exit or correct the use of the rear room (CBC 1006.2.1).",
      question:
        "The code analysis on A-001 counts 38 occupants; from the areas on A-101 I get 52. Above 49 a second exit is needed (CBC 1006.2.1). What is the rear room used for?",
      reply: "Storage. The plan will be labeled, and the count is then 44.",
      close: "Then one exit is enough. Please show the label and the new count on the next set.",
      backCheck: "A-101 labels the rear room as storage, and A-001 counts 44. Closed.",
    },
    {
      projects: houses,
      note: "A-101: the east wall is 3 feet 6 inches from the property line. Show a one-hour assembly within 5 feet (CRC R302.1).",
      question:
        "The east wall is 3 feet 6 inches from the property line on A-101. Within 5 feet CRC R302.1 requires a one-hour wall, unless the house has sprinklers. Does it?",
      reply: "No sprinklers. The plans will show the rated wall.",
      close: "Thank you. A listed assembly on A-501 and a note on A-101 are enough.",
      backCheck: "A-501 shows UL U305 for the east wall, and A-101 refers to it. Closed.",
    },
    {
      projects: ["Kitchen Remodel", "Garage Conversion", "Residence Addition"],
      note: "A-101: show smoke and carbon monoxide alarms throughout the house (CRC R314, R315).",
      question:
        "The plans show no smoke or carbon monoxide alarms. For this work CRC R314 and R315 require them throughout the house. What is there today?",
      reply: "One battery alarm in the hall. The owner will add the others.",
      close: "Please show them on A-101: one in each bedroom, one outside, one on each floor.",
      backCheck: "The alarms are on A-101 in all places. Closed.",
    },
    {
      projects: ["Garage Conversion", "Kitchen Remodel"],
      note: "A-101: glazing of 6 sq ft for a room of 210. Provide 8 percent of the floor area (CRC R303.1).",
      question:
        "A-101 has one window of 6 square feet for a room of 210. CRC R303.1 requires 8 percent of the floor area, which is 17. Is another window possible on the garden side?",
      reply: "Yes, the owner prefers a glazed door there anyway.",
      close: "Good. Please show the door on A-101 and in the schedule.",
      backCheck: "A glazed door of 20 square feet is on A-101. Closed.",
    },
    {
      projects: housing,
      note: "A-501: wall type W3 between units has no sound rating. Provide an assembly of STC 50 (CBC 1206.2).",
      question:
        "Wall type W3 between the units has no sound rating on A-501. CBC 1206.2 requires STC 50. Is there a test report for the assembly?",
      reply: "There is one, for STC 54. The architect will send it with the next set.",
      close: "Good. The number of the report belongs next to W3 on A-501.",
      backCheck: "The report is in the submittal, and A-501 names it. Closed.",
    },
    {
      projects: [...housing, ...buildings],
      note: "A-101: the exits are 62 feet apart where the diagonal is 142. State the sprinkler system in the code analysis or move one exit (CBC 1007.1.1).",
      question:
        "The two exits on A-101 are 62 feet apart, and half of the diagonal would be 71 (CBC 1007.1.1). With sprinklers one third is enough. Is the building sprinklered throughout?",
      reply: "Yes, NFPA 13 throughout. The sprinkler plans are a deferred submittal.",
      close: "Then the exits are fine. Please ask for a note in the code analysis on A-001.",
      backCheck: "A-001 states NFPA 13 throughout and the separation of the exits. Closed.",
    },
    {
      projects: [...tenants, "Medical Office Building", "Branch Library"],
      note: "A-501: wall type 4 ends at the ceiling where A-101 calls for one hour. Continue it to the deck above (CBC 708.4).",
      question:
        "Wall type 4 ends at the ceiling on A-501, while A-101 calls it a one-hour partition. Which one is meant?",
      reply: "The partition is rated. The architect will correct the detail.",
      close: "Thank you. It has to go to the deck above, with the penetrations sealed.",
      backCheck: "Detail 4 on A-501 goes to the deck now, with a listed joint. Closed.",
    },
    {
      projects: [...existing],
      note: "A-101: doors that serve more than 50 people have lever sets. Provide panic hardware (CBC 1010.2.9).",
      question:
        "The door schedule gives lever sets for doors 101 and 102, which serve 180 people. For 50 or more people CBC 1010.2.9 requires panic hardware. Were the doors meant to stay as they are?",
      reply: "They stay, but the hardware can be replaced. We have informed the architect.",
      close: "Good. The schedule and a hardware group on A-501 are enough.",
      backCheck: "Hardware group 3 with panic bars is in the schedule. Closed.",
    },
    {
      projects: ["Facade and Signage"],
      note: "A-201: the canopy hangs 7 feet 6 inches above the sidewalk. Provide 8 feet of clearance (CBC 3202.2).",
      question:
        "The canopy reaches 5 feet over the sidewalk at a height of 7 feet 6 inches. CBC 3202.2 requires 8 feet of clearance. Has Public Works agreed to it?",
      reply: "It has not. The applicant will raise it to 8 feet 4 inches.",
      close: "Thank you. Please show the height on A-201 and in the section.",
      backCheck: "A-201 shows 8 feet 4 inches of clearance. Closed.",
    },
    {
      projects: [...buildings, ...housing],
      note: "A-001: the allowable area includes a frontage increase of 75 percent. Only two sides are open on the site plan (CBC 506.3).",
      question:
        "The allowable area on A-001 includes 75 percent for frontage, and the site plan has open space on two sides only (CBC 506.3). Is the north yard an easement?",
      reply: "It is, recorded in 2014. We will add the deed to the application.",
      close: "With the deed, three sides count and the area is within the limit.",
      backCheck: "The deed is on file, and A-001 refers to it. Closed.",
    },
  ],
  Structural: [
    {
      projects: [...houses, ...housing, ...buildings, "Residence Pool", "Cell Tower"],
      note: "S-101: provide the soils report and its number. The calculations refer to it for 2,000 psf.",
      question:
        "The calculations use a bearing pressure of 2,000 psf from a soils report that is not in the submittal. Can the applicant send it?",
      reply: "The applicant has sent it to us. We will upload it with the other files.",
      close: "Thank you. I have looked at it: 2,000 psf agrees with its section 5.",
      backCheck: "S-101 names the soils report and its date. Closed.",
    },
    {
      projects: [...houses, "Townhomes", "Apartments", "Senior Housing", "Lofts"],
      note: "S-201: shear wall 4 is 3 feet long and 9 high. Apply the reduction for slender walls or lengthen it (SDPWS 4.3).",
      question:
        "Shear wall 4 on S-201 is 3 feet long and 9 feet high. The calculations leave out the reduction for slender walls (SDPWS 4.3). Can the wall be longer?",
      reply: "The engineer can make it 4 feet 6 inches by moving the window.",
      close: "Good. A-101 and the hold-downs must be changed too.",
      backCheck: "Wall 4 is 4 feet 6 inches on S-201 and A-101, with HDU5 at both ends. Closed.",
    },
    {
      projects: ["Kitchen Remodel", "Residence Addition"],
      note: "Calculations, page 6: the flush beam carries the upper floor too. Revise, and show the posts down to the footings.",
      question:
        "Page 6 sizes the flush beam for the roof only, but on S-201 the joists of the upper floor rest on it too. Which one is right?",
      reply: "The joists rest on it. The engineer is revising the page.",
      close: "Please ask for the posts and the footings below as well.",
      backCheck: "The beam went from 11 7/8 to 14 inches, and S-101 has a pad under each post. Closed.",
    },
    {
      projects: [...housing, ...buildings, "Market Hall", "Facade and Signage", "Storage Racks"],
      note: "S-101: add the epoxy anchors to the special inspections, and name the agency (CBC 1705).",
      question:
        "The list of special inspections on S-101 leaves out the epoxy anchors (CBC 1705.1). Has the owner named an inspection agency yet?",
      reply: "Yes, the form came in this morning. We will attach it.",
      close: "Thank you. The list on S-101 needs the anchors, with their report number.",
      backCheck: "The anchors are on the list, and the agency's form is on file. Closed.",
    },
    {
      projects: ["Rooftop Unit"],
      note: "S-201: joists are checked for 1,200 pounds a unit. The cut sheet says 1,850. Revise.",
      question:
        "The joists on S-201 are checked for 1,200 pounds a unit. The cut sheet of the new units says 1,850 with the curb. Which model is being installed?",
      reply: "The heavier one. The engineer had the older sheet.",
      close: "Then the joists at units 2 and 4 need to be checked again.",
      backCheck: "S-201 doubles the joists at units 2 and 4. The calculation agrees. Closed.",
    },
    {
      projects: ["Re-roof and Solar"],
      note: "S-201: rafters are 2x6 on the plan and 2x4 on the photographs. Verify and revise.",
      question:
        "S-201 has rafters of 2x6, and the photographs of the attic look like 2x4. The array needs the larger ones. Can the contractor measure them?",
      reply: "Measured today: 2x4 at 24 inches.",
      close: "Thank you. Then the rafters under the array need to be strengthened.",
      backCheck: "S-201 adds a 2x6 next to each rafter under the array. Closed.",
    },
    {
      projects: ["Storage Racks", "Distribution Center"],
      note: "S-501: the slab is assumed to be 6 inches thick. Provide the record drawing or a core (ASCE 7, 15.5.3).",
      question:
        "The base plates are designed for a slab of 6 inches. Do the city's records show how thick it is?",
      reply: "The record drawings of 2003 say 6 inches with number 4 bars. We will send the sheet.",
      close: "Good, that agrees with S-501.",
      backCheck: "The record drawing is part of the set. Closed.",
    },
    {
      projects: ["Cell Tower", "Distribution Center"],
      note: "S-101: exposure B is used for wind. The site is open to the west: use C (ASCE 7, 26.7).",
      question:
        "The wind loads use exposure B. The aerial photograph shows open fields to the west, which is exposure C (ASCE 7, 26.7). Has a building been approved there?",
      reply: "No. It is agricultural land.",
      close: "Then please use C. The anchor bolts must be checked again.",
      backCheck: "Exposure C is on S-101, and the bolts went up one size. Closed.",
    },
    {
      projects: ["Residence Pool", "Hillside Residence"],
      note: "S-501: add the surcharge of the slope above to the retaining wall (CBC 1610).",
      question:
        "The retaining wall is designed for level ground, and C-101 has a slope of 2 to 1 above it. Was the wall moved after the calculations?",
      reply: "Yes, by 6 feet, to save an oak. We have informed the engineer.",
      close: "Thank you. New calculations and S-501 with the longer heel, please.",
      backCheck: "The heel is 5 feet now, and the calculation includes the slope. Closed.",
    },
    {
      projects: ["Facade and Signage", "Market Hall"],
      note: "S-201: provide a lintel and jamb reinforcement at the new opening in the masonry wall.",
      question:
        "The new opening on A-201 cuts through a reinforced masonry wall, and S-201 shows no lintel there. Is there a sheet missing?",
      reply: "S-202 was left out of the upload. It will follow today.",
      close: "Thank you. S-202 has the lintel, and the jambs need one more bar each side.",
      backCheck: "The jambs have two number 5 bars each. Closed.",
    },
  ],
  Civil: [
    {
      projects: [
        "Accessory Dwelling Unit",
        "Hillside Residence",
        "Residence Pool",
        "Park Restroom",
        "Townhomes",
      ],
      note: "C-101: show drainage away from the building, 5 percent for 10 feet (CBC 1804.4).",
      question:
        "C-101 has no slopes next to the building. CBC 1804.4 requires 5 percent over 10 feet, or a swale. Where does the water go on the west side?",
      reply: "Into the swale along the fence, which is missing in the survey.",
      close: "Good. Please show the swale and a few spot elevations on C-101.",
      backCheck: "C-101 has the swale at 2 percent and elevations at all corners. Closed.",
    },
    {
      projects: [
        "Townhomes",
        "Apartments",
        "Transit Village",
        "Distribution Center",
        "Fire Station",
        "EV Charging Plaza",
        "Subdivision Grading",
      ],
      note: "C-101: size the stormwater treatment areas. The worksheet covers only the north half of the site.",
      question:
        "The stormwater worksheet covers only the north half of the site. Does the city count the south half as redeveloped too?",
      reply: "Yes, all repaved areas count. Public Works confirmed it.",
      close: "Thank you. Then both halves need a treatment area and a section.",
      backCheck: "Two treatment areas are on C-101, and the worksheet covers 100 percent. Closed.",
    },
    {
      projects: [
        "Subdivision Grading",
        "Hillside Residence",
        "Apartments",
        "Distribution Center",
        "Transit Village",
      ],
      note: "C-101: survey and grading plan use different datums, half a foot apart. Use one on all sheets.",
      question: "The survey and C-101 use different datums, half a foot apart. Which one does the city want?",
      reply: "NAVD 88, as on our benchmark list.",
      close: "Thank you. I will ask for NAVD 88 on all sheets.",
      backCheck: "All sheets are on NAVD 88, with the benchmark in the notes. Closed.",
    },
    {
      projects: [
        "Accessory Dwelling Unit",
        "Townhomes",
        "EV Charging Plaza",
        "Fire Station",
        "Transit Village",
      ],
      note: "C-101: replace the sidewalk where the driveway closes, by the city's standard detail.",
      question:
        "The old driveway closes. Does Public Works want the sidewalk replaced along the full frontage, or only there?",
      reply: "Only there, by standard detail 207, with a new curb.",
      close: "Thank you. I will add the detail to the correction.",
      backCheck: "Detail 207 is on C-101, at the old driveway. Closed.",
    },
    {
      projects: ["Accessory Dwelling Unit", "Park Restroom", "Fire Station", "Apartments"],
      note: "C-101: show the slope and invert of the sewer lateral to the main.",
      question:
        "C-101 shows the sewer lateral without inverts. At 2 percent it would come in below the main. Do your records have its depth?",
      reply: "Seven feet two inches at the manhole. We will send the sheet.",
      close: "Then 2 percent works with a start at 36 inches.",
      backCheck: "The profile on C-101 has inverts at both ends. Closed.",
    },
    {
      projects: ["Subdivision Grading", "Distribution Center", "Residence Pool", "Hillside Residence"],
      note: "C-101: earthwork leaves 650 cubic yards to export. Show the haul route.",
      question:
        "The earthwork has 650 cubic yards left over, and no haul route is shown. Does the city require a certain route?",
      reply: "By the arterial, between 9 and 3. The traffic division will issue the permit.",
      close: "Thank you. The route and the hours belong on C-101.",
      backCheck: "Route and hours are in the notes of C-101. Closed.",
    },
  ],
  Electrical: [
    {
      projects: ["Residence Addition", "Garage Conversion"],
      note: "E-101: provide a load calculation for the existing 100 A service (CEC 220).",
      question:
        "E-101 keeps the service of 100 A and adds a heat pump and a range. Is there a load calculation (CEC 220)?",
      reply: "The contractor has one: 118 A. The owner will apply for 200 A.",
      close: "Then the utility's approval and a single-line diagram are needed too.",
      backCheck: "The diagram has 200 A, and the utility has approved it. Closed.",
    },
    {
      projects: [...tenants, "School Modernization", ...buildings, "Cold Storage", "Lofts"],
      note: "E-101: give the available fault current at the main and the ratings of panels A and B (CEC 110.9).",
      question:
        "The single-line diagram has no available fault current, and panel A is rated 10 kA. Has the utility stated it?",
      reply: "Yes: 14,200 A at the transformer. The letter is in the mail.",
      close: "Then the rating of panel A is too low, unless the engineer calculates a lower value there.",
      backCheck: "The diagram has 9,100 A at panel A, and the calculation agrees. Closed.",
    },
    {
      projects: ["Residence Addition", "Garage Conversion", "Lofts"],
      note: "E-101: mark arc-fault circuits, and add a receptacle so that no wall space is over 6 feet from one (CEC 210.12, 210.52).",
      question:
        "E-101 marks no arc-fault circuits (CEC 210.12), and the long wall has one receptacle. Is there furniture planned there?",
      reply: "Built-in cabinets along half of it. They are on A-101 now.",
      close: "Then one more receptacle is enough.",
      backCheck: "The receptacle and the arc-fault circuits are on E-101. Closed.",
    },
    {
      projects: [
        ...tenants,
        "School Modernization",
        "Medical Office Building",
        "Branch Library",
        "Cell Tower",
      ],
      note: "E-101: working space before the main panel is 30 inches deep. Provide 36 (CEC 110.26).",
      question:
        "The space before the main panel is 30 inches deep on E-101, and CEC 110.26 requires 36. Can the shelving be moved?",
      reply: "It can. The tenant does not need that bay.",
      close: "Good. A note on E-101 keeps it free.",
      backCheck: "36 inches are shown and noted. Closed.",
    },
    {
      projects: ["Re-roof and Solar"],
      note: "E-101: breakers of 125 A and 40 A exceed 120 percent of the 125 A bus (CEC 705.12).",
      question:
        "With the inverter's 40 A the breakers add up to 165 A on a bus of 125 A. CEC 705.12 allows 150. Is the panel being replaced?",
      reply: "Yes, by one of 225 A. The installer forgot to show it.",
      close: "That settles it. The rapid shutdown label belongs on E-101 too.",
      backCheck: "E-101 has the new panel and the label. Closed.",
    },
    {
      projects: ["EV Charging Plaza"],
      note: "E-101: twelve chargers at full load exceed the transformer. Show the load management and its setting (CEC 625.42).",
      question:
        "Twelve chargers at full load need 1,150 A, and the transformer provides 800. Is there load management (CEC 625.42)?",
      reply: "Yes, set to 640 A. The applicant has the manufacturer's data sheet.",
      close: "Please show the setting on the diagram and add the sheet to the set.",
      backCheck: "The setting of 640 A is on the diagram, and sealed. Closed.",
    },
    {
      projects: [
        "Tenant Improvement",
        "Dental Office",
        "Branch Library",
        "School Modernization",
        "Medical Office Building",
      ],
      note: "E-101: add daylight controls for the rows by the windows (Energy Code 130.1).",
      question:
        "The energy forms list daylight controls, and E-101 switches all rows together. Which one is correct?",
      reply: "The forms. The designer will correct the plan.",
      close: "Thank you. The two rows by the windows need a separate control.",
      backCheck: "Rows 1 and 2 have a separate control on E-101. Closed.",
    },
    {
      projects: ["Cell Tower", "EV Charging Plaza", "Fire Station", "Cold Storage"],
      note: "E-101: provide the utility's approval of the meter location.",
      question: "The meter is inside the fence. Has the utility agreed to that?",
      reply: "With a lock box at the gate. We have their letter and will attach it.",
      close: "Thank you. Please show the lock box on E-101.",
      backCheck: "Lock box and meter are on E-101, and the letter is on file. Closed.",
    },
  ],
  Plumbing: [
    {
      projects: ["Residence Addition", "Accessory Dwelling Unit"],
      note: "P-101: four water closets drain into a 3-inch line. CPC Table 703.2 allows three.",
      question:
        "With the new bath, four water closets drain into the 3-inch line. CPC Table 703.2 allows three. How large is the line to the street?",
      reply: "Four inches after the cleanout. The owner had it inspected by camera last year.",
      close: "Then only the part up to the cleanout has to be larger.",
      backCheck: "P-101 has 4 inches up to the cleanout. Closed.",
    },
    {
      projects: [
        "Dental Office",
        "School Modernization",
        "Park Restroom",
        "Senior Housing",
        "Restaurant Build-out",
      ],
      note: "P-101: the fixture count assumes fewer occupants than the exit plan. Use one number (CPC 422.1).",
      question:
        "The fixture count assumes 38 occupants, and the exit plan more. Which number is correct (CPC 422.1)?",
      reply: "The number on the exit plan. The architect knows.",
      close: "Thank you. That may mean one more lavatory.",
      backCheck: "The count follows the exit plan, and one lavatory was added. Closed.",
    },
    {
      projects: ["Restaurant Build-out", "Senior Housing", "Hotel"],
      note: "P-101: size the grease interceptor and show access for pumping (CPC 1014).",
      question:
        "P-101 shows a grease interceptor without its size. Does the sewer district require one outside?",
      reply: "With 30 seats or more, yes: at least 750 gallons.",
      close: "Thank you. Please show it on P-101 and C-101, clear of the parking stalls.",
      backCheck: "One of 1,000 gallons is by the service door. Closed.",
    },
    {
      projects: [
        "Dental Office",
        "Restaurant Build-out",
        "School Modernization",
        "Hotel",
        "Townhomes",
        "Lofts",
        "Park Restroom",
      ],
      note: "P-101: show the backflow preventer and its type (CPC 603).",
      question:
        "P-101 has no backflow preventer at the meter (CPC 603). Does the water division want one for each tenant or one for the site?",
      reply: "One for the site, of the reduced pressure type, above ground.",
      close: "Thank you. I will ask for it after the meter, with its drain.",
      backCheck: "It is on P-101, with drain and cage. Closed.",
    },
    {
      projects: [
        "Dental Office",
        "Townhomes",
        "Lofts",
        "Hotel",
        "Senior Housing",
        "Accessory Dwelling Unit",
        "Residence Addition",
      ],
      note: "P-101: provide an isometric of waste and vents with sizes.",
      question:
        "There is no isometric of waste and vents, and I cannot see how the island sink is vented. Does the plumber have one?",
      reply: "The designer will draw it this week.",
      close: "Thank you. Please ask for sizes and fixture units on it.",
      backCheck: "The isometric is complete; the island has a loop vent. Closed.",
    },
    {
      projects: ["Dental Office"],
      note: "P-101: name the installer and verifier of the medical gas system (NFPA 99).",
      question:
        "P-101 has outlets for oxygen and vacuum, and no zone valves. Who verifies the medical gas system (NFPA 99)?",
      reply: "A verifier from Sacramento. The applicant will give us the certificate.",
      close: "Thank you. Please show zone valves and the alarm panel on P-101.",
      backCheck: "Valves and panel are on P-101, and the certificate is on file. Closed.",
    },
  ],
  Mechanical: [
    {
      projects: [
        "Tenant Improvement",
        "Medical Office Building",
        "Branch Library",
        "Hotel",
        "Apartments",
        "Restaurant Build-out",
      ],
      note: "M-101: provide the outdoor air schedule by room (CMC 402).",
      question:
        "M-101 gives outdoor air for the entire floor and not by room (CMC 402). Is the schedule of the energy forms the newer one?",
      reply: "It is. The engineer will copy it onto the plan.",
      close: "Good. Room 104 needs more than that schedule shows.",
      backCheck: "The schedule is on M-101, and room 104 has 165 cfm. Closed.",
    },
    {
      projects: ["Restaurant Build-out"],
      note: "M-101: show the clearance of the Type I hood to combustibles and the rated shaft of its duct (CMC 507, 510).",
      question:
        "The duct of the Type I hood goes through the attic of the next tenant. Is there a shaft (CMC 510.7)?",
      reply: "There is none. The contractor suggests a listed wrap.",
      close: "A listed wrap is allowed. Please show two layers and the report number on M-101.",
      backCheck: "M-101 has the wrap with its listing. Closed.",
    },
    {
      projects: ["Rooftop Unit", "Tenant Improvement", "Medical Office Building", "Branch Library"],
      note: "M-101: units over 2,000 cfm need a smoke detector that stops the fan (CMC 608.1).",
      question:
        "Two units move 2,400 cfm and M-101 shows no smoke detectors (CMC 608.1). Does the building have a fire alarm to connect them to?",
      reply: "Yes, an addressable one, of 2018.",
      close: "Then please connect them, and show the point list on M-101.",
      backCheck: "Both detectors and the point list are shown. Closed.",
    },
    {
      projects: ["Apartments", "Hotel", "Medical Office Building", "Tenant Improvement"],
      note: "M-101: show fire and smoke dampers where ducts cross the corridor wall (CBC 717).",
      question:
        "Ducts cross the corridor wall in four places, and M-101 has dampers in two (CBC 717.5). Were the others left out on purpose?",
      reply: "No, the architect moved the wall after M-101 was drawn.",
      close: "Thank you. The fire review waits for the same sheet.",
      backCheck: "All four have dampers with access doors. Closed.",
    },
    {
      projects: ["Cold Storage"],
      note: "M-101: provide the ventilation and leak detection of the ammonia machinery room (CMC 1106).",
      question:
        "M-101 ventilates the machinery room with one fan. Has the fire department agreed on the alarm levels for ammonia (CMC 1106)?",
      reply: "They require 25 ppm for the alarm and 150 for the shutdown.",
      close: "Thank you. Both levels and a second fan belong on M-101.",
      backCheck: "Levels and fans are on M-101. Closed.",
    },
    {
      projects: ["Rooftop Unit", "Restaurant Build-out", "Branch Library", "Hotel"],
      note: "M-101: equipment within 10 feet of the roof edge needs a guard (CBC 1015.6). Show the screen that planning requires.",
      question:
        "Unit 3 is 6 feet from the roof edge and needs a guard (CBC 1015.6). Does planning require a screen as well?",
      reply: "Yes, condition 14. One screen may serve for both.",
      close: "Good. It must be braced and at least 42 inches high.",
      backCheck: "The screen is on M-101, 48 inches high. Closed.",
    },
  ],
  Fire: [
    {
      projects: ["Hillside Residence", ...housing, "Distribution Center"],
      note: "C-101: the access road is 18 feet wide and ends after 190. Show 20 feet and a turnaround (CFC 503.2).",
      question:
        "The access road is 18 feet wide on C-101 and ends after 190 feet. CFC 503.2 requires 20 feet, and a turnaround for roads over 150 feet. Did the fire marshal agree to less?",
      reply: "No. There is room for a hammerhead by the trash enclosure.",
      close: "Good. Please show the turning path of your fire engine on C-101.",
      backCheck: "Road and hammerhead are shown with the turning path. Closed.",
    },
    {
      projects: ["Hillside Residence", ...housing, "Distribution Center"],
      note: "A-001: the hydrant flow test is from 2019. Provide one from the last 12 months (CFC 507).",
      question:
        "The hydrant flow is from 2019. Does the fire marshal accept it, or is a new test needed (CFC 507.4)?",
      reply: "A new one. It is scheduled for Tuesday morning.",
      close: "Thank you. I will continue with the rest.",
      backCheck: "The new test gives 1,940 gpm at 20 psi, which is enough. Closed.",
    },
    {
      projects: ["Restaurant Build-out", "Market Hall", "Lofts", "Senior Housing", "Apartments"],
      note: "A-001: sprinkler plans are a deferred submittal. Say so on the cover sheet (CBC 107.3.4.1).",
      question:
        "The sprinkler heads change with the new ceiling, and there are no plans for them. Are they a deferred submittal?",
      reply: "Yes. The contractor has not been chosen yet.",
      close: "Then the cover sheet has to say so.",
      backCheck: "A-001 lists sprinklers and alarm as deferred. Closed.",
    },
    {
      projects: ["Storage Racks", "Distribution Center", "Cold Storage"],
      note: "Complete the high-piled storage questionnaire: commodity class and storage height (CFC 3201.3).",
      question:
        "The questionnaire for high-piled storage leaves out the commodity class (CFC 3201.3). What is stored there?",
      reply: "Canned food in cartons on wooden pallets, 20 feet high.",
      close: "That is class III. The sprinklers have to be checked for it.",
      backCheck: "The calculation has class III at 20 feet, with room to spare. Closed.",
    },
    {
      projects: ["Fire Sprinkler Retrofit", "Market Hall"],
      note: "F-101: show the fire department connection and the monitoring of the valves (CFC 903.4).",
      question:
        "F-101 puts the fire department connection behind the building. Where does your engine company want it?",
      reply: "On the street side, within 50 feet of the hydrant.",
      close: "Thank you. The valve has to be monitored as well.",
      backCheck: "The connection is on the street front, and the valve is monitored. Closed.",
    },
    {
      projects: ["Cold Storage"],
      note: "F-101: show the emergency shutoff of the refrigeration outside the machinery room (CFC 608.10).",
      question:
        "I find no emergency shutoff outside the machinery room (CFC 608.10). Does the department want a key switch or a break-glass?",
      reply: "Break-glass, by the door that the engine company uses.",
      close: "Thank you. That is the east door.",
      backCheck: "The shutoff is by the east door, with its sign. Closed.",
    },
  ],
  Accessibility: [
    {
      projects: ["Tenant Improvement", "Restaurant Build-out", ...existing],
      note: "A-001: provide the 20 percent cost calculation or an accessible path of travel (CBC 11B-202.4).",
      question:
        "The path from the street has a slope of 7 percent before the entrance. Is the project above the valuation threshold (CBC 11B-202.4)?",
      reply: "Below it. The applicant will spend 20 percent on the path.",
      close: "Then the entrance has priority, before the restrooms.",
      backCheck: "A-001 has the calculation, and the entrance is rebuilt. Closed.",
    },
    {
      projects: [
        "Tenant Improvement",
        "Restaurant Build-out",
        "Medical Office Building",
        "Branch Library",
        ...existing,
        "Park Restroom",
        "Senior Housing",
      ],
      note: "A-101: show the 60-inch turning circle and the clearance next to the water closet (CBC 11B-604).",
      question:
        "The turning circle in the restroom overlaps the swing of the door by 14 inches (CBC 11B-304). Can the door open outward?",
      reply: "It can, the corridor is wide enough.",
      close: "Good. Please show the clearance next to the water closet too.",
      backCheck: "A-101 has both, and the door opens outward. Closed.",
    },
    {
      projects: [
        "Medical Office Building",
        "Branch Library",
        "EV Charging Plaza",
        "Park Restroom",
        "Transit Village",
        "Senior Housing",
      ],
      note: "A-101: provide three accessible stalls, one of them for vans (CBC 11B-208.2).",
      question:
        "Two accessible stalls are shown, and this number of stalls requires three (CBC 11B-208.2). Can the east row be restriped?",
      reply: "Yes. The city agrees to lose one stall.",
      close: "Thank you. The van stall must be nearest to the entrance.",
      backCheck: "Three stalls are on the site plan, with signs. Closed.",
    },
    {
      projects: ["EV Charging Plaza"],
      note: "A-101: one charging space for vans needs 12 feet and an aisle (CBC 11B-812).",
      question:
        "With twelve chargers CBC 11B-228.3 requires one van-accessible space, and the widest here is 9 feet. Is there room at the end of the row?",
      reply: "The applicant will remove one planter for it.",
      close: "Good. Its aisle must not be in the fire lane.",
      backCheck: "Space 12 is 12 feet wide, with an aisle of 5. Closed.",
    },
    {
      projects: ["Restaurant Build-out", "Tenant Improvement", "Branch Library", "Market Hall"],
      note: "A-501: the counter is 42 inches high. Lower 36 inches of it to 34 (CBC 11B-904.4).",
      question:
        "The counter is 42 inches high along its full length. Is a lower part planned (CBC 11B-904.4)?",
      reply: "Yes, at the north end. It is not on the elevation yet.",
      close: "Thank you. It must be 36 inches long and 34 high.",
      backCheck: "The elevation on A-501 shows it. Closed.",
    },
    {
      projects: ["Transit Village", "Senior Housing"],
      note: "A-101: adaptable units need reinforcement for grab bars (CBC 1127A, 1134A).",
      question:
        "The notes on A-101 specify adaptable units, and A-501 has no backing for grab bars. Is there a detail (CBC 1134A)?",
      reply: "The architect has a standard detail and will add it.",
      close: "Thank you. It must cover the tub and the water closet.",
      backCheck: "Details 7 and 8 on A-501 have the backing. Closed.",
    },
  ],
};

export type DemoLine = { from: "administrator" | "city"; text: string };

/** Threads about a new submittal. A text may contain {disciplines}, {due} and two valuations, {lower} and {higher}. */
export const openings: DemoLine[][] = [
  [
    {
      from: "administrator",
      text: "The submittal is complete and the review has begun. It covers {disciplines} and is due {due}.",
    },
    { from: "city", text: "Thank you. The applicant asks whether all comments will come together." },
    { from: "administrator", text: "Yes, when the last discipline is complete." },
  ],
  [
    {
      from: "administrator",
      text: "Received and complete. The valuation is {lower} on the form and {higher} on the cover sheet. Which one is right?",
    },
    { from: "city", text: "The cover sheet. We have corrected the form." },
    { from: "administrator", text: "Thank you. {disciplines} have the plans now, due {due}." },
  ],
  [
    {
      from: "administrator",
      text: "The plans have arrived, for {disciplines}. You will hear from us by {due} at the latest.",
    },
    {
      from: "city",
      text: "Good. Planning has approved the project; its conditions are on the cover sheet.",
    },
  ],
];

/** The thread of a permit without assignments. */
export const unassignedOpening: DemoLine[] = [
  {
    from: "administrator",
    text: "The plans have arrived and are complete. Reviewers for {disciplines} will be chosen this week.",
  },
  { from: "city", text: "Thank you. The applicant asks when to expect the first comments." },
  { from: "administrator", text: "They can expect {due}." },
];

/** Internal threads of the firm. */
export const internalThreads: [text: string, reply: string][] = [
  [
    "The applicant called again: a crew is booked for the end of the month. I made no promises.",
    "My part can be done by Thursday if nothing else comes in.",
  ],
  [
    "Please log hours by discipline from the first day, this project is billed by the hour.",
    "Done, including the first reading.",
  ],
  [
    "One correction letter for all disciplines, please. Let me know when your corrections are in the notes.",
    "Half of them are. The rest will follow by the end of the week.",
  ],
];

/** The end of a review cycle: the administrator's message to the city, and its reply. */
export const endings: Record<Exclude<DemoStatus, "in_process">, { message: string; reply: string }[]> = {
  approved: [
    {
      message:
        "All disciplines have signed off. The set is stamped, and the conditions of approval are on the cover sheet.",
      reply: "Thank you. We will issue the permit this week.",
    },
    {
      message: "The review is complete and the project approved.",
      reply: "Wonderful, the owner was waiting for it. The fees are paid.",
    },
  ],
  resubmittal_required: [
    {
      message:
        "The review is complete. Please ask for revised sheets, clouded, with a letter that responds to each correction.",
      reply: "Forwarded to the applicant. They expect to resubmit within two weeks.",
    },
    {
      message: "Corrections are ready. Most are small; the applicant may reach the reviewers through us.",
      reply: "Thank you. The architect is working on them already.",
    },
  ],
  hold: [
    {
      message: "This is on hold at your request. Completed reviews stay completed; the others will wait.",
      reply: "Thank you. The planning commission will decide at its next meeting.",
    },
    {
      message: "On hold until the applicant has paid the plan check fee, as agreed on the phone.",
      reply: "We informed them today.",
    },
  ],
  cancelled: [
    {
      message: "We hear that the owner is withdrawing the project. The review is stopped.",
      reply: "Yes, we have received the letter. Please bill only the hours worked so far.",
    },
  ],
};

/** The city's comment on a resubmittal. */
export const resubmittals = [
  "The revised sheets are uploaded, clouded, with a letter that responds to each correction.",
  "The applicant has resubmitted. All corrections are addressed.",
  "Revised plans are here. Please call the architect if any correction is still open.",
];

/** The reviewer's comment when the city's reply settles the question. */
export const settledReplies = [
  "Thank you, that settles it. It is noted on the stamped set.",
  "That is all I needed. No exceptions taken.",
  "Thank you. Noted as a condition of approval; nothing else is open in my discipline.",
];

/** Descriptions of the hours in a first review, one per day. */
export const firstReviewWork: Record<DemoDiscipline, string[]> = {
  Architectural: ["First reading, code analysis", "Egress and construction type", "Writing corrections"],
  Structural: ["First reading, load path", "Review of calculations", "Details and special inspections"],
  Civil: ["First reading, survey and grading", "Drainage and stormwater", "Writing corrections"],
  Electrical: [
    "First reading, single-line diagram",
    "Load calculation and energy forms",
    "Writing corrections",
  ],
  Plumbing: ["First reading, fixture count", "Sizing of waste, vents and water", "Writing corrections"],
  Mechanical: ["First reading, equipment schedule", "Ventilation and energy forms", "Writing corrections"],
  Fire: ["First reading, access and water supply", "Sprinklers and alarm", "Call with the fire marshal"],
  Accessibility: ["First reading, path of travel", "Restrooms, parking and doors", "Writing corrections"],
};
/** The correction of a later cycle when no other finding matches the project. */
export const remainingCorrection =
  "The earlier corrections are closed. One is left: cloud and date the changes on every sheet.";
/** Descriptions of the hours in a later review. */
export const backCheckWork = ["Back-check of corrections", "Call with the designer"];
/** The description of the hours before a review begins. */
export const completenessWork = "Completeness check of the plan set";
