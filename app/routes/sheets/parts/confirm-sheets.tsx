import { Link } from "react-router";
import { failures } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import { maxSheetNumberLength } from "~/models/sheets/sheet-number";
import { answerKeyOf } from "~/models/sheets/sheet-question";
import { Card } from "~/ui/card";
import { errorsIn } from "~/ui/error-summary";
import { CheckGroup, RadioGroup, TextField } from "~/ui/fields";
import { fieldOf } from "~/ui/form-field";
import { useFormResult } from "~/ui/form-result";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { SheetThumbnail } from "~/ui/sheets/sheet-thumbnail";
import type { SheetsData } from "./load-sheets.server";

type Questions = NonNullable<SheetsData["questions"]>;
type Sheet = Questions["unknown"][number];
type ConfirmSheetsProps = { questions: Questions; base: string };

/** What the sender of a set should say about its sheets, and the button that confirms their list. */
export function ConfirmSheets({ questions, base }: ConfirmSheetsProps) {
  const formResult = useFormResult("confirm");
  const { reviewCycle, left, asked, sheets } = questions;
  return (
    <PostForm
      action={`${base}?confirm`}
      failure={failures.confirmSheets}
      formResult={formResult}
      errors={errorsIn(formResult)}
    >
      <input type="hidden" name="reviewCycle" value={reviewCycle} />
      <Card
        title={`Sheet list of ${reviewCycle}`}
        id="confirm"
        aside={<span className="small">{pluralize(sheets, "sheet", "sheets")}</span>}
        flush
        footer={<SubmitButton tone="primary">Confirm sheet list</SubmitButton>}
      >
        <p className="card-body">{introduction(left, asked)}</p>
        {questions.unknown.map((sheet) => (
          <Unknown key={sheet.id} sheet={sheet} base={base} />
        ))}
        {questions.duplicates.map(({ sheet, earlier }) => (
          <Duplicate key={sheet.id} sheet={sheet} earlier={earlier} base={base} />
        ))}
        {questions.missing.map((sheet) => (
          <Missing key={sheet.id} sheet={sheet} questions={questions} base={base} />
        ))}
        {questions.gaps.length > 0 && <Gaps gaps={questions.gaps} />}
      </Card>
    </PostForm>
  );
}

function introduction(left: number, asked: number): string {
  if (left === 0) return "Every sheet has a number of its own, and none is missing. Confirm the list.";
  const questions = `${pluralize(left, "question", "questions")} about the sheets`;
  return asked < left
    ? `There are ${questions}. These are the first ${asked}; the others come next.`
    : `Answer ${questions}, and confirm the list. Or upload what is missing first.`;
}

type QuestionProps = { sheet: Sheet; base: string };

function useAnswer(name: string, initialValue?: unknown) {
  const formResult = useFormResult("confirm");
  const [group = "", key = ""] = name.split(".");
  const sent = formResult?.submission.initialValue?.[group] as Record<string, unknown> | undefined;
  return fieldOf(name, formResult, formResult ? sent?.[key] : initialValue);
}

function PictureLink({ sheet, base }: QuestionProps) {
  return (
    <Link to={`${base}/${sheet.id}`}>
      <SheetThumbnail sheet={sheet} />
      <span className="sr-only">
        Page {sheet.page} of {sheet.fileName}
      </span>
    </Link>
  );
}

function Unknown({ sheet, base }: QuestionProps) {
  const number = useAnswer(`numbers.${answerKeyOf(sheet.id)}`);
  return (
    <div className="sheet-question">
      <PictureLink sheet={sheet} base={base} />
      <TextField
        field={number}
        label={`Number of page ${sheet.page} of ${sheet.fileName}`}
        hint={`As on the sheet, such as A-101. At most ${maxSheetNumberLength} characters.`}
        required
      />
    </div>
  );
}

function Duplicate({ sheet, earlier, base }: QuestionProps & { earlier: Sheet }) {
  const answer = useAnswer(`duplicates.${answerKeyOf(sheet.id)}`);
  const number = useAnswer(`numbers.${answerKeyOf(sheet.id)}`);
  return (
    <div className="sheet-question">
      <PictureLink sheet={sheet} base={base} />
      <div className="stack">
        <RadioGroup
          field={answer}
          label={`${sheet.number} is twice in this set: page ${sheet.page} of ${sheet.fileName}, and page ${earlier.page} of ${earlier.fileName}`}
          options={[
            { value: "replaces", label: `This one replaces the earlier ${earlier.number}` },
            { value: "other", label: "This one has another number:" },
          ]}
          required
        />
        <TextField field={number} label="Another number" required={false} />
      </div>
    </div>
  );
}

function Missing({ sheet, questions, base }: QuestionProps & { questions: Questions }) {
  const preselected = questions.resubmittalSets === "complete" ? "withdrawn" : "carried";
  const answer = useAnswer(`missing.${answerKeyOf(sheet.id)}`, preselected);
  return (
    <div className="sheet-question">
      <PictureLink sheet={sheet} base={base} />
      <RadioGroup
        field={answer}
        label={`${sheet.number} of ${sheet.reviewCycle} is not in this set`}
        options={[
          { value: "withdrawn", label: "Withdrawn: it is no longer part of the plans" },
          { value: "carried", label: `Carried over: the one of ${sheet.reviewCycle} still counts` },
        ]}
        required
      />
    </div>
  );
}

function Gaps({ gaps }: Pick<Questions, "gaps">) {
  const formResult = useFormResult("confirm");
  const field = fieldOf("gaps", formResult, formResult?.submission.initialValue?.gaps);
  return (
    <div className="card-body ruled sheet-gaps">
      <CheckGroup
        field={field}
        label="Numbers between others that the set does not have"
        hint="Tick those that do not exist. Upload the sheets of the others before you confirm the list."
        options={gaps.map(({ number, after, before }) => ({
          value: number,
          label: `${number} does not exist (between ${after} and ${before})`,
        }))}
        required
      />
    </div>
  );
}
