import {
  and,
  eq,
  getTableColumns,
  inArray,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import { alias, jsonRows } from "~/platform/db/dialect.server";
import { preparedFor } from "~/platform/db/prepared.server";
import { disciplinesIn } from "../discipline";
import { failedStatuses } from "../mail/mail";
import { type Actor, isApplicant, isReviewer, may, type Scope, scopeOf } from "../policy";
import { Refusal } from "../refusal";
import { currentPlanCheckSql } from "../review-cycles/plan-check.server";
import { stepColumns } from "../review-cycles/step-columns.server";
import { pick } from "../shown-fields";
import {
  cities,
  legalHolds,
  letters,
  mailOutbox,
  permitDisciplines,
  permits,
  planChecks,
} from "../tables.server";
import { reviewCycles } from "./permit";

const ofPermit = alias(planChecks, "of_permit");

/** Exists for types only: neither another object nor a copy of a permit has it. */
declare class WithinScope {
  private readonly isChecked: true;
}

/** Only `readPermit` returns one, after it has checked the viewer's scope. */
export type Permit = NonNullable<Awaited<ReturnType<typeof findPermit>>> & WithinScope;

export const visibleTo = (actor: Actor) => visibleWithin(scopeOf(actor, "permit.read"), ownIdsOf(actor));

/** What an actor's scope is limited to. */
const ownIdsOf = (actor: Actor) =>
  isApplicant(actor)
    ? { cityId: -1, ownPermitId: actor.permitId }
    : { cityId: actor.cityId ?? -1, ownPermitId: -1 };

type OwnIds = Record<"cityId" | "ownPermitId", number | Placeholder>;

function visibleWithin(scope: Scope, { cityId, ownPermitId }: OwnIds): SQL {
  const conditions = {
    all: sql`1 = 1`,
    own: eq(permits.id, ownPermitId),
    city: eq(permits.cityId, cityId),
    none: sql`1 = 0`,
  } satisfies Record<Scope, SQL>;
  return conditions[scope];
}

export async function readPermit(viewer: Actor, id: number, connection: Connection = db): Promise<Permit> {
  const permit = await findPermit(viewer, id, connection);
  if (!permit) throw permitNotFound(viewer);
  return permit as Permit;
}

const disciplineNames = db
  .select({ names: sql`string_agg(${permitDisciplines.discipline}, ',')` })
  .from(permitDisciplines)
  .where(eq(permitDisciplines.permitId, permits.id));

export const requiredDisciplines = sql`coalesce((${disciplineNames}), '')`.mapWith(disciplinesIn);

const planCheckNames = db
  .select({ names: sql`string_agg(${ofPermit.reviewCycle}, ',')` })
  .from(ofPermit)
  .where(eq(ofPermit.permitId, permits.id));

const letterNames = db
  .select({ names: sql`string_agg(${letters.reviewCycle}, ',')` })
  .from(letters)
  .where(eq(letters.permitId, permits.id));

const cyclesIn = (names: SQLWrapper) =>
  sql`coalesce((${names}), '')`.mapWith((text: string) =>
    reviewCycles.filter((cycle) => text.split(",").includes(cycle)),
  );

const { id, number, reviewCycle, issue, kind, outcome, issuedOn, supersededById, createdAt } = letters;
const letterColumns = { id, number, reviewCycle, issue, kind, outcome, issuedOn, supersededById, createdAt };

export type PermitLetter = Pick<typeof letters.$inferSelect, keyof typeof letterColumns>;

export const lettersOfCycle = ({ letters, reviewCycle }: Permit): PermitLetter[] =>
  letters.filter((letter) => letter.reviewCycle === reviewCycle);

/** An applicant reads, of each cycle, the latest letter that was handed over; all others read all letters. */
export function lettersFor(actor: Actor, { letters, reviewCycle, planCheck }: Permit): PermitLetter[] {
  if (!isApplicant(actor)) return letters;
  const handedOverIssue = planCheck?.handedOverIssue ?? 0;
  const out = letters.filter(
    (letter) => letter.reviewCycle !== reviewCycle || letter.issue <= handedOverIssue,
  );
  return out.filter(
    (letter, index) => !out.slice(index + 1).some((later) => later.reviewCycle === letter.reviewCycle),
  );
}

const letterRows = db
  .select({ rows: jsonRows(letterColumns) })
  .from(letters)
  .where(eq(letters.permitId, permits.id));

/** The earliest first, in the permit's row because most of its pages need them. */
const permitLetters = sql`(${letterRows})`.mapWith((text: string) =>
  (JSON.parse(text) as PermitLetter[]).sort((first, second) => first.id - second.id),
) as SQL<PermitLetter[]>;

const holdReason = db
  .select({ reason: legalHolds.reason })
  .from(legalHolds)
  .where(eq(legalHolds.permitId, permits.id));

/** The reason of a legal hold, or null. */
const legalHold = sql<string | null>`(${holdReason})`;

/** The address whose email with the letter failed; null if it did not, or the letter was handed over otherwise. */
const failedAddress = sql<string | null>`(${db
  .select({ to: mailOutbox.toAddress })
  .from(mailOutbox)
  .where(and(eq(mailOutbox.id, planChecks.handOverEmailId), inArray(mailOutbox.status, failedStatuses)))})`;

export const checkedCycles = {
  cyclesWithPlanCheck: cyclesIn(planCheckNames),
  cyclesWithLetter: cyclesIn(letterNames),
};

const { approvedOn: _, lacksReviewer: __, ...columns } = getTableColumns(permits);

async function findPermit(viewer: Actor, id: number, connection: Connection) {
  const query = permitQuery(connection, scopeOf(viewer, "permit.read"));
  const [permit] = await query.execute({ id, ...ownIdsOf(viewer) });
  return permit;
}

const ownIds: OwnIds = { cityId: sql.placeholder("cityId"), ownPermitId: sql.placeholder("ownPermitId") };

const permitQuery = preparedFor((connection, scope: Scope) =>
  connection
    .select({
      ...columns,
      requiredDisciplines,
      city: pick(
        cities,
        "cityName",
        "urban37CityCode",
        "usesCorrections",
        "approvalWording",
        "resubmittalSets",
        "fullName",
        "logoPath",
        "applicantsAnswer",
        "letterRecipients",
      ),
      planCheck: {
        ...pick(
          planChecks,
          "state",
          "id",
          "receivedOn",
          "releasedAt",
          "handedOverOn",
          "handedOverIssue",
          "resubmittedAt",
          "resubmittedByName",
          "resubmittedVia",
          "returnedAt",
          "returnRemark",
          "outcome",
          "updatedAt",
        ),
        handOverFailedTo: failedAddress,
      },
      ...checkedCycles,
      ...stepColumns,
      letters: permitLetters,
      legalHold,
    })
    .from(permits)
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .leftJoin(planChecks, currentPlanCheckSql)
    .where(and(eq(permits.id, sql.placeholder("id")), visibleWithin(scope, ownIds))),
);

export function permitNotFound(viewer: Actor): Refusal {
  if (isReviewer(viewer)) {
    const continueLink = { to: "/employee-dashboard", label: "Back to dashboard" };
    return new Refusal(404, "Permit not found", { continueLink });
  }
  const continueLink = may(viewer, "permit.browse")
    ? { to: "/permits", label: "Return to permits" }
    : { to: "/", label: "Return to Dashboard" };
  return new Refusal(404, "Permit Not Found", { continueLink });
}
