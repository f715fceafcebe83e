package review

import _ "embed"

var (
	//go:embed app.css
	appStyle string
	//go:embed app.js
	appScript string
)

// appPolicy is the policy of the app. A browser applies it also in the frame with the page of a plan, since that frame has no address. So
// appPolicy allows the style and the script of that page, too.
var appPolicy = "default-src 'none'; style-src " + hashed(appStyle) + " " + hashed(style) +
	"; script-src " + hashed(appScript) + " " + hashed(script) + "; base-uri 'none'; form-action 'none'"

// App returns the page of the MCP App: hosts with the extension io.modelcontextprotocol/ui show it beside each answer that has a plan. The page
// reads the planId from the answer, asks the host for the resource with the page of that plan, and shows it.
func App() string {
	var w writer
	w.head("tsplan", appPolicy, appStyle)
	w.markup("<button id=\"whole\" hidden>Whole window</button>\n<p id=\"note\">Waiting for the plan</p>\n")
	w.foot(appScript)
	return w.out.String()
}
