import { useEffect, useRef, useState } from "react";
import { maxFilesAtOnce, problemOfFile, tooManyFiles } from "~/models/files/plan-file";
import type { StagedFile } from "~/models/files/staged-file.server";
import type { UploadProgressProps } from "../progress";
import type { Progress, sendFile } from "./send-file";

type Sending = UploadProgressProps & { key: number };

let lastKey = 0;

const stopped = "stopped";

/** Loaded with the first file. */
const loadSender = () => import("./send-file");

/** Uploads files before their form is sent, one after another. `keptFiles` are those of a refused form. */
export function useStagedFiles(keptFiles: StagedFile[]) {
  const [staged, setStaged] = useState(keptFiles);
  const [sending, setSending] = useState<Sending[]>([]);
  const [problems, setProblems] = useState<string[]>([]);
  const [lastKeptFiles, setLastKeptFiles] = useState(keptFiles);
  const open = useRef<AbortController[]>([]);
  useEffect(() => () => open.current.forEach((stopping) => void stopping.abort()), []);
  if (lastKeptFiles !== keptFiles && keptFiles.length > 0) {
    setLastKeptFiles(keptFiles);
    setStaged(keptFiles);
  }

  async function send(files: File[]) {
    const accepted = files.slice(0, Math.max(0, maxFilesAtOnce - staged.length - sending.length));
    const surplus = files.slice(accepted.length).map(({ name }) => name);
    setProblems(surplus.length > 0 ? [problemOfFile(tooManyFiles(surplus))] : []);
    const started = accepted.map((file) => {
      lastKey += 1;
      return { key: lastKey, file, stopping: new AbortController() };
    });
    open.current = started.map(({ stopping }) => stopping).concat(open.current);
    setSending((earlier) => [
      ...earlier,
      ...started.map(({ key, file, stopping }) => ({
        ...{ key, fileName: file.name, loaded: 0, total: file.size },
        onStop: () => {
          stopping.abort(stopped);
          end(key);
        },
      })),
    ]);
    for (const { key, file, stopping } of started) await uploadFile(key, file, stopping);
  }

  const end = (key: number) => setSending((earlier) => earlier.filter((upload) => upload.key !== key));

  async function uploadFile(key: number, file: File, stopping: AbortController) {
    const onProgress = (progress: Progress) =>
      setSending((earlier) =>
        earlier.map((upload) => (upload.key === key ? { ...upload, ...progress } : upload)),
      );
    const { kept, refused } = await sendWhenLoaded(file, { onProgress, signal: stopping.signal });
    end(key);
    setStaged((files) => [...files, ...kept]);
    setProblems((earlier) => [...earlier, ...refused.map(problemOfFile)]);
  }

  function remove(token: string) {
    setStaged((files) => files.filter((file) => file.token !== token));
    void loadSender().then(({ discardFile }) => discardFile(token));
  }

  return { staged, sending, problems, send, remove };
}

const sendWhenLoaded = (file: File, sending: Parameters<typeof sendFile>[1]) =>
  loadSender().then(
    (sender) => sender.sendFile(file, sending),
    () => ({
      kept: [],
      refused: [{ fileName: file.name, reason: "It could not be sent. Choose it again" }],
    }),
  );
