import { drawDraft } from "~/models/letters/letter-draft-pdf.server";
import { handleByMethod, idOf } from "~/platform/api/api.server";
import { fileHeaders } from "~/platform/http/file-headers.server";
import { viewerOf } from "~/platform/http/viewer.server";
import type { Route } from "./+types/letter-draft-pdf";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  handleByMethod(request, {
    GET: async () => {
      const viewer = viewerOf(context, "permit.browse");
      const { number, pdf } = await drawDraft(viewer, idOf(params.id), request.signal);
      const file = { fileName: `${number}-draft.pdf`, mediaType: "application/pdf", isInline: true };
      return new Response(new Uint8Array(pdf), { headers: fileHeaders(file, "private, no-store") });
    },
  });

export const action = loader;
