// Package agent is the script that watches one document from an isolated world, and the Go side
// of its wire.
//
// The script (js/) is evaluated once in the isolated world of each frame, if possible before the
// document's first script. It leaves no trace the page can find: no attribute, global, style or
// event, and its listeners and observers live in its own world. Blink's accessibility engine is
// reached through the command line utilities of DevTools, which Install hands in. In a browser that has
// none the agent is Unaided: it tells all else, and the accessibility tree tells roles and names. Click listeners
// of the page are seen only from the page's own world, where Ears counts them without calling
// anything a page can replace, shadow roots included. DOMDebugger.getEventListeners with pierce would
// tell them too, at 140 bytes for each listener of any type and with a call for each node to find out
// which it is; it is asked where there are no ears, see Ears.
//
// The agent numbers the DOM nodes of its document, keeps what it last told about each, and answers
// pull(cursor, exact, budget, ears, version, hints) with what changed since: a whole state first, then
// records and splices of child lists. Decoder reads these answers into tree.Update.
//
// What changes without a mutation or an event, such as a style written into a rule, shows in the
// counters of the renderer; hints tells the agent that they moved. When nothing is known that may have
// moved them, everything is looked at at once; otherwise once the page is quiet, and no sooner than
// 20 times as long after the last such look as it took. What only the internals of custom elements say
// moves nothing: 40 of them are looked at in each pull, in turn.
//
// The modules have tests of their own in js/test, which package cdpclient runs in the browser.
package agent
