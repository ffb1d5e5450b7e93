import { z } from "zod";
import { valuesOf } from "../options";
import { areaKinds } from "./area-kind";
import { maxAreas, maxPages, maxSide, obstacles, type PdfResults, pdfRefusals } from "./pdf-task";

// A child that reads a hostile file may say anything.

const side = z.number().positive().max(maxSide);
const shortText = z.string().max(300);

const opened = z.union([
  z.object({ refusal: z.enum(Object.keys(pdfRefusals) as (keyof typeof pdfRefusals)[]) }),
  z.object({
    pages: z
      .array(z.object({ width: side, height: side, label: shortText, bookmark: shortText }))
      .min(1)
      .max(maxPages),
    signatures: z
      .array(z.object({ signer: shortText.nullable(), isUnchanged: z.boolean().nullable() }))
      .max(20),
    hasScripts: z.boolean(),
    hasAttachments: z.boolean(),
  }),
]);

const pageText = z.object({
  titleBlock: z.object({ number: z.string().max(20), title: z.string().max(100).nullable() }).nullable(),
  missingFonts: z.array(shortText).max(20),
  isScan: z.boolean(),
  isSideways: z.boolean(),
});

const dots = z.number().int().positive().max(10_000);

const pixels = z
  .object({ width: dots, height: dots, data: z.instanceof(Uint8Array) })
  .refine(({ width, height, data }) => data.length === width * height * 4);

const moved = z.number().min(-maxSide).max(maxSide);
const fraction = z.number().min(0).max(1);

/** Also read from the cache, where a fault of the disk may have changed it. */
export const pageDifferences = z.object({
  shift: z.object({ x: moved, y: moved }),
  areas: z
    .array(
      z.object({
        ...{ left: fraction, top: fraction, width: fraction, height: fraction },
        kind: z.enum(valuesOf(areaKinds)),
      }),
    )
    .max(maxAreas),
  obstacle: z.enum(valuesOf(obstacles)).nullable(),
});

export const resultSchemas: { [Kind in keyof PdfResults]: z.ZodType<PdfResults[Kind]> } = {
  open: opened,
  read: pageText,
  draw: pixels,
  compare: z.object({ isSame: z.boolean() }),
  differences: pageDifferences,
  overlay: pixels,
};
