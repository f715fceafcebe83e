// Methods of which the type depends on the context if they say `this`.
declare function build<T>(parts: { make: () => T; use: (made: T) => void; also?: (made: T) => void }): T
export const built = build({
  make() {
    const text = 'a method that does not say its own name, so its type does not depend on the context'
    return { text }
  },
  use(made) {
    console.log(made.text, 'the parameter has the type that the method before it returns')
  },
})
export const later = build({
  use(made) {
    console.log(made.text, 'what this parameter is depends on whether the method below says this')
  },
  make(): { text: string } {
    return { text: this ? 'says this' : 'does not, although it is long enough to be left closed' }
  },
})
export const contextual = build({
  make() {
    const own = (() => {
      return this && 'an arrow function in it says this, which makes the method depend on its context'
    })()
    return { text: String(own) }
  },
  use(made) {
    console.log(made.text, 'long enough that the body is left closed until it is read')
  },
})
export class Getters {
  get returning(): string {
    return 'a getter that does return a value, in a body that nobody reads before its end is asked for'
  }
}
