/** Returns a read that the loaders of one request share: those of a page and of the dialog over it. */
export function oncePerRequest<Arguments extends unknown[], Result>(
  read: (...values: Arguments) => Promise<Result>,
) {
  const reads = new WeakMap<Request, { values: Arguments; result: Promise<Result> }>();
  return (request: Request, ...values: Arguments): Promise<Result> => {
    const shared = reads.get(request);
    if (shared && values.every((value, index) => value === shared.values[index]))
      // A refusal is a response, whose body can be sent only once.
      return shared.result.catch(() => read(...values));
    const result = read(...values);
    if (!shared) reads.set(request, { values, result });
    return result;
  };
}
