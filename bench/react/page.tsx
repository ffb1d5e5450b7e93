import type { ComponentProps } from "react";
import { renderToString } from "react-dom/server";
import type { PageData } from "../twins/permits-data";
import { PermitsPage } from "../twins/permits-tree";

function Anchor({ to, ...rest }: Omit<ComponentProps<"a">, "href"> & { to: string }) {
  return <a href={to} {...rest} />;
}

/** Renders the page of permits with React alone: the tree of the stock page, with plain links and a plain form. */
export function renderPage(page: PageData): string {
  const html = renderToString(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Permits</title>
        <link rel="stylesheet" href="/app.css" />
      </head>
      <body>
        <PermitsPage page={page} Link={Anchor} Form="form" />
      </body>
    </html>,
  );
  return `<!DOCTYPE html>${html}`;
}
