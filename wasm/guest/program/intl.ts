// QuickJS has no Intl. TypeScript sorts navigation trees with a Collator; here the order of code units does, since
// whoever reads a tree sorts it by position. Imported before anything of TypeScript's runs.

class Collator {
  readonly compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
}

(globalThis as { Intl?: unknown }).Intl ??= { Collator };
