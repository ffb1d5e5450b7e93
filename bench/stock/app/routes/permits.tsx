import { Form, Link, useLoaderData } from "react-router";
import { permitsReader } from "../../../twins/permits-data";
import { PermitsPage } from "../../../twins/permits-tree";
import { database } from "../database";

const readPage = permitsReader(database);

export function meta() {
  return [{ title: "Permits" }];
}

export function loader() {
  return readPage();
}

export default function Permits() {
  return <PermitsPage page={useLoaderData<typeof loader>()} Link={Link} Form={Form} />;
}
