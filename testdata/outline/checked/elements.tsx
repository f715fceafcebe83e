// Elements and what looks like them. In texts of elements, quotes and slashes mean nothing.
declare namespace JSX {
  interface Element {}
  interface IntrinsicElements { p: { title?: string; onClick?: (at: number) => void; children?: unknown }; b: { children?: unknown } }
}
export const Generic = <T,>(props: { value: T; render: (value: T) => JSX.Element }) => {
  const shown = props.render(props.value)
  return <p title="it's {one}">Don't stop: {shown} /* text */ // text {'}'} <b>{`}${props.value}`}</b></p>
}
export const Extended = <T extends object>({ value }: { value: T }) => {
  return <><b /> {Object.keys(value).map((key) => { return <b>{key} isn't "closed" here, and the text goes on</b> })}</>
}
export function Comparing({ a, b }: { a: number; b: number }) {
  const less = a < b && b > a / 2 / 1, matches = /[/}]'"/.test('}')
  return less && matches ? <p onClick={(at) => { console.log(at.toFixed(), 'a function in an attribute, long enough to stay closed') }}>less</p> : undefined
}
export const used = <Extended value={{ a: 1 }} />
