import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { CodeFilesContext, withFiles } from "./code-on-demand";

test("a page needs the files of the components that it shows, and of no other", () => {
  const Shown = withFiles(() => <p>Shown</p>, ["/assets/shown.js", "/assets/both.js"]);
  const Hidden = withFiles(() => <p>Hidden</p>, ["/assets/hidden.js"]);
  const files = new Set<string>();
  const html = renderToString(
    <CodeFilesContext value={files}>
      <Shown />
      {files.has("never") && <Hidden />}
    </CodeFilesContext>,
  );
  expect(html).toBe("<p>Shown</p>");
  expect([...files]).toEqual(["/assets/shown.js", "/assets/both.js"]);
});
