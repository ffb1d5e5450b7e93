/** Returns a read that the loaders of one request share: those of a page and of the dialog over it. */
export function oncePerRequest<Arguments extends unknown[], Result>(
  read: (...values: Arguments) => Promise<Result>,
) {
  const results = new WeakMap<Request, Promise<Result>>();
  return (request: Request, ...values: Arguments): Promise<Result> => {
    const shared = results.get(request);
    // A refusal is a response, whose body can be sent only once.
    if (shared) return shared.catch(() => read(...values));
    const result = read(...values);
    results.set(request, result);
    return result;
  };
}
