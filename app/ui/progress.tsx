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
  isBroken?: boolean;
  /** "about 3 minutes left" */
  left?: string;
  onStop?: () => void;
};

export function UploadProgress({ fileName, loaded, total, isBroken, left, onStop }: UploadProgressProps) {
  const percent = total === 0 ? 100 : Math.floor((loaded / total) * 100);
  return (
    <div className="upload">
      <span>{fileName}</span>
      {onStop && (
        <Button type="button" size="small" onClick={onStop} aria-label={`Stop sending ${fileName}`}>
          Stop
        </Button>
      )}
      <progress aria-label={`Uploading ${fileName}`} value={percent} max={100} />
      <span className="small">
        {percent}% · {fileSize(loaded)} of {fileSize(total)}
        {left && !isBroken && ` · ${left}`}
      </span>
      <span className="small" role="status">
        {isBroken && "The connection is lost. The file goes on when it is back."}
      </span>
    </div>
  );
}
