import { readUpload } from "~/models/files/unfinished-upload.server";
import { handleByMethod } from "~/platform/api/api.server";
import { discardStagedPart, receiveStagedPart, send } from "../files/parts/staged-files.server";
import type { Route } from "./+types/status-staged-file";
import { answererByLink } from "./parts/status-link.server";

/** A file that arrives in parts. */
export const action = (sent: Route.ActionArgs) =>
  handleByMethod(sent.request, {
    GET: async () => send(await readUpload((await answererByLink(sent)).actor, sent.params.key)),
    PATCH: async () => receiveStagedPart(sent.request, (await answererByLink(sent)).actor, sent.params.key),
    DELETE: async () => discardStagedPart((await answererByLink(sent)).actor, sent.params.key),
  });

export const loader = action;
