import { planFileColumns } from "~/models/files/plan-file";
import type { NewPlanFile } from "~/models/files/plan-file-store.server";
import { newFilesOf, problemsOfTokens, stageFiles } from "~/models/files/staged-file.server";
import { reviewCycles } from "~/models/permits/permit";
import { PlanFilesSchema } from "~/models/permits/permit.schema.server";
import { readPermit } from "~/models/permits/permit-scope.server";
import {
  addPlanFiles,
  allowUpload,
  deletePlanFile,
  listPlanFiles,
  readListedFile,
  type PlanFile as StoredRow,
  setFileAside,
} from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { z } from "~/models/schema.server";
import { parseFields, requireMultipart } from "~/platform/api/api.server";
import { bodySchema, endpointsOf, id, idempotencyKey, listQuery } from "~/platform/api/endpoint.server";
import { responseSchema } from "~/platform/api/response-schema.server";
import { env } from "~/platform/env.server";
import { maxMegabytesAtOnce } from "~/platform/http/files-at-once.server";
import { problemsOf, receiveFiles, refuseTooMuchAtOnce } from "~/platform/http/plan-file-upload.server";
import { sendPlanFile } from "./plan-file-download.server";
import { problemsName, sendPlanFilesZip } from "./plan-files-zip.server";

const files = endpointsOf({ noun: "Plan files", isCheckedInScope: true });

export const PlanFile = responseSchema(planFileColumns, {
  origin: "What the file is. A city gets submitted ones, and marked-up ones once their letter is out.",
  isSetAside: "Whether it is set aside: it stays where it is listed, but no later letter lists it.",
});

/** Programs read the time of the upload under two names (R18.13). */
export const toPlanFile = (file: StoredRow) => ({ ...file, uploadDate: file.uploadedAt });

const download = (address: "/api/files/{id}/download" | "/api/files/download/{id}") =>
  files.get(address, {
    summary: "The content of a plan file, complete or a range of bytes; with ?inline a browser shows a PDF",
    who: "plan-file.read",
    query: z.strictObject({
      inline: z.string().optional().meta({ description: "Shows a PDF in the browser; needs no value" }),
    }),
    sends: "file",
    refuses: [416],
    handle: ({ viewer, id, request, url }) =>
      sendPlanFile(viewer, id, request, url.searchParams.has("inline")),
  });

const UploadFields = z.strictObject({
  reviewCycle: PlanFilesSchema.shape.reviewCycle.optional().meta({
    description:
      "The review cycle that the files are for. Without it, the current one while it is in review, and the next one once its letter is out. Files of a cycle that is over are not reviewed.",
  }),
  origin: PlanFilesSchema.shape.origin.meta({
    description:
      "What the files are. If the permit's city uses corrections, staff may send any, and marked_up is the default; else only submitted is accepted.",
  }),
  formKey: idempotencyKey,
  keptFiles: z.array(z.string()).max(20).optional(),
});

type Upload = z.output<typeof UploadFields> & { files: NewPlanFile[] };

/** Throws 400 with the reason for each refused file and a token for each valid one, and 413 for too many of these. */
async function receivePlanFiles(
  request: Request,
  viewer: Viewer,
  save: (upload: Upload) => Promise<unknown>,
) {
  requireMultipart(request);
  refuseTooMuchAtOnce(request);
  return receiveFiles(request, async ({ form, stored, refused }) => {
    form.delete("files");
    const typed = parseFields(form, UploadFields, ["keptFiles"]);
    const tokens = typed.keptFiles ?? [];
    const files = [...newFilesOf(viewer, tokens), ...stored];
    const problems = [...problemsOfTokens(viewer, tokens), ...problemsOf(files, refused, true)];
    if (problems.length === 0) return save({ ...typed, files });
    const { files: staged, refusal } = await stageFiles(viewer, tokens, stored);
    const all = refusal ? [...problems, refusal.message] : problems;
    const keptFiles = staged.map(({ token }) => token);
    throw new Refusal(refusal?.status ?? 400, all.join(" "), { fields: { files: all }, keptFiles });
  });
}

export const planFileEndpoints = [
  files.get("/api/permits/{id}/files", {
    summary: "A permit's plan files of every cycle, the newest first",
    who: "plan-file.read",
    query: listQuery(["fileName", "kind", "byteSize", "reviewCycle", "uploadDate"]),
    response: z.array(PlanFile),
    handle: async ({ viewer, id }) =>
      (await listPlanFiles(viewer, await readPermit(viewer, id))).map(toPlanFile),
  }),
  files.create("/api/permits/{id}/files", {
    summary: "Adds plan files to a permit, and returns the permit's list of files",
    details: `If one of the files is refused, none is stored: the response is 400, names each refused file, and has in keptFiles a token for each valid one; send the token instead of the file within 20 hours. The response is 413 if you already have too many such files, for more than ${maxMegabytesAtOnce} MB in one request, and if the permit would hold more than ${env.MAX_PERMIT_MB} MB.`,
    who: "plan-file.upload",
    parts: {
      fields: UploadFields,
      files: "files",
    },
    response: z.array(PlanFile),
    refuses: [413],
    handle: async ({ request, viewer, id }) => {
      const permit = await allowUpload(viewer, id);
      await receivePlanFiles(request, viewer, (upload) => addPlanFiles(viewer, id, upload));
      return (await listPlanFiles(viewer, permit)).map(toPlanFile);
    },
  }),
  files.get("/api/permits/{id}/files.zip", {
    summary: "A permit's plan files as one ZIP file, in a folder for each review cycle",
    details: `A file that is missing or damaged on the server is named in "${problemsName}" in the ZIP file. The response is 404 if there is no file to send, and 503 while too many others are sent.`,
    who: "plan-file.read",
    query: z.strictObject({
      reviewCycle: z.literal(reviewCycles).optional().meta({ description: "Only the files of this cycle" }),
      asCity: z.string().optional().meta({ description: "Only what the permit's city sees; needs no value" }),
    }),
    sends: "file",
    refuses: [503],
    handle: ({ viewer, id, request, url, query: { reviewCycle } }) =>
      sendPlanFilesZip(viewer, id, request, { reviewCycle, asCity: url.searchParams.has("asCity") }),
  }),
  files.remove("/api/files/{id}", {
    summary: "Removes a plan file from its permit",
    details: "The response is 409 for a file that was reviewed or is listed in a letter.",
    who: "plan-file.delete",
    response: z.object({ id, permitId: id, fileName: z.string(), message: z.string() }),
    refuses: [409],
    handle: async ({ viewer, id }) => {
      const file = await deletePlanFile(viewer, id);
      return { ...file, message: "File deleted successfully" };
    },
  }),
  files.patch("/api/files/{id}", {
    summary: "Sets aside a plan file that may not be deleted, or takes it back",
    details: "The response is 409 for a file that can be deleted.",
    who: "plan-file.set-aside",
    body: bodySchema(z.object({ isSetAside: z.boolean() }), PlanFile),
    response: PlanFile,
    change: ({ viewer, id, body }) => setFileAside(viewer, id, body.isSetAside),
    readRow: async ({ viewer, id }) => toPlanFile(await readListedFile(viewer, id)),
  }),
  download("/api/files/{id}/download"),
  download("/api/files/download/{id}"),
];
