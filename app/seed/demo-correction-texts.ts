import type { CorrectionKind } from "~/models/corrections/correction";
import type { DemoDiscipline } from "./demo-disciplines";

/** A correction, condition or note in our own words; it cites a code without copying its text. */
export type CorrectionText = {
  kind: CorrectionKind;
  sheet: string | null;
  code: string | null;
  text: string;
  /** Without it, the text fits every project of the discipline. */
  only?: "house" | "building";
};

type Parts = [sheet: string | null, code: string | null, text: string, only?: CorrectionText["only"]];

const of = (kind: CorrectionKind, rows: Parts[]): CorrectionText[] =>
  rows.map(([sheet, code, text, only]) => ({ kind, sheet, code, text, ...(only && { only }) }));

const architectural: CorrectionText[] = [
  ...of("correction", [
    [
      "A-001",
      "CBC 107.2.1",
      "The sheet index lists more sheets than were submitted, and two of those submitted have numbers that are not in it. Correct the index, and give every sheet its number, title, date and the signature of the designer in charge.",
    ],
    [
      "A-101",
      "CBC 1006.2.1",
      "By the areas on this plan the occupant load is higher than the code analysis says, and too high for a single exit. Show a second exit with the distance between both and the common path of travel, or state the use of each room.",
      "building",
    ],
    [
      "A-101",
      "CBC 1010.1.9",
      "The schedule gives key-operated locks to doors on the way out. Show hardware that opens from inside with one motion and without a key, and mark on the plan which doors are part of the required means of egress and which are not.",
      "building",
    ],
    [
      "A-501",
      "CBC 708.4",
      "The rated partition is drawn to the ceiling here, while the floor plan calls it a fire partition. Continue the assembly to the deck above, name its listing, and show how the joint at the top and the penetrations are sealed.",
      "building",
    ],
    [
      "A-101",
      "CRC R302.1",
      "The new wall is closer to the property line than five feet on the site plan, and its openings are not limited. Dimension the distance at both ends, show a rated assembly with its listing, and revise the windows on that side.",
      "house",
    ],
    [
      "A-201",
      "CRC R310.2",
      "The bedroom windows on the elevations are smaller than those in the schedule. For each bedroom give the clear opening, its width and height, and the height of the sill, so that one window can be used for escape and rescue.",
      "house",
    ],
    [
      "A-101",
      "CRC R314",
      "The plans show no smoke or carbon monoxide alarms. Show them in each bedroom, outside of the bedrooms and on every floor, also in the existing part of the house, and say how they are powered and connected with each other.",
      "house",
    ],
    [
      "A-501",
      "CBC 1404",
      "The details show no flashing at the heads and sills of the new openings and none where the roof meets the wall. Add the flashing, the weather barrier with its laps, and the clearance of the cladding above grade and above the roof.",
    ],
    [
      "A-201",
      "CBC 1015.2",
      "The deck and the stair are more than 30 inches above the ground, and the guard is not dimensioned. Give its height, the largest opening between its parts, and a detail of the connection that the structural sheets refer to.",
    ],
    [
      "A-101",
      "Energy Code 110.6",
      "The windows and skylights in the schedule have other values than the energy forms. Use one set of values on the plans, in the schedule and in the forms, and have the forms registered and signed before the next submittal.",
    ],
  ]),
  ...of("condition", [
    [
      "A-001",
      "CBC 107.3.4.1",
      "Shop drawings of the stairs, guards and storefront are a deferred submittal. They are reviewed by the designer in charge first, and approved by the city before the work that they describe is installed on the site.",
    ],
    [
      "A-501",
      null,
      "The installer's certificate of the insulation and the final registration of the energy forms are handed to the inspector at the final inspection, with a copy for the owner's manual of the building.",
    ],
  ]),
  ...of("note", [
    [
      "General",
      null,
      "Cloud every change of the next submittal and mark it with a delta and its date. Sheets without a change need not be sent again, unless another sheet refers to a detail on them that was moved.",
    ],
    [
      "A-001",
      null,
      "The planning division reviews colors and materials separately. Its conditions belong on the cover sheet of the set that is stamped, in the order and with the numbers of its letter of approval.",
    ],
  ]),
];

const structural: CorrectionText[] = [
  ...of("correction", [
    [
      "S-001",
      "CBC 1603.1",
      "The general notes lack design loads. State the live, roof and wind loads, the seismic design category with the site class and response coefficients, and the allowable bearing pressure with the number of the soils report.",
    ],
    [
      "S-201",
      "CBC 1604.4",
      "The calculations have no page for the beam at grid line 3, and its posts end on the framing below. Provide its design with the reactions, and show a continuous path of the load from the posts down to the foundation.",
    ],
    [
      "S-201",
      "SDPWS 4.3",
      "The shear wall schedule has no hold-downs for lines B and D, and the overturning force in the calculations exceeds the dead load. Add them with their anchors, and name the posts to which each of them is fastened.",
    ],
    [
      "S-101",
      "CBC 1809.4",
      "The new footing is next to the existing one and a foot deeper. Show both in a section with dimensions, the way in which the existing footing is supported during the work, and the dowels that connect the two of them.",
    ],
    [
      "S-501",
      "CBC 1705",
      "The statement of special inspections is missing. List each kind of inspection that this design needs, whether it is continuous or periodic, and who is responsible for it, and repeat the list on the first structural sheet.",
    ],
    [
      "S-501",
      "ASCE 7 13.6",
      "The anchorage of the equipment is shown with expansion anchors, and neither their size nor their embedment is given. Provide the calculation, the evaluation report of the product, and a detail for every kind of base.",
    ],
    [
      "S-201",
      "CBC 2308.7",
      "The rafters are 2x6 on this sheet and 2x4 in the calculations. Verify the existing members on the site, correct the sheet or the calculations, and show how members that are too weak for the new load are strengthened.",
    ],
    [
      "S-101",
      "CBC 1807.2",
      "The retaining wall is designed for level ground, and the grading plan has a slope above it. Include the surcharge in the calculations, and show the drain behind the wall, its outlet, and the factor of safety against sliding.",
    ],
    [
      "S-501",
      "ACI 318 17",
      "The anchor bolts of the columns are closer to the edge of the concrete than the detail allows. Check them for breakout, and show the reinforcement that the calculation relies on, with its development length on both sides.",
    ],
    [
      "S-201",
      "CBC 1607.12",
      "The framing plan does not show the weight or the position of the units on the roof. Give both, check the joists below them for the concentrated load, and add the details of the curbs and of the openings between the joists.",
    ],
  ]),
  ...of("condition", [
    [
      "S-001",
      "CBC 107.3.4.1",
      "The drawings and calculations of the roof trusses are a deferred submittal. They carry the stamp of the engineer of record that they agree with the design, and they are approved before the trusses are delivered.",
    ],
    [
      "S-001",
      "CBC 1704.5",
      "The reports of all special inspections are on the site for each inspection by the city, and the final report of the responsible engineer is handed in before the framing is covered or the building is occupied.",
    ],
  ]),
  ...of("note", [
    [
      "General",
      null,
      "Calculations that change with the next submittal are sent as a full set with new page numbers and an index, so that the pages need not be compared one by one. Mark the changed pages in the index.",
    ],
    [
      "S-101",
      null,
      "The soils engineer confirms in a letter that the foundation plan was reviewed and follows the recommendations of the report. The letter can be sent together with the next submittal of the plans.",
    ],
  ]),
];

const civil: CorrectionText[] = [
  ...of("correction", [
    [
      "C-101",
      "CBC 1804.4",
      "The plan has no slopes next to the building. Show the finished floor, the pad and spot elevations at all corners, and drainage that leads away from the foundation on every side, in a swale where there is not enough room for it.",
    ],
    [
      "C-101",
      null,
      "The stormwater treatment areas are not sized, and the worksheet leaves out the part of the site that is paved again. Include all of it, and provide a section of each area with its depth, soil mix, overflow and underdrain.",
    ],
    [
      "C-201",
      "CPC 718",
      "The sewer lateral has no inverts, and at the slope that is noted it would reach the main too low. Provide a profile with the inverts at both ends, the crossings of other utilities, and a cleanout at the property line.",
    ],
    [
      "C-101",
      null,
      "The driveway is steeper than 15 percent where it meets the garage. Provide a profile along its center with the transitions at both ends, and the clearance of a car at the sidewalk, by the city's standard detail for driveways.",
    ],
    [
      "C-101",
      "CBC J110",
      "The plan has no erosion control for the rainy season. Show where the entrance is stabilized, how the inlets are protected, and where soil is stored, and note the days by which each of these measures has to be in place.",
    ],
    [
      "C-201",
      null,
      "The water service is smaller than the fixture count and the sprinklers need together. Provide the calculation of the demand and the pressure at the meter, and show the sizes of the meter, service and backflow preventer.",
    ],
    [
      "C-101",
      "CBC J106",
      "The cut slope along the west line is steeper than the soils report recommends, and its top is less than two feet from the fence. Flatten it or show a wall, and dimension the setbacks at the top and at the toe of the slope.",
    ],
    [
      "V-101",
      null,
      "The survey and the grading plan use datums that differ by half a foot. Put all sheets on the datum of the city's bench marks, name the bench mark, and check the inverts and the floor elevation after they are converted.",
    ],
    [
      "C-101",
      null,
      "The earthwork leaves soil to export, and the plan shows no route. State the volumes of cut, fill and export, the route to the arterial, the hours of hauling, and how the street is kept clean while the trucks are in use.",
    ],
    [
      "C-201",
      null,
      "The storm drain connects to the curb, and the flow of a ten-year storm exceeds what the gutter can carry. Provide a hydraulic calculation, and connect the pipe to the main in the street or detain the difference on the site.",
    ],
  ]),
  ...of("condition", [
    [
      "C-101",
      null,
      "An encroachment permit of Public Works is needed for all work in the street, and it is issued only after this permit. The frontage is replaced by the city's standard details in the condition of the day of the inspection.",
    ],
    [
      "C-101",
      null,
      "A maintenance agreement for the stormwater treatment areas is recorded before the final inspection. The engineer certifies the elevations of the pad in writing before the inspection of the foundation.",
    ],
  ]),
  ...of("note", [
    [
      "General",
      null,
      "The grading bond and the inspection fee are set from the engineer's estimate of the quantities. Send the estimate with the next submittal; it is not part of the plan set and needs no stamp.",
    ],
    [
      "C-201",
      null,
      "The utility company reviews its own connections. Sheets that it changes have to be submitted here too, because the separation of the pipes is checked on the utility plan of the set.",
    ],
  ]),
];

const electrical: CorrectionText[] = [
  ...of("correction", [
    [
      "E-101",
      "CEC 215.5",
      "There is no single-line diagram. Show the service, the panels with the ratings of their buses and main breakers, the feeders with the sizes of wires and conduits, and the grounding electrode system with all of its conductors.",
    ],
    [
      "E-101",
      "CEC 220.40",
      "The load calculation leaves out the new heat pump and the range. Provide one for the entire service, with the demand factors that were used, and show that the existing service and its main breaker are large enough for it.",
    ],
    [
      "E-101",
      "CEC 110.26",
      "The space in front of the main panel is 30 inches deep, and a shelf is drawn above it. Dimension the working space and the dedicated space over the equipment, and keep both free on the architectural plan of the same room.",
    ],
    [
      "E-101",
      "CEC 110.9",
      "The available fault current is not stated, and panel A is rated for 10,000 amperes. Get the value at the service from the utility, calculate it at each panel, and show equipment that is rated for at least that current.",
      "building",
    ],
    [
      "E-101",
      "CEC 210.12",
      "The plan does not say which circuits have arc-fault and ground-fault protection. Mark both on the plan or in the panel schedule, for the new circuits and for the existing ones that are extended by more than six feet.",
      "house",
    ],
    [
      "E-101",
      "CEC 210.52",
      "The wall spaces of the new room are longer than two receptacles can serve, and the counter has none within reach of the sink. Dimension the spacing, and add receptacles where the distance along the wall is too long.",
      "house",
    ],
    [
      "E-101",
      "CEC 690.12",
      "The diagram of the solar system shows no rapid shutdown, and the sum of the breakers is more than the bus allows. Show the switch and its label, and calculate the bus with the breaker of the inverter at its far end.",
    ],
    [
      "E-101",
      "Energy Code 130.1",
      "All rows of lights are on one switch, while the energy forms list daylight and occupancy controls. Show the control zones and sensors on the plan, with the rows next to the windows separate from the others in each room.",
      "building",
    ],
    [
      "E-101",
      "CBC 1008.3",
      "The path to the exits has no emergency lighting after the corridor. Show fixtures with batteries or on the generator along all of it, also on the outside at the landing, and provide a calculation of the light on the floor.",
      "building",
    ],
    [
      "E-101",
      "CEC 250.104",
      "The bonding of the metal water and gas piping is not shown. Show the conductors, their sizes and where they connect, and the same for the reinforcement of the new footing if it is used as the grounding electrode.",
    ],
  ]),
  ...of("condition", [
    [
      "E-101",
      null,
      "The utility's approval of the meter location and of the new service is on the site before the service is energized. The settings of the main breaker are recorded on a label next to it and in the inspector's card.",
    ],
    [
      "E-101",
      "Energy Code 130.4",
      "A certified technician tests the lighting controls, and the certificates of acceptance are handed to the inspector at the final inspection, with one copy for the person who operates the building.",
    ],
  ]),
  ...of("note", [
    [
      "E-101",
      null,
      "Low-voltage wiring for data and security was not reviewed with this set. Its installer takes out a separate permit if the wiring passes through a rated wall or shares a raceway with other circuits.",
    ],
    [
      "General",
      null,
      "The symbols on this sheet differ from those in the legend in a few places. This does not keep the plan from being approved, but the electrician on the site will look for them in the legend first.",
    ],
  ]),
];

const plumbing: CorrectionText[] = [
  ...of("correction", [
    [
      "P-101",
      "CPC 701",
      "There is no isometric of the waste and vent system. Show all fixtures with their drainage units, the sizes of drains and vents, the slopes, and the cleanouts, from the farthest fixture to the connection with the building sewer.",
    ],
    [
      "P-101",
      "CPC 703.2",
      "With the new bath four water closets drain into a three-inch line, which is one more than the table allows. Enlarge the line up to the cleanout or connect the new fixtures separately, and show its size on the plan.",
    ],
    [
      "P-101",
      "CPC 610.3",
      "The water pipes are not sized. Provide the fixture units, the pressure at the meter, the length to the farthest outlet, and the size of each branch; the existing meter may be too small for the fixtures that are added.",
    ],
    [
      "P-101",
      "CPC 603.2",
      "The plan shows no backflow preventer at the connections to the irrigation and to the equipment. Show each device, its type and where it drains, and keep the space around it that its yearly test requires on every side.",
    ],
    [
      "P-101",
      "CPC 1208",
      "The gas piping has no sizes. Provide a diagram with the length and the demand of each outlet, the pressure after the meter, the material, and a valve within reach of every appliance and before it enters the building.",
    ],
    [
      "P-101",
      "CPC 422.1",
      "The fixture count uses fewer occupants than the exit plan. Use one occupant load on all sheets, show the calculation of the fixtures by use, and add the ones that are missing after the count has been corrected there.",
      "building",
    ],
    [
      "P-101",
      "CPC 1014.1",
      "The grease interceptor is shown without a size. Calculate it from the fixtures that drain into it, show access for pumping that does not lead through the kitchen, and separate the drains that may not be connected to it.",
      "building",
    ],
    [
      "P-101",
      "CPC 507.2",
      "The water heater has no seismic straps, and its relief line ends above the floor of the closet. Show two straps, the pan with its drain, and a relief line that ends outside at a height where it does not endanger people.",
    ],
    [
      "P-101",
      "CPC 906",
      "Two vents end less than ten feet from the intake of the unit on the roof. Move them or raise them, and coordinate the roof plan with the mechanical sheet so that both show the same equipment in the same position.",
    ],
    [
      "P-101",
      "CALGreen 4.303",
      "The fixture schedule has no flow rates. Give the largest flow of each faucet, shower and water closet, and note that existing fixtures that use more water are replaced before the final inspection of this project.",
    ],
  ]),
  ...of("condition", [
    [
      "P-101",
      "CPC 609.9",
      "The water system is flushed and disinfected before use, and the report of the laboratory is handed to the inspector. Backflow preventers are tested by a certified person, whose report goes to the water division.",
    ],
    [
      "P-101",
      null,
      "The existing sewer is inspected by camera from the cleanout to the main before it is covered. Defects that are found are repaired under this permit, and the recording is kept for the inspector.",
    ],
  ]),
  ...of("note", [
    [
      "P-101",
      null,
      "The sewer district charges its connection fee by fixture units and reviews the interceptor itself. Its approval is needed before the permit is issued, and it is not part of this plan check.",
    ],
    [
      "General",
      null,
      "Manufacturer's data of the fixtures were submitted for information and were not reviewed in detail. If they differ from the schedule, the values in the schedule are the ones that were approved.",
    ],
  ]),
];

const mechanical: CorrectionText[] = [
  ...of("correction", [
    [
      "M-101",
      "CMC 402.1",
      "Outdoor air is given for the entire floor and not for each room. Provide a schedule with the area, occupants, use and required air of every room, and show the balanced amounts at the diffusers and at the units on this plan.",
    ],
    [
      "M-101",
      "CMC 608.1",
      "The units move more than 2,000 cubic feet of air in a minute and have no smoke detectors. Show a detector in the supply of each, how it stops the fan, and how it reports to the fire alarm of the building if there is one.",
    ],
    [
      "M-101",
      "CBC 717.5",
      "Ducts cross the rated corridor in four places, and dampers are shown in two. Show fire and smoke dampers in all of them with their listings and access panels, or route the ducts so that they do not cross this wall.",
    ],
    [
      "M-101",
      "CMC 507.4",
      "The clearance of the hood and its duct to combustible material is not shown. Give it on the plan and in a section, or show a listed enclosure with its number, from the hood to the fan and through the roof above it.",
    ],
    [
      "M-101",
      "CMC 504.4",
      "The dryer and the bathroom fans have no route to the outside. Show the ducts, their lengths and number of bends, and where they end, at the distance from openings and property lines that the code requires for each.",
    ],
    [
      "M-101",
      "CBC 1015.6",
      "Unit 3 is six feet from the edge of the roof and needs a guard for the people who service it. Show the guard or move the unit, and show how the roof is reached, with the lighting and receptacle that belong to it.",
    ],
    [
      "M-101",
      "Energy Code 140.4",
      "The units in the schedule are larger than the load calculation supports, and the larger two have no economizer. Provide the calculation for each zone, and show the economizers with their controls on the plan and in the forms.",
    ],
    [
      "M-101",
      "CMC 310.1",
      "The condensate drains end on the roof. Lead them to an approved place with an indirect connection, show their sizes and slopes, and a second drain or a switch where water could damage the ceiling below the unit.",
    ],
    [
      "M-101",
      "CMC 303.8",
      "The furnace in the attic cannot be reached by the passage that is drawn, since it is longer than twenty feet and has no floor. Show the opening, the passage, the platform in front of the unit, a light and a receptacle.",
    ],
    [
      "M-101",
      "CMC 603.9",
      "The plan does not say how the ducts are sealed, insulated and supported. Add the notes with the values of the insulation for ducts inside and outside of the heated space, and the bracing of those above six square feet.",
    ],
  ]),
  ...of("condition", [
    [
      "M-101",
      "CMC 314",
      "An independent agency balances the air, and its report is handed to the inspector before the final inspection. Differences of more than ten percent from the schedule on the plan are corrected first.",
    ],
    [
      "M-101",
      "Energy Code 120.5",
      "A certified technician performs the acceptance tests of the mechanical systems. The certificates are on the site at the final inspection, and the owner receives the instructions for operation with them.",
    ],
  ]),
  ...of("note", [
    [
      "M-101",
      null,
      "The screen around the equipment was reviewed for clearances only. Its height and color belong to the planning division, and its anchorage to the structural review of the same permit.",
    ],
    [
      "General",
      null,
      "If other units are bought than those in the schedule, send their data before they are installed. A unit that is heavier or needs more power is a revision, and its review takes its own time.",
    ],
  ]),
];

const fire: CorrectionText[] = [
  ...of("correction", [
    [
      "C-101",
      "CFC 503.2",
      "The access road is 18 feet wide and ends without a turnaround after 190 feet. Show the full width, a turnaround by the fire department's standard, the turning path of the largest engine, and the load that the surface can carry.",
    ],
    [
      "A-001",
      "CFC 507.4",
      "The flow test of the hydrant is older than a year. Provide a new one with the static and residual pressures, and show that the flow at 20 psi is enough for the area and construction type of the building as it is designed.",
    ],
    [
      "F-101",
      "CFC 903.3",
      "The heads do not follow the new ceiling, and the remote area is not calculated. Provide a plan with the spacing, the hydraulic calculation from the water supply to that area, and the seismic bracing of mains and branches.",
    ],
    [
      "F-101",
      "CFC 907.2.9",
      "The alarm system is shown without its sequence of operation. Provide the matrix of inputs and outputs, the battery and voltage drop calculations, the candela of each strobe, and the place of the control panel and annunciator.",
    ],
    [
      "A-101",
      "CFC 906.1",
      "The plan shows no fire extinguishers. Show their type, size and place, so that one can be reached within 75 feet from everywhere, and a detail of the cabinet if it is set into a rated wall or projects into the path of egress.",
    ],
    [
      "F-101",
      "CFC 903.3.7",
      "The fire department connection is behind the building. Move it to the address side within reach of a hydrant, at the height and with the sign of the department's standard, and show that no parking stall is in front of it.",
    ],
    [
      "A-001",
      "CFC 3203.7",
      "The questionnaire for high-piled storage leaves out the commodity class and the height of the storage. Complete it, show the racks with the widths of the aisles, and compare the density of the sprinklers with the class.",
      "building",
    ],
    [
      "A-101",
      "CFC 1010.2",
      "The gate at the end of the exit passage is drawn with a padlock. Show hardware that can be opened from inside without a key or special knowledge, and a key box for the fire department on the outside next to it.",
    ],
    [
      "A-001",
      "CFC 4907",
      "The site is in a fire hazard severity zone, and the plans show neither the defensible space nor ignition-resistant construction. Show both zones on the site plan, and name the vents, eaves, roof and siding with their listings.",
      "house",
    ],
    [
      "F-101",
      "CFC 510.1",
      "The plans do not say how radios of the fire department are received inside. Provide the measured or predicted signal strength on every floor, and show the space, power and riser for an enhancement system in case it is too weak.",
      "building",
    ],
  ]),
  ...of("condition", [
    [
      "A-001",
      "CFC 105.6",
      "Sprinklers and fire alarm are a deferred submittal with permits of their own. They are approved by the fire department before installation, and tested in the presence of its inspector before the ceiling is closed.",
    ],
    [
      "C-101",
      "CFC 3310.1",
      "The access road and the hydrants are in service before combustible material arrives on the site. They are kept free during construction, and the address can be read from the street at all times.",
    ],
  ]),
  ...of("note", [
    [
      "General",
      null,
      "The fire department bills its inspections separately and schedules them two working days ahead. The number for scheduling is on the job card, which the contractor receives together with the permit.",
    ],
    [
      "F-101",
      null,
      "Existing devices that are reused were not tested as a part of this review. The contractor confirms in writing that they are compatible with the new control panel before the first of them is connected.",
    ],
  ]),
];

const accessibility: CorrectionText[] = [
  ...of("correction", [
    [
      "A-101",
      "CBC 11B-206.2",
      "The path of travel from the public way to the entrance has no slopes or landings. Show one accessible route with running and cross slopes, the landing on each side of every door, and the detectable warnings where it meets cars.",
    ],
    [
      "A-101",
      "CBC 11B-604.3",
      "The clear space next to the water closet overlaps the lavatory. Show the 60-inch turning space, the distance of the closet from the side wall, the grab bars and all dispensers in an enlarged plan and in two elevations.",
    ],
    [
      "A-101",
      "CBC 11B-404.2",
      "The strike side of the doors to the corridor has less clearance than their direction of approach requires. Dimension the maneuvering clearance on both sides of each door, and note the opening force and the height of thresholds.",
    ],
    [
      "A-101",
      "CBC 11B-502.2",
      "The accessible stalls are nine feet wide, and the aisle of the van stall is on the wrong side. Show the number of stalls by the total, their sizes, slopes, signs and markings, and the route that does not lead behind other cars.",
    ],
    [
      "A-001",
      "CBC 11B-202.4",
      "The cost of the project is below the threshold, and no list of improvements is given. Provide the calculation with twenty percent of the cost, and the order in which entrance, route, restrooms and parking are improved.",
    ],
    [
      "A-501",
      "CBC 11B-904.4",
      "The service counter is 42 inches high along its full length. Show a part of it that is 36 inches long and at most 34 inches high, with the clear floor space in front of it and nothing below it that a wheelchair would strike.",
    ],
    [
      "A-501",
      "CBC 11B-703.4",
      "The signs are listed without their places. Show the height and the distance from the strike side for each tactile sign, the texts with their braille, and the signs on the doors of restrooms with their shapes and contrast.",
    ],
    [
      "A-101",
      "CBC 11B-405.2",
      "The ramp is steeper than one in twelve at its upper end, and the middle landing is too short for a change of direction. Give the elevations at both ends of each run, the landings, the handrails with extensions, and the edge protection.",
    ],
    [
      "A-101",
      "CBC 11B-308.2",
      "Switches, receptacles and thermostats have no heights, and some are drawn above a counter. Show the reach ranges in an elevation, for a forward and a side approach, and list the controls that each of them applies to.",
    ],
    [
      "A-501",
      "CBC 1134A.2",
      "The bathrooms of the adaptable units have no backing for grab bars. Show the reinforcement with its heights and lengths at the tub, shower and water closet, and the clear space at each fixture after the cabinet is removed.",
    ],
  ]),
  ...of("condition", [
    [
      "A-101",
      "CBC 11B-206.2",
      "Slopes of the accessible route and of the stalls are measured with a digital level at the final inspection. Work that exceeds the slopes on the plan is replaced before the building is occupied.",
    ],
    [
      "A-001",
      "CBC 11B-202.4",
      "The invoices of the improvements to the path of travel are handed in before the final inspection. If they are less than twenty percent of the cost, the next improvement on the list is carried out.",
    ],
  ]),
  ...of("note", [
    [
      "General",
      null,
      "This review covers the building code of the state. Federal requirements may go further in places, and a certified access specialist can inspect the site and report on both for the owner.",
    ],
    [
      "A-101",
      null,
      "Furniture that is not fixed was not reviewed. Keep the widths of the aisles in mind when it is placed, because the accessible route through the room is required after the inspection too.",
    ],
  ]),
];

/** The texts of each discipline, from which the corrections of the demo and of `npm run seed` are taken. */
export const correctionTexts: Record<DemoDiscipline, CorrectionText[]> = {
  Architectural: architectural,
  Structural: structural,
  Civil: civil,
  Electrical: electrical,
  Plumbing: plumbing,
  Mechanical: mechanical,
  Fire: fire,
  Accessibility: accessibility,
};

/** Remarks of back-checks that fit every correction. {sheet} is its sheet. */
export const notResolvedRemarks = [
  "{sheet} is clouded, but what the correction is about is as it was.",
  "The letter of the designer says that this is done, but {sheet} shows the same as before.",
  "Done in part: the schedule was revised, and {sheet} still disagrees with it.",
  "{sheet} refers to a detail for this now, and the detail is not in the set.",
];
export const resolvedRemarks = ["Shown on {sheet} now.", "Shown and clouded on {sheet}.", null, null];
export const withdrawnRemarks = [
  "Our mistake: {sheet} of the first set shows this already.",
  "This part was removed from the scope of the project.",
  "Checked again with the code in force on the day of the submission: it complies as drawn.",
];
export const reopenedRemark =
  "{sheet} of this set is an older version, on which the change that resolved it is missing.";

export const notApplicableReasons = [
  "The project has no work in this discipline: the sheets are for reference.",
  "The revision does not touch what was approved in this discipline.",
];
