import { drawCover } from "./cover-sheet";
import { drawExteriorDetails, drawStructuralDetails, drawWallDetails } from "./detail-sheets";
import { drawElevations, elevationScale } from "./elevation-drawings";
import { drawEnlargedPlans } from "./enlarged-plans";
import { drawCeilingPlan, drawFloorPlan } from "./floor-plans";
import { drawGeneralNotes, drawStructuralNotes } from "./notes-sheets";
import { planScale } from "./plan-frame";
import { drawDoorSchedule, drawEquipmentSchedules } from "./schedule-sheets";
import { drawSections } from "./section-drawings";
import type { SheetDrawing } from "./sheet-context";
import { drawSingleLine } from "./single-line-sheet";
import { drawRoofPlan, drawSitePlan, siteScale } from "./site-drawings";
import { drawFoundationPlan, drawFramingPlan } from "./structural-drawings";
import { drawLightingPlan, drawMechanicalPlan, drawPlumbingPlan, drawPowerPlan } from "./systems-plans";

const asNoted = "AS NOTED";
const plan = planScale.words;

export type DrawingName =
  | "cover"
  | "general-notes"
  | "site-plan"
  | "floor-plan"
  | "roof-plan"
  | "ceiling-plan"
  | "elevations"
  | "sections"
  | "enlarged-plans"
  | "wall-details"
  | "exterior-details"
  | "schedules"
  | "structural-notes"
  | "foundation-plan"
  | "framing-plan"
  | "structural-details"
  | "plumbing-plan"
  | "mechanical-plan"
  | "equipment-schedules"
  | "power-plan"
  | "lighting-plan"
  | "single-line";

export const drawings: Record<DrawingName, SheetDrawing> = {
  cover: { scale: "NONE", draw: drawCover },
  "general-notes": { scale: "NONE", draw: drawGeneralNotes },
  "site-plan": { scale: siteScale, draw: drawSitePlan },
  "floor-plan": { scale: plan, draw: drawFloorPlan },
  "roof-plan": { scale: plan, draw: drawRoofPlan },
  "ceiling-plan": { scale: plan, draw: drawCeilingPlan },
  elevations: { scale: elevationScale, draw: drawElevations },
  sections: { scale: elevationScale, draw: drawSections },
  "enlarged-plans": { scale: asNoted, draw: drawEnlargedPlans },
  "wall-details": { scale: asNoted, draw: drawWallDetails },
  "exterior-details": { scale: asNoted, draw: drawExteriorDetails },
  schedules: { scale: asNoted, draw: drawDoorSchedule },
  "structural-notes": { scale: "NONE", draw: drawStructuralNotes },
  "foundation-plan": { scale: plan, draw: drawFoundationPlan },
  "framing-plan": { scale: plan, draw: drawFramingPlan },
  "structural-details": { scale: asNoted, draw: drawStructuralDetails },
  "plumbing-plan": { scale: plan, draw: drawPlumbingPlan },
  "mechanical-plan": { scale: plan, draw: drawMechanicalPlan },
  "equipment-schedules": { scale: "NONE", draw: drawEquipmentSchedules },
  "power-plan": { scale: plan, draw: drawPowerPlan },
  "lighting-plan": { scale: plan, draw: drawLightingPlan },
  "single-line": { scale: "NONE", draw: drawSingleLine },
};
