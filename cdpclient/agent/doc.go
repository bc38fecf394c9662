// Package agent is the script that watches one document from an isolated world, and the Go side
// of its wire.
//
// The script (js/) is evaluated once in the isolated world of each frame, if possible before the
// document's first script. It leaves no trace the page can find: no attribute, global, style or
// event, and its listeners and observers live in its own world. Blink's accessibility engine is
// reached through the command line utilities of DevTools, which Install hands in; click listeners
// of the page are seen only from the page's own world, where Ears counts them without calling
// anything a page can replace.
//
// The agent numbers the DOM nodes of its document, keeps what it last told about each, and answers
// pull(cursor, exact, budget, ears) with what changed since: a whole state first, then records and
// splices of child lists. Decoder reads these answers into tree.Update.
package agent
