package act

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/observer-svc/observer-svc/cdpclient"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func stopStep() *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Stop{Stop: &observerv1.Stop{}}}
}

// endless answers with the beginning of a page and no more.
func endless(w http.ResponseWriter, q *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	fmt.Fprint(w, "<title>t</title><h1>the beginning</h1>")
	w.(http.Flusher).Flush()
	<-q.Context().Done()
}

func TestStopEndsWhatIsLoadingAndKeepsWhatIsThere(t *testing.T) {
	r := newRig(t, cdpclient.ContextOptions{}, `<h1>start</h1>`, map[string]http.HandlerFunc{"/endless": endless})
	_, err := r.tab.Navigate(r.ctx(), r.server.URL+"/endless", cdpclient.UntilCommit)
	require.NoError(t, err)
	loaded := waitStep(&observerv1.WaitCondition{Condition: &observerv1.WaitCondition_Load{Load: observerv1.WaitUntil_WAIT_UNTIL_LOAD}})
	loaded.Timeout = durationpb.New(ms(300))
	require.Equal(t, "NOT_APPLIED TIMEOUT", r.act(loaded).short())
	r.applied(stopStep())
	require.Equal(t, cdpclient.Ready, r.tab.State())
	loaded.Timeout = nil
	r.applied(loaded, stopStep())
	require.NotEmpty(t, r.ref("heading", "the beginning"))
}

func TestStopKeepsThePageThatWasToBeLeft(t *testing.T) {
	r := newRig(t, cdpclient.ContextOptions{}, `<h1>start</h1>`, map[string]http.HandlerFunc{
		"/never": func(_ http.ResponseWriter, q *http.Request) { <-q.Context().Done() },
	})
	r.js("location='/never';1")
	require.Eventually(t, func() bool { return r.tab.State() == cdpclient.Loading }, 20*time.Second, time.Millisecond)
	r.applied(stopStep())
	require.Equal(t, cdpclient.Ready, r.tab.State())
	require.NotEmpty(t, r.ref("heading", "start"))
}

func TestAQuietNetworkIsWaitedFor(t *testing.T) {
	r := newRig(t, cdpclient.ContextOptions{}, `<p>x`, slowPages)
	quiet := waitStep(&observerv1.WaitCondition{Condition: &observerv1.WaitCondition_NetworkQuiet{NetworkQuiet: durationpb.New(ms(200))}})
	r.js("globalThis.done=0;fetch('/slow').then(()=>fetch('/slow')).then(()=>done=1);1")
	r.applied(quiet)
	require.Equal(t, "1", r.js("done"))
	o := r.applied(quiet)
	require.GreaterOrEqual(t, o.took, ms(200))
}
