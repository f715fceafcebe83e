// Keeps answers that take time to find.

/** Returns a function that finds the answer for each key once. */
export function oncePer<K>(find: (key: K) => boolean): (key: K) => boolean {
  const known = new Map<K, boolean>();
  return (key) => {
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = find(key)));
    return found;
  };
}
