package outline

// leastStatement is a length in bytes. Shorter statements are not listed, so they are parsed at once: to put that off would save no time.
const leastStatement = 48

// statements lists the interfaces, classes, functions, type aliases and variables with a name in a declaration file, in order, also those in
// namespaces and modules. It lists none if anything in the text leaves a doubt about where a statement ends.
func statements(text string) []Span {
	s := scanner{text: text}
	s.next()
	s.statements()
	if s.doubt || s.kind != end {
		return nil
	}
	return s.found
}

// statements reads statements until the block ends or the text ends. The brace that closes the block is not read.
func (s *scanner) statements() {
	for !s.doubt && s.kind != end && !s.is("}") {
		s.statement()
	}
}

func (s *scanner) statement() {
	start := s.start
	isDefault := false
	for s.is("export") || s.is("declare") || s.is("abstract") || s.is("default") {
		isDefault = isDefault || s.is("default")
		s.next()
	}
	switch {
	case s.is(";"):
		s.next()
	case s.is("interface"), s.is("class"):
		s.next()
		s.require(!isDefault && s.named())
		s.block(start)
	case s.is("type"):
		s.next()
		if s.is("{") || s.is("*") {
			s.rest(start, other)
			return
		}
		s.require(!isDefault && s.named() && (s.is("=") || s.is("<")))
		s.rest(start, alias)
	case s.is("function"):
		s.next()
		s.require(!isDefault && s.named() && (s.is("(") || s.is("<")))
		s.rest(start, function)
	case s.is("const"), s.is("let"), s.is("var"):
		s.next()
		if s.is("enum") {
			s.enum()
			return
		}
		s.require(s.named())
		if s.is(":") {
			s.rest(start, variable)
		} else {
			s.rest(start, other)
		}
	case s.is("enum"):
		s.enum()
	case s.is("namespace"), s.is("module"), s.is("global"):
		s.module()
	case s.is("import"):
		s.next()
		s.rest(start, other)
	case s.is("{"), s.is("*"), s.is("="), s.is("as"), isDefault:
		s.rest(start, other)
	default:
		s.doubt = true
	}
}

func (s *scanner) require(holds bool) { s.doubt = s.doubt || !holds }

// named passes over a name on the same line.
func (s *scanner) named() bool {
	if s.kind != word || s.newLine || reserved[s.token()] {
		return false
	}
	s.next()
	return true
}

func (s *scanner) module() {
	s.depth++
	defer func() { s.depth-- }()
	s.require(s.depth <= deepest)
	isGlobal := s.is("global")
	s.next()
	if !isGlobal && !s.newLine && (s.kind == word || s.kind == literal) {
		s.next()
		for s.is(".") {
			s.next()
			s.next()
		}
	}
	switch {
	case s.is("{"):
		s.next()
		s.statements()
		s.expect("}")
	case s.is(";"):
		s.next()
	default:
		s.require(false)
	}
}

// enum passes over an enumeration, in which < is an operator.
func (s *scanner) enum() {
	s.next()
	s.require(s.named() && s.is("{"))
	depth := 0
	for !s.doubt && s.kind != end {
		switch {
		case s.is("{"), s.is("("), s.is("["):
			depth++
		case s.is("}"), s.is(")"), s.is("]"):
			depth--
		}
		s.next()
		if depth == 0 {
			return
		}
	}
	s.doubt = true
}

// block passes over the part of a class or interface before its braces, and over the braces.
func (s *scanner) block(start int) {
	plain := true
	for !s.doubt && !s.is("{") {
		s.require(s.kind != end && !s.is(";") && !s.is("}") && !s.is("="))
		plain = s.brackets() && plain
	}
	if s.brackets() && plain {
		s.add(start, s.before, s.before)
	}
}

// A form is a kind of statement that does not end with a body in braces.
type form int

const (
	other form = iota
	alias
	function
	variable
)

// rest passes over the rest of a statement, up to the point where it certainly ends.
func (s *scanner) rest(start int, form form) {
	plain := form != other
	for first := true; !s.doubt; first = false {
		if s.is(";") {
			last := s.before
			s.next()
			if plain {
				s.add(start, last, s.before)
			}
			return
		}
		if s.kind == end || s.is("}") || (s.newLine && s.ends && s.kind == word && starters[s.token()]) {
			s.require(s.ends && !(first && form != other))
			if plain && !s.doubt {
				s.add(start, s.before, s.before)
			}
			return
		}
		s.require(first || s.goesOn(form))
		if s.is(",") || s.is("=") && form == variable {
			plain = false // another variable, or a value
		}
		plain = s.brackets() && plain
	}
}

// goesOn reports whether the token certainly continues the statement to which the token before it belongs.
func (s *scanner) goesOn(form form) bool {
	if s.newLine {
		if !s.ends {
			return !contextual[s.previous]
		}
		switch s.token() {
		case "|", "&", ".", "?", ":", "=", "=>", ",":
			return true
		case "from", "as", "with", "assert":
			return form == other
		}
		return false
	}
	if form == other || !s.ends {
		return true
	}
	if s.kind == word {
		return s.is("extends") || s.is("is") || contextual[s.previous]
	}
	return s.kind != literal && !s.is("{") && !s.is("!")
}
