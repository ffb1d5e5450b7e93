import { asTimeEntry, timeEntryEndpoints } from "~/api/plan-review.server";
import { body, idOf, methods, query, reply, replyPage } from "~/api.server";
import { readPermit } from "~/models/permits/permit-scope.server";
import { addTimeEntry } from "~/models/plan-review/time-entry.server";
import { listTimeEntries, readTimeEntry } from "~/models/plan-review/time-entry-list.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits.$id.time-entries";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: async () => {
      const viewer = viewerOf(context);
      const paging = query(url, timeEntryEndpoints.list.query);
      const { entries } = await listTimeEntries(viewer, await readPermit(viewer, idOf(params)));
      return replyPage(timeEntryEndpoints.list, paging, entries.map(asTimeEntry));
    },
    POST: async () => {
      const [viewer, permitId] = [viewerOf(context), idOf(params)];
      const { id } = await addTimeEntry(
        viewer,
        permitId,
        await body(request, timeEntryEndpoints.create.body),
      );
      return reply(timeEntryEndpoints.create, asTimeEntry(await readTimeEntry(viewer, id)));
    },
  });

export const action = loader;
