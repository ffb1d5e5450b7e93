import { asTimeEntry, timeEntryEndpoints } from "~/api/plan-review.server";
import { body, idOf, methods, noBody, reply } from "~/api.server";
import { deleteTimeEntry, editTimeEntry } from "~/models/plan-review/time-entry.server";
import { readTimeEntry } from "~/models/plan-review/time-entry-list.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.time-entries.$id";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    PATCH: async () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      const { updatedAt, ...changes } = await body(request, timeEntryEndpoints.update.body);
      const current = async () => asTimeEntry(await readTimeEntry(viewer, id));
      const changed = editTimeEntry(viewer, id, changes, updatedAt).then(current);
      return reply(timeEntryEndpoints.update, changed, { current });
    },
    DELETE: async () => {
      const viewer = viewerOf(context);
      await noBody(request);
      const { id } = await deleteTimeEntry(viewer, idOf(params));
      return reply(timeEntryEndpoints.remove, { id, message: "Time entry deleted" });
    },
  });

export const action = loader;
