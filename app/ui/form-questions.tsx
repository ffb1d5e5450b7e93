import { useEffect, useRef } from "react";
import type { FormResult } from "~/form.server";
import { CircleAlert } from "./icons";

type FormQuestionsProps = { formResult: FormResult; takesFocus?: boolean };

/** What a form asks once, before it saves unusual values: each question is a box to tick, and the form is sent again. */
export function FormQuestions({ formResult, takesFocus = true }: FormQuestionsProps) {
  const box = useRef<HTMLDivElement>(null);
  const { questions = [] } = formResult;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each refused POST moves the focus here again
  useEffect(() => {
    if (questions.length > 0 && takesFocus) box.current?.focus();
  }, [formResult]);

  if (questions.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: without scripts, nothing else moves the focus here
    <div ref={box} className="error-summary" role="alert" tabIndex={-1} autoFocus={takesFocus}>
      <CircleAlert />
      <div className="stack">
        <h2>Is this right?</h2>
        <p>Change it below, or tick it and save again.</p>
        {questions.map(({ text, isConfirmed }) => (
          <label key={text} className="check">
            <input type="checkbox" name="confirmed" value={text} defaultChecked={isConfirmed} />
            <span>Save anyway: {text}</span>
          </label>
        ))}
      </div>
    </div>
  );
}
