import type { StagedFile } from "~/models/files/staged-file.server";

type UploadResult = { kept: StagedFile[]; refused: { fileName: string; reason: string }[] };

/** Uploads one file before its form is sent. XMLHttpRequest, because fetch does not report upload progress. */
export function sendFile(file: File, onProgress: (loaded: number) => void): Promise<UploadResult> {
  const failed = (reason: string): UploadResult => ({ kept: [], refused: [{ fileName: file.name, reason }] });
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/staged-files");
    request.responseType = "json";
    // The progress includes the multipart form around the file.
    request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, file.size));
    request.onerror = () => resolve(failed("The connection was lost. Choose the file again"));
    request.onload = () => {
      const response = request.response as (Partial<UploadResult> & { message?: string }) | null;
      if (response?.kept && response.refused) resolve({ kept: response.kept, refused: response.refused });
      // The message is shown inside a sentence, which adds the period.
      else
        resolve(
          failed(response?.message?.replace(/\.$/, "") ?? "The file could not be sent. Choose it again"),
        );
    };
    const body = new FormData();
    body.append("files", file);
    request.send(body);
  });
}

/** Deletes a staged file that the user removed from its form; if this fails, the file expires later. */
export function discardFile(token: string): void {
  const body = new URLSearchParams({ keptFiles: token });
  void fetch("/staged-files?discard", { method: "POST", body, keepalive: true }).catch(() => undefined);
}
