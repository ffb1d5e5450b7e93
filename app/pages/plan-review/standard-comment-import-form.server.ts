import { processForm } from "~/form.server";
import { readCsv } from "~/http/csv.server";
import { type ReceivedFile, receiveSmallFiles } from "~/http/request-body.server";
import { failures } from "~/models/failures";
import { maxImportBytes, maxImportedRows } from "~/models/plan-review/standard-comment";
import { ImportSchema } from "~/models/plan-review/standard-comment.schema.server";
import {
  type ImportResult,
  importStandardComments,
} from "~/models/plan-review/standard-comment-import.server";
import { pluralize } from "~/models/pluralize";
import { Refusal, refusalAtField } from "~/models/refusal";
import type { PageRequest } from "~/page-forms.server";
import { redirectWithSuccess } from "~/toast.server";

export const importForm = (addressAfter: (url: URL) => string) => async (sent: PageRequest) => {
  const { form, received } = await receiveSmallFiles(sent.request, maxImportBytes);
  const fields = new FormData();
  for (const [name, value] of form) if (typeof value === "string") fields.append(name, value);
  return processForm(
    sent.request,
    fields,
    ImportSchema,
    { failure: failures.importStandardComments },
    async (options) => {
      const result = await importStandardComments(sent.viewer, tableIn(received), options);
      return redirectWithSuccess(addressAfter(sent.url), messageOf(result));
    },
  );
};

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

function tableIn([file]: ReceivedFile[]): string[][] {
  if (!file) throw refusalAtField("file", "Choose a CSV file first");
  if (file.isTooLarge) throw refusalAtField("file", "The file is larger than 1 MB", 413);
  const text = decoded(file.bytes);
  if (text.includes("\0")) throw refusalAtField("file", "This is not a CSV file");
  return rowsIn(text);
}

function decoded(bytes: Buffer): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw refusalAtField("file", "The file is not UTF-8. Save it as “CSV UTF-8”");
  }
}

function rowsIn(text: string): string[][] {
  try {
    return readCsv(text, maxImportedRows);
  } catch (error) {
    throw error instanceof Refusal ? refusalAtField("file", error.message) : error;
  }
}

/** Returns "12 standard comments added, 3 updated, 1 unchanged". */
function messageOf({ added, updated, unchanged }: ImportResult): string {
  const others = [updated > 0 && `${updated} updated`, unchanged > 0 && `${unchanged} unchanged`];
  const all = [`${pluralize(added, "standard comment", "standard comments")} added`, ...others];
  return all.filter(Boolean).join(", ");
}
