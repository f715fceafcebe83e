// Keeps answers that take time to find.

/** Returns a function that finds the answer for each key once. */
export function oncePer<K, V>(find: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    if (!known.has(key)) known.set(key, find(key));
    return known.get(key) as V;
  };
}

/** Returns a function that makes something for a workspace, and makes it again after a change on disk. */
export function oncePerRevision<W extends { readonly revision: string }, V>(make: (workspace: W) => V): (workspace: W) => V {
  const known = new WeakMap<W, { readonly revision: string; readonly value: V }>();
  return (workspace) => {
    const { revision } = workspace;
    let last = known.get(workspace);
    if (last?.revision !== revision) known.set(workspace, (last = { revision, value: make(workspace) }));
    return last.value;
  };
}
