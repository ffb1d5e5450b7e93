import { pageSizes } from "../paging";
import { required, rowId, z } from "../schema.server";
import { maxErrorLength } from "./mail";

export const BounceSchema = z.object({
  messageId: required("Message-ID is required", 200),
  reason: required("Reason is required", maxErrorLength),
});

export type BounceSchema = z.output<typeof BounceSchema>;

/** At most the emails of a page. */
export const HandledSchema = z.object({
  ids: z
    .array(rowId)
    .min(1)
    .max(Math.max(...pageSizes)),
});
