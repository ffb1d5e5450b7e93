import { remember } from "../remember";

const keptShapes = 200;

/** Building a short query takes longer than running it. What is no shape of it is a placeholder. */
export function prepareOncePerShape<Shape, Query>(prepare: (shape: Shape) => Query): (shape: Shape) => Query {
  const prepared = remember(keptShapes, (shape) => prepare(JSON.parse(shape) as Shape));
  return (shape) => prepared(JSON.stringify(shape));
}
