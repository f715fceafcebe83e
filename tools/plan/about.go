package plan

// About is what a plan says about itself, beside its edits and moves. Paths in it are written as those of the plan.
type About struct {
	What       string   `json:"what,omitempty"` // what was asked for; of a batch a line for each step
	TypeScript string   `json:"typescript,omitempty"`
	Warnings   []string `json:"warnings,omitempty"`
	Proof      *Proof   `json:"proof,omitempty"`  // nil if the question wanted none
	Ledger     *Ledger  `json:"ledger,omitempty"` // nil if nothing was left out
}

// Proof is the result of carrying out a plan in memory and comparing programs.
type Proof struct {
	// Verdict is "proven" if nothing is different, "warnings" if nothing is different but not all could be checked, "unproven" if something
	// is different, "incomplete" if nothing is different so far and the budget ended before all was checked, and "pending" if nothing was
	// looked at, since the projects were not loaded.
	Verdict      string    `json:"verdict"`
	Projects     []string  `json:"projects,omitempty"`
	CheckedFiles int       `json:"checkedFiles"`          // type-checked
	OfFiles      int       `json:"ofFiles,omitempty"`     // to be type-checked, in an incomplete proof; 0 if the budget ended before they were known
	Identifiers  int       `json:"identifiers"`           // compared: what each is bound to
	Imports      int       `json:"imports"`               // compared: what each leads to
	Appeared     []Finding `json:"appeared,omitempty"`    // compiler errors that the plan would bring
	Disappeared  []Finding `json:"disappeared,omitempty"` // compiler errors that the plan would remove; for a rename or move only those in files that keep other errors
	Changed      []Finding `json:"changed,omitempty"`     // names, imports and files that would mean something else
	Open         []string  `json:"open,omitempty"`        // what was not looked at
}

// Finding is about a place in a file as it would be after the plan. Line and character are 0-based.
type Finding struct {
	FilePath  string `json:"filePath"`
	Line      int    `json:"line"`
	Character int    `json:"character"`
	Code      int    `json:"code,omitempty"` // TypeScript's
	Message   string `json:"message"`
}

// Ledger says what a plan leaves out.
type Ledger struct {
	Skipped    []string   `json:"skipped,omitempty"`  // configurations that were not searched: they add no file with the name, or do not have the member
	Mentions   []Mentions `json:"mentions,omitempty"` // mentions of the old name or path without an edit
	Unsearched int        `json:"unsearched,omitempty"`
}

// Mentions are the mentions of one class. In the projects these are "comment", "string", and "untyped" for members that are accessed on
// values without a type, and for names whose package of the workspace is not built, or that only a bundler finds; in other JavaScript and TypeScript files "orphan",
// in files of other kinds "other". Some mentions of a member's name cannot mean the member, and are not counted: those in projects that do not
// have its declaration. A workspace of several configurations may have more than ten files with the name: then mentions in files from which no
// import leads to the declaration are left out as well.
type Mentions struct {
	Class string    `json:"class"`
	Count int       `json:"count"`
	First []Mention `json:"first"`
}

// Mention is a place. Line and character are 0-based.
type Mention struct {
	FilePath  string `json:"filePath"`
	Line      int    `json:"line"`
	Character int    `json:"character"`
}
