package tools_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/tools/planner"
)

const (
	card      = "export interface CardProps { own: number }\nexport const Card = (props: CardProps) => null\nexport default Card\n"
	importTag = "import { Card } from './card'\nexport const tag = () => <Card own={1} />\n"
)

// tagUses has the cases of TestComponentTags. In each case src/use.tsx uses a component or a type of src/card.tsx.
var tagUses = map[string]struct {
	use     string
	card    string // the default has the component, its properties and a default export
	options string
	passes  string // how src/far.ts gets a value of the type from src/use.tsx; "" if it cannot
}{
	"tag":                   {use: importTag},
	"tag with an end":       {use: "import { Card } from './card'\nexport function use() { return <Card own={1}></Card> }"},
	"tag in parentheses":    {use: "import { Card } from './card'\nexport const use = (a: 1) => (\n  <Card own={a} />\n)"},
	"tag by another name":   {use: "import { Card as It } from './card'\nexport const use = [<It own={1} />]"},
	"tag of a whole module": {use: "import * as cards from './card'\nexport const use = () => <cards.Card own={1} />"},
	"tag of a default":      {use: "import Card from './card'\nexport const use = true && <Card own={1} />"},
	"nothing":               {use: "import { Card } from './card'\nexport const use = () => ({ own: 1 })"},
	"typeof":                {use: "import { Card } from './card'\nexport type Use = Parameters<typeof Card>[0]", passes: "u: Use"},
	"type argument":         {use: "import { CardProps } from './card'\nexport type Use = Required<CardProps>", passes: "u: Use"},
	"type argument of a call": {
		use: "import { CardProps } from './card'\nimport { of } from './of'\nexport const use = of\n<CardProps>()!", passes: "u: typeof use",
	},
	"type argument of an optional call": {
		use: "import { CardProps } from './card'\nimport { of } from './of'\nexport const use = of?.<CardProps>()!", passes: "u: typeof use",
	},
	"type argument behind !": {
		use: "import { CardProps } from './card'\nimport { of } from './of'\nexport const use = of!<CardProps>()!", passes: "u: typeof use",
	},
	"value beside a tag":  {use: importTag + "export const use = Card\n", passes: "u: Parameters<typeof use>[0]"},
	"export beside a tag": {use: importTag + "export { Card as use }\n", passes: "u: Parameters<typeof use>[0]"},
	"export from":         {use: importTag + "export { Card as use } from './card'\n", passes: "u: Parameters<typeof use>[0]"},
	"export of all":       {use: importTag + "export * from './card'\n", passes: "u: CardProps"},
	"second name":         {use: "import { Card, type CardProps } from './card'\nexport const tag = <Card own={1} />\nexport type Use = CardProps", passes: "u: Use"},
	"second import":       {use: importTag + "import type { CardProps } from './card'\nexport type Use = CardProps", passes: "u: Use"},
	"type of an import()": {use: importTag + "export type Use = import('./card').CardProps", passes: "u: Use"},
	"import by require":   {use: importTag + "import cards = require('./card')\nexport type Use = cards.CardProps", passes: "u: Use"},
	"React": {
		use: "import * as React from './card'\nexport const use = <React.Card />", options: `"jsx": "react"`,
		card: "export namespace JSX { export interface Element { own: number } }\nexport declare function Card(): JSX.Element\nexport declare function createElement(): void\n", passes: "u: typeof use",
	},
	"factory of the options": {
		use: "import { h } from './card'\nexport const use = <h.Card />", options: `"jsx": "react", "jsxFactory": "h.make"`,
		card: "export namespace h { export namespace JSX { export interface Element { own: number } }\nexport declare function Card(): JSX.Element }\n", passes: "u: typeof use",
	},
	"factory of a comment": {
		use: "/** @jsx h */\nimport { h } from './card'\nexport const use = <h.Card />", options: `"jsx": "react"`,
		card: "export namespace h { export namespace JSX { export interface Element { own: number } }\nexport declare function Card(): JSX.Element }\n", passes: "u: typeof use",
	},
	"runtime of a comment": {
		use: "/** @jsxImportSource own */\nexport const use = <div />", options: `"jsx": "react-jsx", "paths": {"own/jsx-runtime": ["./src/card.tsx"]}`,
		card: "export namespace JSX { export interface Element { own: number } export interface IntrinsicElements { div: {} } }\nexport declare function jsx(): JSX.Element\n", passes: "u: typeof use",
	},
}

// TestComponentTags renames a property of a component. A file that has the component as JSX tags only gives no type of it to the files that
// import this file, so these are not searched. Files that get the type otherwise are edited.
func TestComponentTags(t *testing.T) {
	t.Parallel()
	for name, c := range tagUses {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{
				"tsconfig.json": fmt.Sprintf(`{"compilerOptions": {"strict": true, "types": [], "module": "esnext", "moduleResolution": "bundler", %s}, "include": ["src"]}`,
					cmp.Or(c.options, `"jsx": "preserve"`)),
				"src/card.tsx": cmp.Or(c.card, card),
				"src/of.ts":    "export const of = <T>(): T | undefined => undefined\n",
				"src/use.tsx":  c.use,
				"src/far.ts":   "import * as used from './use'\nexport const far = gone(used).own\ndeclare global { const f: 1 }\n", // no answer is known early if this is searched
			}
			if c.passes != "" {
				files["src/far.ts"] = "import type { use, Use, CardProps } from './use'\nexport const far = (" + c.passes + ") => u.own\n"
			}
			for i := range 10 { // where fewer files have the name, all of them are searched
				files[fmt.Sprintf("src/own%d.ts", i)] = "export const own = 1\n"
			}
			p := startPartly(t, hostfstest.LayOut(t, files))
			in := planner.RenameParams{FilePath: "src/card.tsx", NewName: "renamed"}
			in.Line, in.Character = firstPlace(files[in.FilePath], "own")
			got := p.plan(t, in)
			if got.unknown != "" {
				t.Fatalf("not known: %s", got.unknown)
			}
			edited := fmt.Sprint(got.known.Edits)
			if strings.Contains(edited, "src/far.ts") != (c.passes != "") || strings.Contains(edited, "src/use.tsx") != strings.Contains(c.use, "own={") {
				t.Errorf("edited: %s", edited)
			}
			p.compare(t, got)
		})
	}
}
