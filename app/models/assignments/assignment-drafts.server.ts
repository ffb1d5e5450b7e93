import { and, eq, isNull } from "drizzle-orm";
import type { Connection } from "~/platform/db/db.server";
import type { Discipline } from "../discipline";
import { pluralize } from "../pluralize";
import { Refusal } from "../refusal";
import { corrections } from "../tables.server";

type OfDiscipline = { permitId: number; discipline: Discipline };

/** Throws 409 if a discipline has drafts, which could no longer be decided. */
export async function refuseWithDrafts(tx: Connection, { permitId, discipline }: OfDiscipline) {
  const isOfDiscipline = and(eq(corrections.permitId, permitId), eq(corrections.discipline, discipline));
  const drafts = await tx.$count(corrections, and(isOfDiscipline, isNull(corrections.firstLetterId)));
  if (drafts === 0) return;
  const what = pluralize(drafts, "draft", "drafts");
  const them = drafts === 1 ? "it" : "them";
  const remedy = `Delete ${them}, or give ${discipline} to another reviewer`;
  throw new Refusal(409, `${discipline} has ${what}. ${remedy}`);
}
