import { Button, ButtonLink, IconButton, IconLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Eye, Pencil, Trash } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { IdentityProviderLink } from "../../account/parts/identity-provider-link";

export function GalleryButtons() {
  return (
    <Card title="Buttons and page header" aside={<ButtonLink to="#">Aside</ButtonLink>} footer="A footer">
      <div className="stack">
        <div className="row">
          <Button tone="primary">Save permit</Button>
          <Button>Filter</Button>
          <Button tone="danger">Delete permit</Button>
          <ButtonLink to="#" tone="primary">
            <Pencil />
            New Permit
          </ButtonLink>
          <ButtonLink to="#">Cancel</ButtonLink>
        </div>
        <IdentityProviderLink name="Oakville ID" />
        <IdentityProviderLink name="Oakville ID" isSecondary />
        <div className="row">
          <Button tone="primary" disabled>
            Upload
          </Button>
          <Button disabled>Filter</Button>
          <Button tone="danger" disabled>
            Delete permit
          </Button>
        </div>
        <div className="row">
          <Button tone="primary" busyLabel="Uploading...">
            Upload
          </Button>
          <Button tone="primary" busyLabel="Uploading..." busy>
            Upload
          </Button>
          <Button busyLabel="Saving..." busy>
            Save
          </Button>
          <Button tone="danger" busyLabel="Deleting..." busy>
            Delete
          </Button>
        </div>
        <div className="row">
          <Button size="small" tone="primary">
            Upload
          </Button>
          <ButtonLink to="#" size="small">
            Download
          </ButtonLink>
          <Button size="small" disabled>
            Comment
          </Button>
        </div>
        <div className="row">
          <IconLink to="#" label="View OAK-26-041" icon={<Eye />} />
          <IconLink to="#" label="Edit OAK-26-041" icon={<Pencil />} />
          <IconButton label="Delete OAK-26-041" icon={<Trash />} tone="danger" />
          <IconButton label="Edit" icon={<Pencil />} disabled />
        </div>
        <PageHeader
          title={
            <>
              OAK-26-041 <span className="revision">rev2</span>
            </>
          }
          documentTitle={null}
          subtitle="Plan Review - Harbor Street Apartments · Structural"
          back={{ to: "#", label: "Back to dashboard" }}
          actions={<Button tone="primary">Edit Permit</Button>}
        />
      </div>
    </Card>
  );
}
