package planner

import (
	"context"
	"fmt"
	"strconv"

	"tsplan/hostfs"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
	"tsplan/tools/plan"
	"tsplan/tools/project"
	"tsplan/tools/sanitize"
	"tsplan/tools/tool"
)

// VerifyParams has a plan, as a plan tool made it or as the client changed it since, or the planId of an earlier plan.
type VerifyParams struct {
	ProjectRoot string        `json:"projectRoot" jsonschema:"Directory of the project"`
	PlanID      string        `json:"planId,omitempty" jsonschema:"Plan to verify, instead of edits and fsMoves"`
	Edits       []GivenEdits  `json:"edits,omitempty" jsonschema:"By the path before the moves"`
	FsMoves     []plan.FsMove `json:"fsMoves,omitempty"`
	ProofBudget
}

// GivenEdits are the edits of one file in a plan that was handed in.
type GivenEdits struct {
	FilePath    string          `json:"filePath"`
	TextEdits   []plan.TextEdit `json:"textEdits"`
	SHA256      string          `json:"sha256,omitempty"`
	SHA256After string          `json:"sha256After,omitempty" jsonschema:"Leave it out if you changed the edits"`
	SHA256Short string          `json:"sha256Short,omitempty" jsonschema:"Of the file before the edits"`

	SHA256AfterShort string `json:"sha256AfterShort,omitempty"`
	BOM              bool   `json:"bom,omitempty"`
}

// VerifyResult is the proof of a plan that was handed in.
type VerifyResult struct {
	plan.Proof
	PlanID string   `json:"planId"`          // of the plan as it was handed in
	Stale  []string `json:"stale,omitempty"` // files that are not as the plan says; if there are any, nothing else was checked
}

// maxFindings is how many findings of a kind an answer lists.
const maxFindings = 50

// prove returns the proof of a plan, or nil if none is wanted.
func (r *Request) prove(asked Verifying, plan protocol.VerifyParams) (*plan.Proof, error) {
	limit, err := asked.limit()
	if err != nil {
		return nil, err
	}
	return r.proveWithin(limit, asked, plan)
}

func (r *Request) proveWithin(limit *proofTime, asked Verifying, plan protocol.VerifyParams) (*plan.Proof, error) {
	if asked.unwanted() {
		return nil, nil
	}
	plan.OnlyLoaded = !asked.required()
	proof, _, err := r.compare(plan, limit)
	return proof, err
}

func (r *Request) compare(asked protocol.VerifyParams, limit *proofTime) (*plan.Proof, []protocol.LeftBehind, error) {
	if r.unproven != "" {
		return &plan.Proof{Verdict: "incomplete", Open: []string{"all of it: the proof failed: " + r.unproven}}, nil, nil
	}
	asked.Edits = append([]protocol.FileSpans{}, asked.Edits...) // null is no list to the guest
	asked.Moves = append([]paths.Move{}, asked.Moves...)
	early, unbound := asked, asked
	early.OnlyLoaded, unbound.OnlyLoaded = true, false
	answer := protocol.Proof{Verdict: "pending"}
	var err error
	if asked.OnlyLoaded || r.Draft() != nil {
		limit.begin()
	}
	if asked.OnlyLoaded || len(asked.Moves) > 0 { // most moves are proven before their projects are loaded
		if answer, err = r.Prove(limit.left(), early); err != nil {
			return nil, nil, err
		}
	}
	if answer.Verdict == "pending" && !asked.OnlyLoaded {
		if err := r.Load(protocol.LoadParams{Proof: &unbound}); err != nil {
			return nil, nil, err
		}
		limit.begin()
		if answer, err = r.Prove(limit.left(), unbound); err != nil {
			return nil, nil, err
		}
	}
	if r.Draft() == nil && (answer.Verdict == "pending" || answer.Verdict == "incomplete") {
		r.GoOn(unbound)
	}
	return r.proof(&answer), answer.LeftBehind, nil
}

// proof turns the guest's proof into the form of answers.
func (r *Request) proof(answer *protocol.Proof) *plan.Proof {
	proof := &plan.Proof{
		Verdict:      answer.Verdict,
		Projects:     r.AllShown(answer.Projects),
		CheckedFiles: answer.CheckedFiles,
		OfFiles:      answer.OfFiles,
		Identifiers:  answer.Identifiers,
		Imports:      answer.Imports,
	}
	for _, open := range answer.Open {
		proof.Open = append(proof.Open, r.Say(open))
	}
	findings := func(kind string, from []protocol.Finding) []plan.Finding {
		var out []plan.Finding
		for i, f := range from {
			if i == maxFindings {
				proof.Open = append(proof.Open, fmt.Sprintf("%d more %s are not listed", len(from)-i, kind))
				break
			}
			name, ok := f.Path.Name()
			if !ok {
				name = r.Place.Name
			}
			out = append(out, plan.Finding{
				FilePath: project.Absolute(r.Root, name), Line: f.Line, Character: f.Character, Code: f.Code, Message: r.Say(f.Message),
			})
		}
		return out
	}
	proof.Appeared = findings("errors that appear", answer.Appeared)
	proof.Disappeared = findings("errors that disappear", answer.Disappeared)
	proof.Changed = findings("changes of meaning", answer.Changed)
	return proof
}

// Verify compares the programs before and after a plan. The client sends the plan, or its planId.
func (p *Planner) Verify(ctx context.Context, place tool.Place, in VerifyParams, progress tool.Progress) (*VerifyResult, error) {
	in, err := p.handedIn(place, in)
	if err != nil {
		return nil, err
	}
	var result *VerifyResult
	err = p.Ask(ctx, place, progress, func(r *Request) error {
		result, err = r.verify(ctx, in)
		return err
	})
	if err == nil && len(result.Stale) == 0 {
		p.Kept.SetProof(place.Root, result.PlanID, result.Proof)
	}
	return result, err
}

// handedIn returns the arguments with edits and moves, which are those of the kept plan if a planId was given.
func (p *Planner) handedIn(place tool.Place, in VerifyParams) (VerifyParams, error) {
	if in.PlanID == "" {
		if in.Edits == nil && in.FsMoves == nil {
			return in, tool.Invalid("there is no plan: give its planId, or its edits and fsMoves")
		}
		return in, nil
	}
	if in.Edits != nil || in.FsMoves != nil {
		return in, tool.Invalid("the plan is given twice: leave out planId, or edits and fsMoves")
	}
	known, err := p.Kept.Find([]string{place.Root}, in.PlanID)
	if err != nil {
		return in, err
	}
	for _, e := range known.Edits {
		in.Edits = append(in.Edits, GivenEdits{FilePath: e.FilePath, TextEdits: e.TextEdits, SHA256: e.SHA256, SHA256After: e.SHA256After, BOM: e.BOM})
	}
	in.FsMoves = known.Moves
	return in, nil
}

func (r *Request) verify(ctx context.Context, in VerifyParams) (*VerifyResult, error) {
	var (
		edits  []plan.FileTextEdits
		claims []protocol.FileSpans
		stale  []string
		open   []string
	)
	for _, given := range in.Edits {
		name, err := r.Root.Name(r.Place.Name, given.FilePath)
		if err != nil {
			return nil, err
		}
		file, err := r.View.ReadFile(name)
		if err != nil {
			return nil, err
		}
		claim, planned, err := reopen(name, file, given)
		if err != nil {
			return nil, err
		}
		same, err := sameHash(name, planned.SHA256, given.SHA256, given.SHA256Short)
		if err != nil {
			return nil, err
		}
		if !same {
			stale = append(stale, name)
		}
		if same, err = sameHash(name, planned.SHA256After, given.SHA256After, given.SHA256AfterShort); err != nil {
			return nil, err
		}
		if !same {
			open = append(open, name+": the edits do not lead to sha256After: the plan was changed after it was made")
		}
		edits, claims = append(edits, planned), append(claims, claim)
	}
	listed, moves, err := r.given(ctx, in.FsMoves)
	if err != nil {
		return nil, err
	}
	result := &VerifyResult{PlanID: plan.Digest(edits, listed), Stale: stale}
	if len(stale) > 0 {
		result.Verdict = "unproven"
		return result, nil
	}
	proof, err := r.prove(Verifying{new(true), in.ProofBudget}, protocol.VerifyParams{Edits: claims, Moves: project.InGuest(moves)})
	if err != nil {
		return nil, err
	}
	proof.Open = append(proof.Open, open...)
	if len(open) > 0 && proof.Verdict == "proven" {
		proof.Verdict = "warnings"
	}
	result.Proof = *proof
	return result, nil
}

// sameHash reports whether the hashes that a plan gives for some bytes, whole or short, are those of a file. Without any hash it is true.
func sameHash(name, sum string, given ...string) (bool, error) {
	for _, hash := range given {
		if hash == "" {
			continue
		}
		if err := plan.CheckHash(hash); err != nil {
			return false, tool.Invalid("%s: %v, not %s", name, err, strconv.Quote(sanitize.Short(hash, len(sum))))
		}
		if !plan.SameHash(sum, hash) {
			return false, nil
		}
	}
	return true, nil
}

// reopen turns the edits of a plan that a client sent into the guest's form.
func reopen(name string, file hostfs.File, given GivenEdits) (protocol.FileSpans, plan.FileTextEdits, error) {
	refuse := func(err error) (protocol.FileSpans, plan.FileTextEdits, error) {
		return protocol.FileSpans{}, plan.FileTextEdits{}, tool.Invalid("%s: %v", name, err)
	}
	text, err := plan.NewText(file.Data)
	if err != nil {
		return refuse(err)
	}
	claim := protocol.FileSpans{Path: paths.InGuest(name)}
	var spans []plan.Span
	for _, e := range given.TextEdits {
		start, err := text.Offset(e.Range.Start)
		if err != nil {
			return refuse(err)
		}
		end, err := text.Offset(e.Range.End)
		if err != nil {
			return refuse(err)
		}
		spans = append(spans, plan.Span{Start: start, Length: end - start, NewText: e.NewText})
		claim.Spans = append(claim.Spans, protocol.Span{Start: start, Length: end - start, NewText: e.NewText, Confidence: e.Confidence})
	}
	planned, _, err := plan.Edit(name, file.Data, spans)
	if err != nil {
		return protocol.FileSpans{}, plan.FileTextEdits{}, tool.Invalid("%v", err)
	}
	return claim, planned, nil
}

// given checks the moves of a plan that a client sent, which happen one after the other. The move of a directory becomes the moves of its
// files. given returns the moves in the client's order, and as moves that happen all at once.
func (r *Request) given(ctx context.Context, in []plan.FsMove) (listed, atOnce []plan.FsMove, err error) {
	for _, m := range in {
		from, err := r.Root.Name(r.Place.Name, m.From)
		if err != nil {
			return nil, nil, err
		}
		to, err := r.Root.Name(r.Place.Name, m.To)
		if err != nil {
			return nil, nil, err
		}
		if stat, err := r.View.Stat(from); err == nil && stat.Kind == hostfs.KindDir {
			below, _, err := r.contents(ctx, from, to)
			if err != nil {
				return nil, nil, err
			}
			listed = append(listed, below...)
			continue
		}
		listed = append(listed, plan.FsMove{From: from, To: to})
	}
	disk := r.disk(listed)
	if atOnce, err = plan.Follow(listed, disk); err == nil {
		_, err = plan.CheckMoves(atOnce, disk)
	}
	if err != nil {
		return nil, nil, tool.Invalid("%v", err)
	}
	return listed, atOnce, nil
}
