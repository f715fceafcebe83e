package tools_test

// meetingsByOthers are more projects of TestMeetingMembers. In these, code may get a box from a member of a class, or as an export of a module's object.
var meetingsByOthers = []meeting{
	{"a private member of another class", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"keeper.ts": "import { box } from \"./boxes\"\nimport type { Box } from \"./box\"\nexport class Keeper { private it: Box = box; put(of: object): void { this.it = of as Box } }\n",
		"meet.ts":   "import { Keeper } from \"./keeper\"\nimport { wear } from \"./belts\"\nexport const keeper = new Keeper(), put = wear\n",
	}, "proven 0 1"},
	{"a private name of another class", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"keeper.ts": "import { box } from \"./boxes\"\nimport type { Box } from \"./box\"\nexport class Keeper { #it: Box = box; get(): object { return this.#it } }\n",
		"meet.ts":   "import { Keeper } from \"./keeper\"\nimport { wear } from \"./belts\"\nexport const keeper = new Keeper(), put = wear\n",
	}, "proven 0 1"},
	{"a private member that a public one shows", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"keeper.ts": "import { box } from \"./boxes\"\nimport type { Box } from \"./box\"\nexport class Keeper { private it: Box = box; get() { return this.it } }\n",
		"meet.ts":   "import { Keeper } from \"./keeper\"\nimport { wear } from \"./belts\"\nexport const keeper = new Keeper(), put = wear\nwear(keeper.get())\n",
	}, "unproven 1 1"},
	{"a private member that a public one shows by another", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"keeper.ts": "import { box } from \"./boxes\"\nimport type { Box } from \"./box\"\nexport class Keeper { private it: Box = box; private all() { return [this.it] } get() { return this.all() } }\n",
		"meet.ts":   "import { Keeper } from \"./keeper\"\nimport { wear } from \"./belts\"\nexport const keeper = new Keeper(), put = wear\nwear(keeper.get()[0]!)\n",
	}, "unproven 1 1"},
	{"a private member that a string names", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"keeper.ts": "import { box } from \"./boxes\"\nimport type { Box } from \"./box\"\nexport class Keeper { private it: Box = box }\n",
		"meet.ts":   "import { Keeper } from \"./keeper\"\nimport { wear } from \"./belts\"\nexport const keeper = new Keeper(), put = wear\nwear(keeper[\"it\"])\n",
	}, "unproven 1 1"},
	{"a private member, and a public one with its name in a string", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"keeper.ts": "import { box } from \"./boxes\"\nimport type { Box } from \"./box\"\nexport class Keeper { private it: Box = box; of: object = [\"it\"] }\n",
		"meet.ts":   "import { Keeper } from \"./keeper\"\nimport { wear } from \"./belts\"\nexport const keeper = new Keeper(), put = wear\n",
	}, "proven 1 1"},
	{"a private parameter of a constructor", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"keeper.ts": "import { box } from \"./boxes\"\nimport type { Box } from \"./box\"\nexport class Keeper { constructor(private it?: Box) {} }\n",
		"meet.ts":   "import { Keeper } from \"./keeper\"\nimport { belt } from \"./belts\"\nnew Keeper(belt)\n",
	}, "unproven 1 1"},
	{"a member that a constructor gives its type", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"keeper.ts": "import { box } from \"./boxes\"\nimport type { Box } from \"./box\"\nexport class Keeper { it; constructor() { this.it = box } }\n",
		"meet.ts":   "import { Keeper } from \"./keeper\"\nimport { wear } from \"./belts\"\nexport const keeper = new Keeper(), put = wear\nwear(keeper.it)\n",
	}, "unproven 1 1"},
	{"the body of a constructor, and that of a setter", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"keeper.ts": "import { box } from \"./boxes\"\nimport type { Box } from \"./box\"\nexport class Keeper { it = 1; constructor() { this.put(box) } put(_it: object): void {} set of(it: object) { this.put([box, it]) } }\n",
		"meet.ts":   "import { Keeper } from \"./keeper\"\nimport { wear } from \"./belts\"\nexport const keeper = new Keeper(), put = wear\n",
	}, "proven 0 1"},
	{"a member of a module's object", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"keeper.ts": "export * as all from \"./boxes\"\n",
		"meet.ts":   "import * as boxes from \"./boxes\"\nimport { wear } from \"./belts\"\nwear(boxes.box)\n",
	}, "unproven 1 1"},
	{"a type of a module's object", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"keeper.ts": "export * as all from \"./box\"\n",
		"meet.ts":   "import { all } from \"./keeper\"\nimport { wear } from \"./belts\"\nexport const put = (it: all.Box) => wear(it)\n",
	}, "unproven 1 1"},
	{"another member of a module's object", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"keeper.ts": "import { box } from \"./boxes\"\nexport const two = 2, of: object = [box]\nexport { box } from \"./boxes\"\n",
		"meet.ts":   "import * as all from \"./keeper\"\nimport { wear } from \"./belts\"\nexport const it = [all.two, wear]\n",
	}, "proven 0 1"},
	{"another type of a module's object", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"keeper.ts": "export type { Box } from \"./box\"\nexport type Two = 2\n",
		"meet.ts":   "import type * as all from \"./keeper\"\nimport { wear } from \"./belts\"\nexport const it: (all.Two | typeof wear)[] = [wear]\n",
	}, "proven 0 1"},
	{"the object of a module", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"keeper.ts": "export { box } from \"./boxes\"\n",
		"meet.ts":   "import * as all from \"./keeper\"\nimport { wear } from \"./belts\"\nconst { box } = all\nwear(box)\n",
	}, "unproven 1 1"},
}
