package tools_test

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
)

// agentFiles is a small project in which an agent is given tasks.
var agentFiles = map[string]string{
	"tsconfig.json": `{"compilerOptions":{"target":"es2022","module":"esnext","moduleResolution":"bundler","strict":true,"types":[]},"include":["src"]}`,
	"src/http/client.ts": `export interface Transport {
  send(path: string): string;
}
export class Client implements Transport {
  constructor(readonly base: string) {}
  fetch(path: string): string {
    return this.send(path);
  }
  send(path: string): string {
    return this.base + path;
  }
}
export class Cache {
  fetch(key: string): string {
    return key;
  }
}
`,
	"src/http/index.ts": "export * from \"./client\";\n",
	"src/util/parse.ts": `export function parse(text: string): number;
export function parse(text: string, radix: number): number;
export function parse(text: string, radix = 10): number {
  return Number.parseInt(text, radix);
}
export enum Level { Low, High }
export function unused(): void {}
`,
	"src/app.ts": `import { Client } from "./http";
import { parse } from "./util/parse";

export const client = new Client("/api/");
export function load(id: string): number {
  const answer = client.fetch(id);
  return parse(answer);
}
`,
	"src/app.test.ts": `declare function it(name: string, body: () => void): void;
import { load } from "./app";

it("loads", () => {
  load("1");
});
`,
}

// task is what somebody says, and the calls that a model would make. Each call but the last is refused or answered with
// nothing, and the text of that answer has what the next call needs: want matches it, and $1 in the next call is its
// first group.
type task struct {
	say   string
	calls []step
}

type step struct {
	tool, arguments string
	want            string // a regular expression that the text of the answer fits
}

const (
	edited  = `"newText"`
	preview = `Rename Preview`
)

var tasks = []task{
	{"rename the method fetch of class Client to get", []step{
		{"rename_symbol", `{"name_path":"Client.fetch","relative_path":"src/http/client.ts","new_name":"get"}`, edited},
	}},
	{"rename fetch of the client, without saying which class", []step{
		{"rename_symbol", `{"name_path":"fetch","relative_path":"src/http/client.ts","new_name":"get"}`, `means 2 symbols: (/Client/fetch) \(method, line 6\)`},
		{"rename_symbol", `{"name_path":"$1","relative_path":"src/http/client.ts","new_name":"get"}`, edited},
	}},
	{"preview what renaming Client's fetch changes", []step{
		{"rename_preview", `{"locate":{"file_path":"src/http/client.ts","scope":{"symbol_path":["Client/fetch"]}},"new_name":"get"}`, preview},
	}},
	{"preview the same by the text of the line", []step{
		{"rename_preview", `{"locate":{"file_path":"src/http/client.ts","find":"fetch("},"new_name":"get"}`, `line 6, .*? is (\{.*?"\}); line`},
		{"rename_preview", `{"locate":$1,"new_name":"get"}`, preview},
	}},
	{"rename the class client, in the wrong case", []step{
		{"rename_preview", `{"locate":"src/http/client.ts:client","new_name":"HttpClient"}`, `there is (\["Client"\])`},
		{"rename_preview", `{"locate":{"file_path":"src/http/client.ts","scope":{"symbol_path":$1}},"new_name":"HttpClient"}`, preview},
	}},
	{"rename the function load at line 5 of app.ts", []step{
		{"planRenameSymbol", `{"projectRoot":"ROOT","locate":{"file_path":"src/app.ts","scope":{"line":5},"find":"load"},"newName":"fetchNumber"}`, edited},
	}},
	{"move the http folder under core", []step{
		{"planDirectoryMove", `{"projectRoot":"ROOT","oldDir":"src/http","newDir":"src/core/http"}`, `"fsMoves"`},
	}},
	{"move the http folder with the tool for files", []step{
		{"planFileMove", `{"projectRoot":"ROOT","oldPath":"src/http","newPath":"src/core/http"}`, `use (planDirectoryMove)`},
		{"$1", `{"projectRoot":"ROOT","oldDir":"src/http","newDir":"src/core/http"}`, `"fsMoves"`},
	}},
	{"rename the file parse.ts to numbers.ts", []step{
		{"planFileMove", `{"projectRoot":"ROOT","oldPath":"src/util/parse.ts","newPath":"src/util/numbers.ts"}`, `"fsMoves"`},
	}},
	{"show the class Client, written without capitals", []step{
		{"find_symbol", `{"name_path":"client/fetch","include_body":true}`, `there is (Client/fetch) in`},
		{"find_symbol", `{"name_path":"$1","include_body":true}`, `this\.send\(path\)`},
	}},
	{"who uses Client.fetch, without saying where it is", []step{
		{"find_referencing_symbols", `{"name_path":"Client.fetch"}`, `"src/app\.ts"`},
	}},
	{"who uses the method fetch", []step{
		{"find_referencing_symbols", `{"name_path":"fetch"}`, `means 2 symbols: (/Client/fetch)`},
		{"find_referencing_symbols", `{"name_path":"$1"}`, `"src/app\.ts"`},
	}},
	{"make parse hexadecimal by default", []step{
		{"replace_symbol_body", `{"name_path":"parse","relative_path":"src/util/parse.ts","new_body":"export function parse(text: string, radix = 16): number {\n  return Number.parseInt(text, radix);\n}"}`, `(/parse\[2\]) \(implementation`},
		{"replace_symbol_body", `{"name_path":"$1","relative_path":"src/util/parse.ts","new_body":"export function parse(text: string, radix = 16): number {\n  return Number.parseInt(text, radix);\n}"}`, edited},
	}},
	{"add an overload to parse", []step{
		{"insert_after_symbol", `{"name_path":"parse","relative_path":"src/util/parse.ts","body":"export function parse(text: string, radix: string): number;"}`, edited},
	}},
	{"add a level Middle after Low", []step{
		{"insert_after_symbol", `{"name_path":"Level.Low","relative_path":"src/util/parse.ts","content":"Middle,"}`, `", Middle"`},
	}},
	{"add a test after the one that loads", []step{
		{"insert_after_symbol", `{"name_path":"loads","relative_path":"src/app.test.ts","content":"it(\"loads twice\", () => {});"}`, `there is (it\(\\?"loads\\?"\) callback)`},
		{"insert_after_symbol", `{"name_path":"it(\"loads\") callback","relative_path":"src/app.test.ts","content":"it(\"loads twice\", () => {});"}`, edited},
	}},
	{"delete the function that nobody uses", []step{
		{"safe_delete_symbol", `{"name_path":"unused","relative_path":"src/util/parse.ts"}`, `"can_delete":true`},
	}},
	{"delete Client.send, which its interface demands", []step{
		{"safe_delete_symbol", `{"name_path":"Client/send","relative_path":"src/http/client.ts"}`, `"can_delete":false.*src/http/client\.ts`},
	}},
	{"where is the Client in app.ts declared", []step{
		{"find_declaration", `{"relative_path":"src/app.ts","find":"new Client"}`, `unknown field "find"; the arguments may have (locate)`},
		{"find_declaration", `{"$1":{"file_path":"src/app.ts","find":"new <|>Client"}}`, `"src/http/client\.ts"`},
	}},
	{"what implements Transport", []step{
		{"find_implementations", `{"name_path":"Transport"}`, `"Client"`},
	}},
	{"which errors does app.ts have", []step{
		{"get_diagnostics", `{"relative_path":"src/app"}`, `file not found: src/app`},
		{"get_diagnostics", `{"relative_path":"src/app.ts"}`, `"diagnostics":\[\]`},
	}},
}

// TestAgentPath plays the tasks. Nothing but the text of an answer leads from one call to the next.
func TestAgentPath(t *testing.T) {
	dir := hostfstest.LayOut(t, agentFiles)
	h := start(t, runtime.Limits{}, dir)
	for _, task := range tasks {
		t.Run(task.say, func(t *testing.T) {
			var group string
			for _, s := range task.calls {
				name := strings.ReplaceAll(s.tool, "$1", group)
				arguments := strings.ReplaceAll(strings.ReplaceAll(s.arguments, "ROOT", dir), "$1", group)
				result, err := h.session.CallTool(context.Background(), &mcp.CallToolParams{Name: name, Arguments: json.RawMessage(arguments)})
				if err != nil {
					t.Fatalf("%s %s: %v", name, arguments, err)
				}
				text := result.Content[0].(*mcp.TextContent).Text
				match := regexp.MustCompile(s.want).FindStringSubmatch(text)
				if match == nil {
					t.Fatalf("%s %s answers, without %s: %s", name, arguments, s.want, text)
				}
				if group = ""; len(match) > 1 {
					group = match[1]
				}
			}
		})
	}
}
