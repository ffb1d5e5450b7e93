import { fileSize } from "~/models/files/file-size";
import { Button } from "./button";
import { useNavigationUnlessLost } from "./lost-request";

export function PageProgress() {
  const { state } = useNavigationUnlessLost();
  return state === "idle" ? null : <div className="page-progress" aria-hidden="true" />;
}

export type UploadProgressProps = {
  fileName: string;
  loaded: number;
  total: number;
  /** "about 3 minutes left" */
  left?: string;
  notice?: string;
  onStop?: () => void;
};

export function UploadProgress({ fileName, loaded, total, left, notice, onStop }: UploadProgressProps) {
  const percent = Math.floor((loaded / (total || 1)) * 100);
  return (
    <div className="upload">
      <span>{fileName}</span>
      {onStop && (
        <Button type="button" size="small" onClick={onStop} aria-label={`Stop ${fileName}`}>
          Stop
        </Button>
      )}
      <progress aria-label={`Uploading ${fileName}`} value={percent} max={100} />
      <span className="small">
        {percent}% · {fileSize(loaded)} of {fileSize(total)}
        {left && ` · ${left}`}
      </span>
      <span className="small" role="status">
        {notice}
      </span>
    </div>
  );
}
