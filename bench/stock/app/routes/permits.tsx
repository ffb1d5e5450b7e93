import { Form, Link, useLoaderData } from "react-router";
import { pageReader } from "../../../page-data";
import { PermitsPage } from "../../../page-tree";

const readPage = pageReader(process.env.DATABASE ?? "");

export function meta() {
  return [{ title: "Permits" }];
}

export function loader() {
  return readPage();
}

export default function Permits() {
  return <PermitsPage page={useLoaderData<typeof loader>()} Link={Link} Form={Form} />;
}
