import type { FormResult } from "~/form.server";
import { SummaryBox } from "./error-summary";

type FormQuestionsProps = { formResult: FormResult; verb?: string; takesFocus?: boolean };

export function FormQuestions({ formResult, verb = "Save", takesFocus }: FormQuestionsProps) {
  const { questions = [] } = formResult;
  if (questions.length === 0) return null;
  return (
    <SummaryBox
      title="Is this right?"
      text={questions.map(({ text }) => text).join()}
      takesFocus={takesFocus}
    >
      <div className="stack">
        <p>Change it below, or tick it and send the form again.</p>
        {questions.map(({ text, isConfirmed }) => (
          <label key={text} className="check">
            <input type="checkbox" name="confirmed" value={text} defaultChecked={isConfirmed} />
            <span>
              {verb} anyway: {text}
            </span>
          </label>
        ))}
      </div>
    </SummaryBox>
  );
}
