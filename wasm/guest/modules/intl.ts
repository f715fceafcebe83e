// QuickJS has no Intl, but TypeScript sorts navigation trees with a Collator. This one sorts by code units, which is enough, since each
// reader of a tree sorts it by position. Imported before anything of TypeScript's runs.

class Collator {
  readonly compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
}

(globalThis as { Intl?: unknown }).Intl ??= { Collator };
