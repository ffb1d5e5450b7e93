import { cleanLine } from "../clean-text";
import { z } from "../schema.server";
import { type Drawn, isDrawn, maxPlaces, simplified } from "./markup";

const notOnSheet = "This place is not on the sheet. Place it again.";
const tooMany = `Mark at most ${maxPlaces} places at once`;

/** A shape as it is drawn, without the points that it does not need. */
export const DrawnSchema = z
  .custom<Drawn>(isDrawn)
  .transform(({ shape, points, text }): Drawn => {
    const drawn = { shape, points: simplified(points) };
    return text ? { ...drawn, text: cleanLine(text) } : drawn;
  })
  .refine(isDrawn);

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
