import { fileSize } from "~/models/files/file-size";
import { useNavigationUnlessLost } from "./lost-request";

export function PageProgress() {
  const { state } = useNavigationUnlessLost();
  return state === "idle" ? null : <div className="page-progress" aria-hidden="true" />;
}

type UploadProgressProps = { fileName: string; loaded: number; total: number };

export function UploadProgress({ fileName, loaded, total }: UploadProgressProps) {
  const percent = total === 0 ? 100 : Math.floor((loaded / total) * 100);
  return (
    <div className="upload">
      <span>{fileName}</span>
      <span className="small">
        {percent}% · {fileSize(loaded)} of {fileSize(total)}
      </span>
      <progress aria-label={`Uploading ${fileName}`} value={percent} max={100} />
    </div>
  );
}
