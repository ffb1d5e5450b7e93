import { remember } from "../remember";
import { type Connection, db } from "./db.server";

const keptShapes = 200;

/** Building a short query takes longer than running it. What is no shape of it is a placeholder. */
export function prepareOncePerShape<Shape, Query>(prepare: (shape: Shape) => Query): (shape: Shape) => Query {
  const prepared = remember(keptShapes, (shape) => prepare(JSON.parse(shape) as Shape));
  return (shape) => prepared(JSON.stringify(shape));
}

/** The same for a query that commands need too: a transaction has its own connection, so it prepares its own. */
export function preparedFor<Shape, Query>(
  build: (connection: Connection, shape: Shape) => { prepare: () => Query },
) {
  const onDb = prepareOncePerShape((shape: Shape) => build(db, shape).prepare());
  return (connection: Connection, shape: Shape) =>
    connection === db ? onDb(shape) : build(connection, shape).prepare();
}
