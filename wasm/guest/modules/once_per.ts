// Keeps answers that take time to find.

/** Returns a function that finds the answer for each key once. */
export function oncePer<K, V>(find: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    if (!known.has(key)) known.set(key, find(key));
    return known.get(key) as V;
  };
}
