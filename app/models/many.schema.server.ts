import { maxTicked, tickIn } from "./many";
import { line, optionalDate, rowId, z } from "./schema.server";

const nothingTicked = "Tick the rows to change first";

/** A form of ticked rows. `to` is the list that they were ticked in, `asked` whether its fields were shown. */
export const TickedSchema = z.object({
  ticked: z
    .array(z.string(), nothingTicked)
    .min(1, nothingTicked)
    .max(maxTicked, {
      error: ({ input }) =>
        `${(input as string[]).length} rows are ticked. At most ${maxTicked} can be changed at once.`,
    })
    .refine((texts) => texts.every(tickIn), "Invalid input")
    .transform((texts) => texts.flatMap((text) => tickIn(text) ?? [])),
  to: line().max(10_000).optional(),
  asked: z.boolean().default(false),
  day: optionalDate,
  choice: rowId.optional(),
});
