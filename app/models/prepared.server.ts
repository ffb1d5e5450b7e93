import { remember } from "./remember";

/** More than the shapes of any query. */
const keptShapes = 200;

/**
 * Returns a function that builds and prepares a query once for each of its shapes, such as the order of a list; what
 * else it needs are placeholders. To build a short query takes longer than to run it.
 */
export function preparedFor<Shape, Query>(prepare: (shape: Shape) => Query): (shape: Shape) => Query {
  const prepared = remember(keptShapes, (shape) => prepare(JSON.parse(shape) as Shape));
  return (shape) => prepared(JSON.stringify(shape));
}
