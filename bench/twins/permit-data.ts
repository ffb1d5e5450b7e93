import type Database from "better-sqlite3";
import { formatDate } from "../../app/models/calendar-date";
import { disciplinesIn } from "../../app/models/discipline";
import {
  type PermitStatus,
  type ProjectType,
  permitDueStatus,
  permitStatuses,
  projectTypes,
  type ReviewCycle,
} from "../../app/models/permits/permit";
import { formatMoment, today } from "./dates";
import { type DiscussionData, discussionReader } from "./permit-discussion-data";
import { type FilesData, filesReader } from "./permit-files-data";
import { type HistoryData, historyReader } from "./permit-history-data";
import { planCheckOf, type ReviewsData, reviewsReader } from "./permit-reviews-data";
import { type TimeData, timeReader } from "./permit-time-data";

/**
 * The administrator's page of a permit whose city uses corrections, ready to render. The permit has neither letters
 * nor what keeps a letter back.
 */
export type PermitData = ReturnType<typeof shownPermit> & {
  planCheck: ReturnType<typeof planCheckOf>;
  assignments: ReviewsData["cycles"];
  files: FilesData;
  discussion: DiscussionData;
  history: HistoryData;
  time: TimeData;
  today: string;
};

export type StoredPermit = {
  id: number;
  number: string;
  revision: string | null;
  cityNumber: string | null;
  city: string;
  status: PermitStatus;
  reviewCycle: ReviewCycle;
  year: number;
  project: string;
  projectType: ProjectType;
  address: string;
  description: string;
  disciplines: string;
  createdOn: string;
  submittedOn: string | null;
  dueDate: string;
  isExpedited: number;
  needsPhysicalPlans: number;
  updatedAt: string;
  applicantName: string | null;
  applicantEmail: string | null;
  applicantPhone: string | null;
  receivedOn: string;
  checkedCycles: string;
};

/** Returns a function that reads the page of a permit with as few queries as possible. */
export function permitReader(database: Database.Database): (id: number) => PermitData | undefined {
  const permits = database.prepare<[number], StoredPermit>(permitQuery);
  const readReviews = reviewsReader(database);
  const readFiles = filesReader(database);
  const readDiscussion = discussionReader(database);
  const readHistory = historyReader(database);
  const readTime = timeReader(database);
  return (id) => {
    const permit = permits.get(id);
    if (!permit) return undefined;
    const day = today();
    const reviews = readReviews(permit, day);
    return {
      ...shownPermit(permit, day),
      planCheck: planCheckOf(permit, reviews),
      assignments: reviews.cycles,
      files: readFiles(permit),
      discussion: readDiscussion(id),
      history: readHistory(id),
      time: readTime(id, reviews),
      today: day,
    };
  };
}

const permitQuery = `
  select permits.id, urban37_permit_number as number, revision_number as revision,
    city_permit_number as cityNumber, city_name as city, status, permits.review_cycle as reviewCycle,
    permit_creation_year as year, project_name as project, project_type as projectType,
    project_address as address, project_description as description, creation_date as createdOn,
    submission_date as submittedOn, due_date as dueDate, is_expedited_review as isExpedited,
    needs_physical_plans as needsPhysicalPlans, permits.updated_at as updatedAt,
    applicant_name as applicantName, applicant_email as applicantEmail, applicant_phone as applicantPhone,
    received_on as receivedOn,
    (select group_concat(discipline) from permit_disciplines where permit_id = permits.id) as disciplines,
    (select group_concat(review_cycle) from plan_checks where permit_id = permits.id) as checkedCycles
  from permits join cities on cities.id = permits.city_id
  join plan_checks on plan_checks.permit_id = permits.id and plan_checks.review_cycle = permits.review_cycle
  where permits.id = ?`;

function shownPermit(permit: StoredPermit, day: string) {
  const { id, number, revision, cityNumber, city, status, reviewCycle, year, submittedOn } = permit;
  const due = permitDueStatus(permit, day);
  return {
    id,
    number,
    revision,
    subtitle: [cityNumber, city].filter(Boolean).join(" · "),
    status: permitStatuses[status],
    reviewCycle,
    year,
    project: permit.project,
    projectType: projectTypes[permit.projectType].label,
    address: permit.address,
    description: permit.description,
    disciplines: disciplinesIn(permit.disciplines),
    due: { date: formatDate(permit.dueDate), isLate: due?.tone === "red", note: due?.label ?? null },
    createdOn: formatDate(permit.createdOn),
    submittedOn: submittedOn && formatDate(submittedOn),
    isExpedited: permit.isExpedited === 1,
    needsPhysicalPlans: permit.needsPhysicalPlans === 1,
    updated: formatMoment(permit.updatedAt),
    applicant: { name: permit.applicantName, email: permit.applicantEmail, phone: permit.applicantPhone },
  };
}
