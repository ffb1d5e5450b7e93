import { foreignId, id, moment } from "../../platform/db/column-types.server";
import { index, table, text, uniqueIndex } from "../../platform/db/dialect.server";
import { permits } from "../permits/permits.table.server";

/** Whoever has the token reads one permit, without signing in. Only its hash is stored. */
export const statusLinks = table(
  "status_links",
  {
    id: id(),
    permitId: foreignId(() => permits.id, "cascade"),
    tokenHash: text().notNull(),
    /** To whom it was mailed; null for one that somebody copied. */
    forEmail: text(),
    madeByName: text().notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    revokedAt: moment(),
    /** No more than the day: mail scanners open links too. */
    lastUsedOn: text(),
  },
  (link) => [
    uniqueIndex("status_links_token").on(link.tokenHash),
    index("status_links_by_permit").on(link.permitId),
  ],
);
