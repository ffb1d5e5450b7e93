export function remember<Value>(limit: number, calculate: (text: string) => Value): (text: string) => Value {
  const kept = new Map<string, Value>();
  return (text) => {
    const value = kept.has(text) ? (kept.get(text) as Value) : calculate(text);
    kept.delete(text);
    kept.set(text, value);
    if (kept.size > limit) {
      const [leastRecent = ""] = kept.keys();
      kept.delete(leastRecent);
    }
    return value;
  };
}

export function once<Value extends object>(calculate: () => Value): () => Value {
  let kept: Value | undefined;
  return () => {
    kept ??= calculate();
    return kept;
  };
}
