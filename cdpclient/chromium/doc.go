// Package chromium finds a Chromium on this machine, starts it for automation and ends it for
// certain.
//
// A Process speaks the DevTools protocol over a pipe: no port is opened, and Chromium ends by
// itself when the pipe closes, so also when this process is killed. It has a process group and a
// profile folder of its own. Close ends every process of the group, waits for them, and removes
// the folder. The folder of a service that was killed is removed by the next Start.
//
// Chromium's own sandbox is on, unless Options.NoSandbox says otherwise or the service runs as
// root, where Chromium refuses to start with it.
package chromium
