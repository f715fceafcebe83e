// A module in which TypeScript first takes `await` for the name of a function is parsed twice, and has no closed bodies.
export const value = await (load(() => {
  const text = 'a body that would stay closed in a module that does not await like this'
  return { text }
}))
async function load<T>(make: () => T) {
  const made = make()
  return { made, text: 'a body that would stay closed in a module that does not await like this' }
}
export const text = value.made.text
