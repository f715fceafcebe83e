// The calls in this file have object literals as arguments. To find a property, tsplan asks TypeScript which property each key of a literal names.
// For most of these calls, TypeScript can answer that before it has inferred the type arguments. For the others it has to infer them.
interface Point { n: number; constructor: object; inner?: Point; twice(): number }
interface Other { n: string }
declare const point: Point

declare function same<T>(value: T): T
declare function asObject<T extends object>(value: T): T & { raw?: true }
declare function both<T, U>(a: T, b: U): T & U
same({ n: 1, inner: { n: 1 } })
same({ constructor: same })
const annotated: Point = same({ n: 1, constructor: same, twice: () => 2 })
const withMethod: Point = asObject({ n: 1, constructor: same, twice() { return this.n } })
const merged: Point = both({ n: 1 }, { constructor: same, twice() { return 2 } })

// TypeScript first infers T without the method. The literal does not fit the type that is expected of the result, so TypeScript uses that type for T.
const wrong: Point = asObject({ n: null, constructor: same, twice() { return 2 } })

// `...value` has a property `n`, too. The key `n` of the literal stands for that property.
export const cloned = <T extends Point>(value: T): T => same({ ...value, n: 2 })

// If the argument does not fulfil the constraint of a type parameter, TypeScript uses the constraint as the type argument.
declare function limited<T extends Point>(value: T): T
limited({ n: 'no number', twice: point.twice })
declare function limitedBy<T extends Other>(value: T, more: Partial<NoInfer<T>>): T
limitedBy(point, { n: 'x' })

// TypeScript infers the type argument from another argument than the literal.
declare function update<T>(value: T, ...more: Partial<NoInfer<T>>[]): T
update(point, { n: 1 }, { inner: { n: 2 } })
declare function made<T>(make: () => T, more: Partial<NoInfer<T>>): T
made(() => point, { n: 1 })
declare function placed<T>(value: T, at: number, more: Partial<NoInfer<T>>): T
placed(...([point, 1] as [Point, number]), { n: 1 })
declare function pair<T>(a: T, b: T): T
pair({ n: 1, constructor: same, twice: point.twice }, point)
declare function all<T>(...values: T[]): T
all({ n: 1, constructor: same, twice: point.twice }, point)
interface Box<A> { put<U>(value: U, more: Partial<NoInfer<U>>): A }
declare const box: Box<string>
box.put(point, { n: 1 })
declare function untold<T = Point>(more: Partial<NoInfer<T>>, value?: T): T
untold({ n: 1 })
declare function silent<T = Point>(more: Partial<NoInfer<T>>): T
silent({ n: 1 })
declare function withThis<T>(this: void, more: Partial<NoInfer<T>>, value: T): T
withThis({ n: 1 }, point)
withThis({ n: 1 }, point, 3)
const byDefault = <T>(value: T, more = {} as Partial<T>, _again: Partial<NoInfer<T>>) => [value, more]
byDefault(point, { n: 1 }, { n: 2 })
namespace Local {
  type NoInfer<T> = T
  declare function pairOf<T>(a: T, b: NoInfer<T>): T
  pairOf({ n: 1, constructor: same, twice: point.twice }, point)
}
declare function sensitive<T>(value: T, more: Partial<NoInfer<T>>): T
const later: Point = sensitive({ n: 1, constructor: same, twice(this: Point) { return 2 } }, { n: 1 })
const lost: Point = sensitive({ n: null, twice() { return 2 } }, { n: 1 })

// The functions that are called here have several signatures.
declare function either(value: Point & Other): void
declare function either<T>(value: T): void
either({ n: 1 })
declare const union: (<T>(value: T) => void) | ((value: Point) => void)
union({ n: 1, constructor: same, twice: point.twice })

// The calls use names that nothing declares.
declare function overloaded(value: Missing): void
declare function overloaded<T>(value: T): void
overloaded({ n: 1 })
update(missing, { n: 1 })
update({} as Missing, { n: 1 })

// The calls below have type arguments, such as `number` in `given<number>(1)`.
declare function given<A, B = Point>(a: A, b: B, ...more: A[]): B
given<number>(1, { n: 1 })
given<Point, Point>(point, { n: 1 }, { n: 2 })
declare function tooFew<A, B extends Point>(a: A, b: B): B
tooFew<Point>(point, { n: 1 })
given<Point, Point, Point>(point, { n: 1 })

class Keeper<T> { constructor(readonly value: T, readonly more?: Partial<NoInfer<T>>) {} }
new Keeper({ n: 1 })
new Keeper(point, { n: 1 })
new Keeper<Point>({ n: 1, constructor: same, twice: point.twice })
class Fixed { constructor(readonly value: Point) {} }
new Fixed({ n: 1, constructor: same, twice: point.twice })
class Hidden { private constructor(readonly value: Point) {} }
new Hidden({ n: 1, constructor: same, twice: point.twice })
abstract class Unfinished { constructor(readonly value: Point) {} }
new Unfinished({ n: 1, constructor: same, twice: point.twice })
export { annotated, withMethod, merged, wrong, later, lost }

// TypeScript makes a generic function from another one. Where it is called, only the other one's declaration has type parameters.
declare function wrap<A extends unknown[], B>(f: (...args: A) => B): (...args: A) => B
declare function updateBy<T>(value: T, more: Other & { from: T }): T
const wrapped = wrap(updateBy)
wrapped(point, { n: 'x', from: point })
const wrappedTwice = wrap(wrapped)
wrappedTwice(point, { n: 'x', from: point })
