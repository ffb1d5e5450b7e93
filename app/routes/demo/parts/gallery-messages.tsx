import { NewPasswordLink } from "~/ui/accounts/one-time-secret";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DialogPanel } from "~/ui/dialog";
import { ErrorSummary, FormQuestions } from "~/ui/error-summary";
import { Panel } from "~/ui/panel";
import { ProductLogo } from "~/ui/product-logo";
import { Toast } from "~/ui/toast";
import { TypedConfirmation } from "~/ui/typed-confirmation";
import { UndoForm } from "~/ui/undo-form";

const refused = ["Type only the word delete, in lowercase letters, to confirm"];

const unusual = {
  submission: {},
  questions: [
    {
      text: "the due date, Nov 9, 2026, is before the permit's creation date, Nov 10, 2026",
      isConfirmed: false,
    },
  ],
};

export function GalleryMessages() {
  return (
    <>
      <Card title="Error summary">
        <ErrorSummary
          takesFocus={false}
          errors={[
            { id: "gallery-search", label: "Hours", message: "Required" },
            { id: "", message: "A permit with this number exists already" },
          ]}
        />
      </Card>
      <Card title="Question before saving">
        <FormQuestions formResult={unusual} takesFocus={false} />
      </Card>
      <Card title="Toasts">
        <div className="stack">
          <Toast isPermanent toast={{ type: "success", message: "Permit updated" }} />
          <Toast isPermanent toast={{ type: "success", message: "Assignment marked as completed" }}>
            <UndoForm undo={{ action: "", of: "assignment 1" }} />
          </Toast>
          <Toast
            isPermanent
            toast={{ type: "error", message: "Error", description: "Failed to upload files" }}
          />
        </div>
      </Card>
      <NewPasswordLink
        secret={{
          email: `${"a-long-name-".repeat(6)}@oakville.test`,
          link: "https://permits.example.gov/invite/bX2mZ0kQ4w7s",
        }}
      />
      <Card title="Dialogs, with the typed confirmation">
        <div className="stack rounded-sheet bg-line-strong p-4">
          <DialogPanel title="Delete Permit" closeTo="?" tone="danger">
            <form className="stack">
              <p>This cannot be undone. OAK-26-041 and its plan files will be gone.</p>
              <TypedConfirmation takesFocus={false} />
            </form>
          </DialogPanel>
          <DialogPanel title="Delete city" closeTo="?" tone="danger">
            <form className="stack">
              <p>This cannot be undone. Another word was typed.</p>
              <TypedConfirmation id="gallery-refused" takesFocus={false} errors={refused} />
            </form>
          </DialogPanel>
        </div>
      </Card>
      <Card title="Sheets">
        <div className="columns">
          <Panel title="Permit Not Found" actions={<ButtonLink to="#">Return to permits</ButtonLink>}>
            <p>The permit you're looking for doesn't exist.</p>
          </Panel>
          <Panel
            title="Sign in to access your dashboard"
            header={<ProductLogo />}
            actions={
              <ButtonLink to="#" tone="primary">
                Sign In
              </ButtonLink>
            }
          >
            <p>Access permit management tools for your municipality</p>
          </Panel>
        </div>
      </Card>
    </>
  );
}
