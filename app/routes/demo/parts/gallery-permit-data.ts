import type { ComponentProps } from "react";
import type { HomeQueue } from "~/models/dashboard/home-queue";
import type { PermitStripData } from "~/models/plan-checks/next-step.server";
import type { DueDateChart } from "~/ui/due-date-chart";
import type { Discussion } from "~/ui/permits/discussion";
import type { FileLines } from "~/ui/permits/plan-files-card";
import type { PermitHistory } from "../../permits/parts/permit-history";

type DiscussionData = ComponentProps<typeof Discussion>["discussion"];
type Comment = DiscussionData["comments"][number];

export const today = "2026-11-20";

export const due: ComponentProps<typeof DueDateChart>["due"] = {
  overdue: 4,
  days: [2, 0, 0, 3, 1, 0, 5, 0, 0, 0, 12, 1, 2, 0],
};

type File = ComponentProps<typeof FileLines>["files"][number];

const file: File = {
  id: 1,
  fileName: "S-101 to S-114 structural.pdf",
  byteSize: 8_808_038,
  origin: "submitted",
  isForNextLetter: false,
  uploaded: "Nov 17, 2026, 9:12 AM",
  isSetAside: false,
  mayDelete: true,
  maySetAside: false,
  notes: [],
};

const kept: File = { ...file, mayDelete: false };
const withNotes: File = {
  ...kept,
  id: 5,
  fileName: "Scans.pdf",
  notes: ["Pages 1, 2 are scans without text, so their numbers cannot be read."],
};
const markedUp: File = { ...kept, origin: "marked_up", maySetAside: true };

export const files: File[] = [
  file,
  { ...markedUp, id: 2, fileName: "Podium details.dwg", byteSize: 1_300_234, isForNextLetter: true },
  { ...kept, id: 3, fileName: `${"Unbroken".repeat(20)}.dxf`, byteSize: 512, origin: "internal" },
  { ...markedUp, id: 4, fileName: "S-101 of another building.pdf", isSetAside: true },
  withNotes,
];

const comment: Comment = {
  id: 1,
  parentId: null,
  reviewCycle: "PC2",
  discipline: "Structural",
  authorName: "Maria Lopez",
  text: "Sheet S-104: the hold-downs at grid line 3 are not on the schedule.\nPlease show their anchorage too.",
  isShared: true,
  createdAt: "2026-11-17T17:12:00.000Z",
  written: "Nov 17, 2026, 9:12 AM",
};

export const discussion: DiscussionData = {
  comments: [
    { ...comment, id: 5, isCut: true, isContext: true, written: "Nov 3, 2026, 2:05 PM" },
    {
      ...comment,
      id: 6,
      parentId: 5,
      authorName: "Dana Price",
      text: "A reply to a comment on another page, cut because it is too long. ".repeat(15).slice(0, 1000),
      isCut: true,
      written: "Nov 16, 2026, 4:48 PM",
    },
    comment,
    {
      ...comment,
      id: 2,
      parentId: 1,
      authorName: "Gordon Ames",
      text: "The applicant will add them with the next submittal.",
      written: "Nov 17, 2026, 11:30 AM",
      isEdited: true,
    },
    {
      ...comment,
      id: 3,
      parentId: 1,
      authorName: "Dana Price",
      text: "Thank you.",
      written: "Nov 20, 2026, 8:05 AM",
      mayChange: true,
      mayDelete: true,
    },
    {
      ...comment,
      id: 4,
      discipline: null,
      authorName: "Dana Price",
      text: "Unbroken".repeat(38),
      isShared: false,
      written: "Nov 20, 2026, 8:10 AM",
      mayChange: true,
    },
  ],
  earlier: { before: 6, count: 1240 },
  isNewest: false,
  discipline: null,
  idempotencyKey: "gallery",
  mayWrite: true,
  mayStart: true,
  mayShare: true,
};

const event = { at: "Nov 17, 2026, 9:12 AM", actorName: "Dana Price", changes: {} };

export const history: ComponentProps<typeof PermitHistory>["history"] = {
  events: [
    {
      ...event,
      id: 6,
      text: "Review cycle PC2 started",
      changes: {
        status: ["in_process", "resubmittal_required"],
        dueDate: ["2026-11-17", "2026-12-04"],
        isExpeditedReview: [false, true],
        requiredDisciplines: [["Structural"], ["Structural", "Fire"]],
        projectDescription: [null, "Unbroken".repeat(38)],
      },
    },
    {
      ...event,
      id: 5,
      text: "Structural (PC1, Sam Reyes) completed, notes added",
      actorName: "Sam Reyes",
    },
    { ...event, id: 4, text: "File deleted: Site.dxf" },
    { ...event, id: 3, text: "Files added: S-101 to S-114 structural.pdf, Podium details.dwg" },
    {
      ...event,
      id: 2,
      text: "Structural (PC1) assigned to Sam Reyes instead of Maria Lopez, due Nov 17, 2026 instead of Nov 12, 2026",
    },
    { ...event, id: 1, text: "Created", actorName: "Gordon Ames" },
  ],
  hasEarlier: true,
};

export const queue: HomeQueue = [
  {
    label: "Now",
    lines: [
      { link: "Release OAK-26-028", after: ", ready since Oct 27, 2026", to: "#release" },
      { before: "New plans for OAK-26-033: ", link: "start PC2", to: "#start" },
    ],
    links: [{ label: "All late reviews", to: "#late" }],
  },
  { label: "Today", lines: [{ link: "Assign Structural for HAR-26-022", to: "#assign" }], links: [] },
];

export const strips: PermitStripData[] = [
  {
    badges: [{ label: "In Process", tone: "blue" }],
    cycle: "PC1",
    dueDate: "Nov 8, 2026",
    daysLeft: "19 days overdue",
    isLate: true,
    holder: "With Ana Ruiz (Fire), Wei Zhang (Structural)",
    step: { label: "Check and release letter", to: "#letter" },
  },
  {
    badges: [
      { label: "In Review", tone: "blue" },
      { label: "Resubmittal required", tone: "yellow" },
    ],
    cycle: "PC10",
    dueDate: "Dec 3, 2026",
    holder: "With the applicant, who revises the plans",
    step: { label: "Upload revised plans", to: "#upload" },
  },
  {
    badges: [{ label: "Cancelled", tone: "red" }],
    cycle: "PC2",
    dueDate: "Dec 3, 2026",
    holder: "Cancelled",
    step: null,
  },
];
