import { expect, test } from "vitest";
import { rendered } from "~/testing/rendered";
import { CheckField, CheckGroup, TextField } from "./fields";
import { usePostForm } from "./post-form";

const values = { title: "Exit", hours: 1.5, isShared: true, disciplines: ["Fire"], note: null };
const constraint = { hours: { required: true, min: 0.25, step: 0.25 } };
const disciplines = ["Fire", "Civil"].map((value) => ({ value, label: value }));

function Example() {
  const [form, fields] = usePostForm<keyof typeof values>("example", { values, constraint });
  return (
    <>
      <TextField field={fields.title} label="Title" />
      <TextField field={fields.hours} label="Hours" type="number" />
      <CheckField field={fields.isShared} label="Share" />
      <CheckGroup field={fields.disciplines} label="Disciplines" options={disciplines} />
      <TextField field={fields.note} label="Note" />
      <output>{JSON.stringify([form.allErrors, form.wasSent])}</output>
    </>
  );
}

const inputsOf = (html: string) => html.match(/<input[^>]*>/g);

test("fields have their default values, constraints, and ids of their form", () => {
  const html = rendered(<Example />);
  expect(inputsOf(html)).toEqual([
    '<input type="text" id="example-title" name="title" value="Exit"/>',
    '<input type="number" min="0.25" step="0.25" id="example-hours" aria-required="true" name="hours" value="1.5"/>',
    '<input type="checkbox" id="example-isShared" name="isShared" checked="" value="on"/>',
    '<input type="checkbox" id="example-disciplines" name="disciplines" checked="" value="Fire"/>',
    '<input type="checkbox" id="example-disciplines-Civil" name="disciplines" value="Civil"/>',
    '<input type="text" id="example-note" name="note"/>',
  ]);
  expect(html).toContain("<output>[{},false]</output>");
});

test("after a refusal, fields have what was sent and the server's messages", () => {
  const initialValue = { title: "", hours: "x", disciplines: ["Civil", "Fire"] };
  const error = { title: ["Title is required"] };
  const html = rendered(<Example />, "/", { submission: { status: "error", initialValue, error } });
  expect(inputsOf(html)).toEqual([
    '<input type="text" id="example-title" aria-invalid="true" aria-describedby="example-title-error" name="title" value=""/>',
    '<input type="number" min="0.25" step="0.25" id="example-hours" aria-required="true" name="hours" value="x"/>',
    '<input type="checkbox" id="example-isShared" name="isShared" value="on"/>',
    '<input type="checkbox" id="example-disciplines" name="disciplines" checked="" value="Fire"/>',
    '<input type="checkbox" id="example-disciplines-Civil" name="disciplines" checked="" value="Civil"/>',
    '<input type="text" id="example-note" name="note"/>',
  ]);
  expect(html).toContain('<p class="error" id="example-title-error">');
  expect(html).toContain(
    `<output>${JSON.stringify([{ title: ["Title is required"] }, true]).replaceAll('"', "&quot;")}</output>`,
  );
});
