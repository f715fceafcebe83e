// What host and guest have to decide alike about files.

/** The endings of files that TypeScript compiles. */
export const EXTENSIONS = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"] as const;
