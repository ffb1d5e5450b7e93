import { asTimeEntry, timeEntryCalls } from "~/api/time-entries.server";
import { body, idOf, methods, query, reply, replyPage } from "~/api.server";
import { addTimeEntry } from "~/models/plan-review/time-entry.server";
import { listTimeEntries, readTimeEntry } from "~/models/plan-review/time-entry-list.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits.$id.time-entries";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: async () => {
      const viewer = viewerOf(context);
      const paging = query(url, timeEntryCalls.list.query);
      const { entries } = await listTimeEntries(viewer, idOf(params));
      return replyPage(timeEntryCalls.list, paging, entries.map(asTimeEntry));
    },
    POST: async () => {
      const [viewer, permitId] = [viewerOf(context), idOf(params)];
      const { id } = await addTimeEntry(viewer, permitId, await body(request, timeEntryCalls.create.body));
      return reply(timeEntryCalls.create, asTimeEntry(await readTimeEntry(viewer, id)));
    },
  });

export const action = loader;
