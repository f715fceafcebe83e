// Functions whose bodies matter to the code around them, so that a checker has to open them, or to bind them with what is around them.
export const outer = () => 'a body that is long enough to be left closed until somebody reads what it returns'.length

const declared = (): number => 1
export function byDefault(first = declared(), second: typeof local = null!) {
  function declared(): string {
    return 'the function in the body, which TypeScript takes for the default value'
  }
  function local(): boolean {
    return [first, second, declared()].length > 0 && 'long enough to stay closed'.length > 3
  }
  return { first, second, declared, local }
}
export const fromDefault = byDefault().first.toFixed()

export function byVariable(first = hoisted) {
  var hoisted = 'declared in the body, and long enough that the body is left closed until it is read'
  return [first, hoisted]
}

export const inferred = (value: unknown) => {
  // TypeScript infers a type predicate from this body, which has one return and no other end
  return typeof value === 'string'
}
export const strings = [1, 'a', null].filter(inferred)

export function withoutEnd(): never {
  console.log('the end of this function can be reached, which is an error for its type')
  console.log('long enough')
}
export function withoutReturn(flag: boolean): number {
  if (flag) return 'long enough that the body is left closed until the errors are asked for'.length
}
export class Accessors {
  #hidden = 1
  value
  late: string
  constructor(readonly flag: boolean) {
    if (flag) this.value = 'the type of the property comes from the constructor'
    else this.value = 2
    if (!flag) this.late = 'assigned in one case only, which is an error for the property'
  }
  get nothing(): string {
    console.log('a getter has to return a value, and this one does not do so anywhere')
  }
  has(other: object): other is Accessors {
    const found = #hidden in other && 'a private name that only this body mentions'.length > 0
    return found
  }
}

let changed: string | undefined
changed = 'narrowed until the next call of a function in which it is assigned'
const assign = () => {
  changed = undefined
  console.log('the assignment in this body makes the variable lose what is known of it')
}
;[1].forEach(() => {
  console.log(changed.length, 'narrowing ends in a function, since the variable is assigned in another one')
})
assign()
export const immediate = (() => {
  changed = 'assigned in a function that is called where it stands, so the code behind it knows the type'
  return changed.length
})()
export const known = changed.length

export function strict(first = 1, ...rest: number[]) {
  'use strict'
  return [first, ...rest, 'a directive is an error in a function with such parameters'.length]
}
export function ignored() {
  // @ts-expect-error the next line assigns a string to a number
  const first: number = 'long enough that the body is left closed until somebody asks for its errors'
  // @ts-expect-error the next line is correct, so TypeScript reports that this comment is unused
  const second: number = 1
  return [first, second]
}
export function twice(name: string) {
  let name = 'declared in the body, too, which is an error for the parameter and for the variable'
  return name
}
export function expando() {
  return expando.count + other.count + 'long enough that the body is left closed'.length
}
expando.count = 1
export function other() {
  other.count = 2
  expando.late = 'assigned in the body of another function, where it declares nothing'
}

export function effects(options?: { each?: { a: string; b?: object }[]; more?: { all?: object } }) {
  options && [options].forEach((each) => {
    console.log({ ...options?.more?.all, ...each }, 'code in here has effects, which TypeScript notes behind it')
  })
  return (options?.each ?? []).map(({ a }) => {
    return a ? 'a condition that is returned' : rest(() => { return 'from within another one, long enough to stay closed, too' })
  })
  function rest(of: () => string)
  /** {@link effects} */
  {
    return of() + 'the comment before this body belongs to it, so that the body does not stay closed'
  }
}
export function* generated(): Generator<number, string, boolean> {
  const answer = yield 1
  if (answer) return 'the answer of whoever reads the values is a boolean, by the declared type'
  return 'end'
}
export async function awaited() {
  const found = await Promise.all([1, 2].map(async (n) => {
    return { n, text: 'a body in a body: it stays closed when the outer one opens' }
  }))
  return found[0]
}
export function ends(kind: 'a' | 'b') {
  outer: for (;;) {
    switch (kind) {
      case 'a':
        break outer
      case 'b':
        return 'each case ends, and the code behind the loop is reached by one of them'
    }
  }
  return 1
  console.log('unreachable')
}
export namespace Inner {
  export function inNamespace(value: typeof hidden) {
    return value + hidden + 'long enough that the body is left closed until it is read'
  }
  const hidden = 'in a namespace'
}
for (const key in ((value = (() => { const has = 'x' in { x: 1 }; return has && 'in the head of a loop, where an operator is not allowed' })()) => ({ a: value }))()) console.log(key)
