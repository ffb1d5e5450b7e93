import { z } from "../schema.server";

export const RestorePermitSchema = z.object({ id: z.number().int().min(1) });
