import { asDraft, letterEndpoints } from "~/api/letters.server";
import { body, cycleOf, idOf, methods, reply } from "~/api.server";
import { saveCoverNote } from "~/models/letters/cover-note.server";
import { previewRelease } from "~/models/letters/letter-draft.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits.$id.plan-checks.$cycle.cover-note";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    PUT: async () => {
      const [viewer, id, cycle] = [viewerOf(context), idOf(params), cycleOf(params)];
      const { coverNote = null } = await body(request, letterEndpoints.coverNote.body);
      await saveCoverNote(viewer, id, cycle, coverNote);
      return reply(letterEndpoints.coverNote, previewRelease(viewer, id, cycle).then(asDraft));
    },
  });

export const action = loader;
