import { type Call, id, moment, onceKey, paging, sortedBy, z } from "~/endpoint.server";
import { planFileKinds } from "~/models/files/plan-file";
import { reviewCycles } from "~/models/permits/permit";
import { PlanFilesForm } from "~/models/permits/permit.form.server";
import type { PlanFile as StoredFile } from "~/models/permits/plan-file.server";

const noun = "Plan files";

export const PlanFile = z.object({
  id,
  fileName: z.string(),
  kind: z.literal(Object.keys(planFileKinds)),
  byteSize: z.int().min(0),
  reviewCycle: z.literal(reviewCycles),
  uploadDate: moment,
  uploadedAt: moment,
  mayDelete: z.boolean(),
});

/** The moment of the upload has two names, as it has in the specification. */
export const asPlanFile = (file: StoredFile) => ({ ...file, uploadDate: file.uploadedAt });

const download = {
  method: "GET",
  noun,
  summary: "A plan file itself, whole or a range of bytes; a PDF in place with ?inline",
  who: "plan-file.read",
  query: z.strictObject({
    inline: z.string().optional().meta({ description: "A PDF in place, with or without a value" }),
  }),
  sends: "file",
  refuses: [416],
} as const;

export const planFileCalls = {
  list: {
    method: "GET",
    address: "/api/permits/{id}/files",
    noun,
    summary: "A permit's plan files of every cycle, the newest first",
    who: "plan-file.read",
    query: z.strictObject({
      ...sortedBy("fileName", "kind", "byteSize", "reviewCycle", "uploadDate"),
      ...paging,
    }),
    answer: z.array(PlanFile),
  },
  upload: {
    method: "POST",
    address: "/api/permits/{id}/files",
    noun,
    summary: "Adds plan files to a permit, and answers its list",
    details:
      "With a file among them that is refused, nothing is stored: the answer is 400, names each refused file, and has in keptFiles a token for each good one, to be sent in its place within 20 hours; 413 where the caller has too many of those already.",
    who: "plan-file.upload",
    parts: {
      fields: z.strictObject({
        reviewCycle: PlanFilesForm.shape.reviewCycle,
        formKey: PlanFilesForm.shape.formKey.meta(onceKey),
        keptFiles: z.array(z.string()).max(20).optional(),
      }),
      files: "files",
    },
    answer: z.array(PlanFile),
    status: 201,
    refuses: [409, 413],
  },
  remove: {
    method: "DELETE",
    address: "/api/files/{id}",
    noun,
    summary: "Takes a plan file off its permit",
    who: "plan-file.delete",
    answer: z.object({ id, permitId: id, fileName: z.string(), message: z.string() }),
  },
  download: { ...download, address: "/api/files/{id}/download" },
  downloadByOtherName: { ...download, address: "/api/files/download/{id}" },
} as const satisfies Record<string, Call>;
