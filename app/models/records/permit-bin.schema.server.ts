import { rowId, z } from "../schema.server";

export const RestorePermitSchema = z.object({ id: rowId });
