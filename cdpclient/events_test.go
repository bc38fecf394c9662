package cdpclient

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/cdpclient/transport"
)

// deaf is a browser that takes every call and answers none.
type deaf struct {
	once   sync.Once
	closed chan struct{}
}

func (d *deaf) Read() ([]byte, error) {
	<-d.closed
	return nil, io.EOF
}
func (d *deaf) Write([]byte) error { return nil }
func (d *deaf) Close() error       { d.once.Do(func() { close(d.closed) }); return nil }

// recorded are events as Chromium sends them, and some that it would not.
const recorded = `
Page.frameAttached {"frameId":"kid","parentFrameId":"main"}
Page.frameNavigated {"frame":{"id":"kid","parentId":"main","loaderId":"L2","url":"http://a/b","urlFragment":"#c"},"type":"Navigation"}
Page.frameNavigated {"frame":{"id":"main","loaderId":"L3","url":"chrome-error://x","unreachableUrl":"http://x/"},"type":"Navigation"}
Page.frameNavigated {"frame":{"id":"main","loaderId":"L1","url":"http://a/"},"type":"BackForwardCacheRestore"}
Page.navigatedWithinDocument {"frameId":"main","url":"http://a/#b"}
Browser.downloadWillBegin {"frameId":"main","guid":"g","url":"http://a/f","suggestedFilename":"../f"}
Browser.downloadProgress {"guid":"g","totalBytes":-1,"receivedBytes":1e300,"state":"inProgress"}
Browser.downloadProgress {"guid":"g","totalBytes":1,"receivedBytes":1,"state":"completed","filePath":"/etc/passwd"}
Page.frameStartedNavigating {"frameId":"main","url":"http://a/","loaderId":"L4","navigationType":"reload"}
Page.frameStartedLoading {"frameId":"main"}
Page.frameStoppedLoading {"frameId":"main"}
Page.frameDetached {"frameId":"kid","reason":"swap"}
Page.frameDetached {"frameId":"main","reason":"remove"}
Page.lifecycleEvent {"frameId":"main","loaderId":"L1","name":"load","timestamp":1}
Page.windowOpen {"url":"http://a/","windowName":"","windowFeatures":[],"userGesture":true}
Page.javascriptDialogOpening {"url":"http://a/","message":"\ud800","type":"prompt","hasBrowserHandler":false,"defaultPrompt":"x"}
Page.javascriptDialogClosed {"result":true,"userInput":""}
Runtime.executionContextCreated {"context":{"id":7,"origin":"","name":"observer-svc","uniqueId":"1","auxData":{"isDefault":false,"type":"isolated","frameId":"main"}}}
Runtime.executionContextDestroyed {"executionContextId":7,"executionContextUniqueId":"1"}
Runtime.executionContextsCleared {}
Runtime.exceptionThrown {"timestamp":1,"exceptionDetails":{"exceptionId":1,"text":"Uncaught","lineNumber":1,"columnNumber":1,"exception":{"type":"string","value":"x"}}}
Runtime.consoleAPICalled {"type":"error","args":[{"type":"string","value":"x"},{"type":"undefined"}],"executionContextId":1,"timestamp":1}
Target.attachedToTarget {"sessionId":"S2","targetInfo":{"targetId":"kid","type":"iframe","title":"","url":"","attached":true,"parentFrameId":"main","canAccessOpener":false},"waitingForDebugger":true}
Target.detachedFromTarget {"sessionId":"S2","targetId":"kid"}
Inspector.targetCrashed {}
Network.requestWillBeSent {"requestId":"L4","loaderId":"L4","frameId":"main","type":"Document"}
Network.responseReceived {"requestId":"L4","loaderId":"L4","type":"Document","response":{"status":200,"mimeType":"text/event-stream"}}
Network.loadingFinished {"requestId":"L4","timestamp":1,"encodedDataLength":1}
Network.loadingFailed {"requestId":"L4","timestamp":1,"type":"Document","errorText":"net::ERR_FAILED"}
Fetch.requestPaused {"requestId":"F","networkId":"L4","frameId":"main","resourceType":"Document","request":{"url":"http://a/","method":"GET","headers":{}}}
`

// FuzzEvents gives a tab events of any form, each a line of its method and its parameters.
func FuzzEvents(f *testing.F) {
	f.Add(recorded)
	f.Add("Page.frameNavigated null\nPage.frameAttached []\nInspector.targetCrashed")
	f.Add(strings.ReplaceAll(recorded, `"kid"`, `"main"`))
	f.Add(strings.ReplaceAll(recorded, `"main"`, `"kid"`))
	f.Fuzz(func(t *testing.T, lines string) {
		b := newBrowser(nil)
		b.mux = transport.New(&deaf{closed: make(chan struct{})}, b.event)
		b.work.Go(b.watch)
		files, err := newShelf(nil)
		require.NoError(t, err)
		c := &Context{browser: b, tabs: map[string]*Tab{}, changed: make(chan struct{}), log: b.log, downloads: files,
			options: ContextOptions{AllowURL: func(string) error { return nil }}.withDefaults(b.log)}
		b.contexts["c"] = c
		tab := c.tab("main")
		s, err := tab.open("S1", nil)
		require.NoError(t, err)
		for line := range strings.Lines(lines) {
			method, params, _ := strings.Cut(strings.TrimSpace(line), " ")
			if strings.HasPrefix(method, "Browser.") {
				b.event(method, json.RawMessage(bytes.Clone([]byte(params))))
				continue
			}
			tab.event(s, method, json.RawMessage(bytes.Clone([]byte(params))))
			tab.mu.Lock()
			consistent(t, &tab.registry)
			require.LessOrEqual(t, len(tab.nav.outcomes), documentsKept)
			tab.mu.Unlock()
			tab.State()
			tab.Events(0)
		}
		require.NoError(t, b.Close())
		require.Equal(t, Closed, tab.State())
	})
}
