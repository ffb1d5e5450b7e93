import { tickOf } from "~/models/many";
import { Button } from "./button";
import { usePageUnderDialog } from "./page-address";
import { PostForm, SubmitButton } from "./post-form";
import { RowUndo } from "./undo-form";

/** The form of the ticked rows of a list, of which a page has one. */
const formId = "many";

type ManyBarProps = {
  /** The page that changes the rows. */
  action: string;
  failure: string;
  changes: { value: string; label: string }[];
  /** Where the list is on its page. */
  anchor?: string;
};

/** What a list offers for its ticked rows, and the Undo of several that were changed. */
export const ManyBar = ({ hasTicks, ...bar }: ManyBarProps & { hasTicks: boolean }) => (
  <>
    <RowUndo of="several" />
    {hasTicks && <Bar {...bar} />}
  </>
);

/** A browser that goes back would tick by place, and so tick other rows. */
function Bar({ action, failure, changes, anchor = "" }: ManyBarProps) {
  return (
    <PostForm id={formId} action={action} failure={failure} autoComplete="off" className="many-bar row">
      {/* The Enter key in a box presses the first button, which only shows the ticked rows. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden />
      <input type="hidden" name="to" value={`${usePageUnderDialog()}${anchor}`} />
      <span className="small">Ticked rows:</span>
      {changes.map((change) => (
        <SubmitButton key={change.value} name="change" value={change.value} size="small">
          {change.label}
        </SubmitButton>
      ))}
      <Button type="button" size="small" className="tick-all" onClick={tickAll}>
        Tick all on this page
      </Button>
    </PostForm>
  );
}

function tickAll(): void {
  for (const tick of document.querySelectorAll<HTMLInputElement>(".tick input")) tick.checked = true;
}

/** The version is in the key, so that a changed row is no longer ticked. */
export const Tick = ({ row, name }: { row: { id: number; updatedAt: string }; name: string }) => (
  <label className="tick">
    <input
      key={tickOf(row)}
      type="checkbox"
      name="ticked"
      value={tickOf(row)}
      form={formId}
      aria-label={`Tick ${name}`}
    />
  </label>
);
