// A file with a syntax error outside of functions is parsed whole.
export const = 1
export function inBroken() {
  return 'a body that is long enough and would stay closed in a file that has no syntax error'
}
