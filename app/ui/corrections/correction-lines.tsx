import type { ReactNode } from "react";
import {
  type CorrectionKind,
  correctionKinds,
  correctionStatuses,
  newReasons,
  numberOf,
  spokenNumber,
  verdicts,
} from "~/models/corrections/correction";
import type { BackCheck, ShownCorrection } from "~/models/corrections/correction-list.server";
import { Badge, LabelBadge } from "../badge";

/** A correction as a list shows it. Few have the fields after the first. */
export type CorrectionLine = Pick<
  ShownCorrection,
  "id" | "discipline" | "number" | "kind" | "status" | "updatedAt" | "text" | "reviewCycle"
> &
  Partial<
    Pick<ShownCorrection, "sheet" | "codeReference" | "newReason" | "isCut"> & {
      /** Although a letter has it: its plan check was opened again. */
      isEditable: boolean;
      verdict: BackCheck["verdict"];
      remark: BackCheck["remark"];
      writtenBy: string;
      /** By the request before. */
      isDeleted: boolean;
      /** With a remark, of earlier cycles. */
      earlier: BackCheck[];
      /** The applicant's, as a sentence. */
      answer: string;
    }
  >;

type LineProps = {
  /** A list that changes none does not say when it was changed. */
  correction: Omit<CorrectionLine, "updatedAt">;
  place?: string;
  fullText?: ReactNode;
  badge?: ReactNode;
  hasOpenRemarks?: boolean;
  children?: ReactNode;
};

export function Correction({
  correction,
  place = placeOf(correction),
  fullText,
  badge,
  hasOpenRemarks,
  children,
}: LineProps) {
  const { id, text, answer, earlier, verdict, remark } = correction;
  return (
    <li id={`correction-${id}`} className="correction">
      <CorrectionNumber correction={correction} />
      <div className="min-w-0">
        <p className="small">{place}</p>
        <p className="correction-text">
          {text}
          {fullText && <>… {fullText}</>}
        </p>
        {answer && <p className="note">{answer}</p>}
        {earlier && (
          <details open={hasOpenRemarks}>
            <summary className="small">
              Earlier remarks<span className="sr-only"> on Correction {spokenNumber(correction)}</span>
            </summary>
            {earlier.map((backCheck) => (
              <Remark key={backCheck.reviewCycle} {...backCheck} />
            ))}
          </details>
        )}
        {verdict && remark && <Remark reviewCycle={null} verdict={verdict} remark={remark} />}
        {children}
      </div>
      {badge ?? <StatusBadge correction={correction} />}
    </li>
  );
}

/** "F-3", read aloud as "Correction Fire 3". */
function CorrectionNumber({ correction }: { correction: Pick<CorrectionLine, "discipline" | "number"> }) {
  return (
    <b className="correction-number">
      <span aria-hidden="true">{numberOf(correction)}</span>
      <span className="sr-only">Correction {spokenNumber(correction)}</span>
    </b>
  );
}

/** The title of a dialog, "Edit F-3", read aloud as "Edit Correction F-3". A deleted correction has no number. */
export function CorrectionTitle({ verb, number }: { verb: string; number: string | null }) {
  if (!number) return `${verb} correction`;
  return (
    <>
      {verb} <span className="sr-only">Correction </span>
      {number}
    </>
  );
}

export const DialogDiscipline = ({ children }: { children: string | undefined }) =>
  children && <p className="small">{children}</p>;

/** The label of a condition or a note; a correction needs none. */
export const kindLabel = (kind: CorrectionKind) => kind !== "correction" && correctionKinds[kind].label;

type Place = Pick<CorrectionLine, "sheet" | "codeReference" | "newReason" | "kind">;

/** Returns the grey line of a correction: "A-101 · CFC 907.2.9 · Caused by the revised plans". */
export const placeOf = ({ sheet, codeReference, newReason, kind }: Place): string =>
  [sheet, codeReference, newReason && newReasons[newReason].label, kindLabel(kind)]
    .filter(Boolean)
    .join(" · ") || "No sheet or code reference";

/** The badge of a correction that is not a draft. A note has none: nothing has to be done about it. */
function StatusBadge({ correction: { kind, status, verdict } }: Pick<LineProps, "correction">) {
  if (kind === "note" && status === "open") return null;
  if (verdict === "not_resolved") return <Badge tone="red">Not resolved</Badge>;
  return <LabelBadge of={correctionStatuses[status]} />;
}

type RemarkProps = Omit<BackCheck, "reviewCycle"> & { reviewCycle: string | null };

/** What a back-check says. Without a cycle, it is of the current one. */
function Remark({ reviewCycle, verdict, remark }: RemarkProps) {
  const words = verdicts[verdict].word;
  const label = `${words.charAt(0).toUpperCase()}${words.slice(1)}${reviewCycle ? ` in ${reviewCycle}` : ""}`;
  return (
    <p className={`note ${verdicts[verdict].tone === "red" ? "remark-red" : ""}`}>
      <b>
        {label}
        {remark && ":"}
      </b>{" "}
      {remark}
    </p>
  );
}
