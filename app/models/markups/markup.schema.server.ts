import { optional, z } from "../schema.server";
import {
  type Drawn,
  maxMarkupText,
  maxPlaces,
  maxPointsOfStroke,
  type Point,
  shapes,
  shapeValues,
  simplified,
} from "./markup";

const notOnSheet = "This place is not on the sheet. Place it again.";
const tooMany = `Mark at most ${maxPlaces} places at once`;
const fraction = z.number().min(0).max(1);
const point = z.tuple([fraction, fraction]) as unknown as z.ZodType<Point>;

/** A shape as it is drawn, without the points that it does not need. */
export const DrawnSchema = z
  .object({
    shape: z.literal(shapeValues),
    points: z.array(point).min(1).max(maxPointsOfStroke),
    text: optional(maxMarkupText),
  })
  .refine(({ shape, points: { length } }) => {
    const [least, most] = shapes[shape].points;
    return length >= least && length <= most;
  })
  .refine(({ shape, text }) => Boolean(text) === "hasText" in shapes[shape])
  .transform(({ points, ...drawn }): Drawn => ({ ...drawn, points: simplified(points) }));

const PlacesSchema = z.array(DrawnSchema).max(maxPlaces, tooMany);

/** As the hidden field of a form, in JSON. */
export const placesField = z.string().transform((text, { issues }): Drawn[] => {
  const parsed = PlacesSchema.safeParse(jsonIn(text));
  if (parsed.success) return parsed.data;
  const isTooMany = parsed.error.issues.some(({ message }) => message === tooMany);
  issues.push({ code: "custom", message: isTooMany ? tooMany : notOnSheet, input: text });
  return z.NEVER;
});

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
