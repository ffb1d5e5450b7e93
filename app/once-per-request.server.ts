/** Returns a read that the loaders of one request share: those of a page and of the dialog over it. */
export function oncePerRequest<Arguments extends unknown[], Result>(
  read: (...values: Arguments) => Promise<Result>,
) {
  const results = new WeakMap<Request, Promise<Result>>();
  return (request: Request, ...values: Arguments): Promise<Result> => {
    const result = results.get(request) ?? read(...values);
    results.set(request, result);
    return result;
  };
}
