import { rowId, z } from "../schema.server";

/** Without an id, all links of the permit. */
export const RevokeLinksSchema = z
  .object({ linkId: rowId.optional(), confirm: z.boolean().default(false) })
  .refine(({ linkId, confirm }) => linkId !== undefined || confirm, {
    error: "Confirm that all links are revoked",
    path: ["confirm"],
  });
