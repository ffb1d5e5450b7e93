import { pathOf } from "~/models/markups/shape-path";
import { handleByMethod } from "~/platform/api/api.server";
import { sheetOf } from "../permits/parts/permit-dialog.server";
import type { Route } from "./+types/strokes";
import { loadMarkups } from "./parts/load-board.server";
import { openSheets } from "./parts/open-sheets.server";

/** The lines of the strokes on a sheet, in the order in which its page has their boxes. */
export const loader = (sent: Route.LoaderArgs) =>
  handleByMethod(sent.request, {
    GET: async () => {
      const opened = await openSheets(sent);
      const sheet = await sheetOf(opened.viewer, opened.permit.id, sent.params.sheetId);
      const { places, marks } = await loadMarkups(opened, sheet);
      const strokes = [...places, ...marks].filter(({ shape }) => shape === "freehand");
      return Response.json(strokes.map((stroke) => pathOf(stroke, sheet)));
    },
  });

export const action = loader;
