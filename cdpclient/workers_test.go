package cdpclient

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// workersPage starts all that runs beside a document; its promise is kept once everything has answered.
const workersPage = `<!doctype html><title>Workers</title><script>
const answer = (port) => new Promise((done, fail) => { port.onmessage = (e) => done(e.data); port.onerror = () => fail('an error'); });
const inline = (code) => URL.createObjectURL(new Blob([code], {type: 'text/javascript'}));
const framed = new Promise((done) => { onmessage = (e) => done(e.data); });
const sound = new OfflineAudioContext(1, 128, 44100);
const worklet = async () => {
  await sound.audioWorklet.addModule('/worklet.js');
  return answer(new AudioWorkletNode(sound, 'one', {}).port);
};
window.all = () => Promise.all([
  answer(new Worker('/worker.js')), answer(new Worker('/worker.js', {type: 'module'})), answer(new Worker(inline('postMessage("blob")'))),
  answer(new Worker('/nested.js')), answer(new SharedWorker('/shared.js').port), framed, worklet(),
]).then(String);
</script><iframe src="$THERE/framed"></iframe>`

func TestWorkersOfAPageRun(t *testing.T) {
	tab := newTestTab(t, ContextOptions{})
	s := pages(t, map[string]string{
		"/":           workersPage,
		"/framed":     `<!doctype html><script>new Worker('/worker.js').onmessage = (e) => parent.postMessage('framed ' + e.data, '*')</script>`,
		"/worker.js":  `postMessage('worker')`,
		"/nested.js":  `new Worker('/worker.js').onmessage = (e) => postMessage('nested ' + e.data)`,
		"/shared.js":  `onconnect = (e) => e.ports[0].postMessage('shared')`,
		"/worklet.js": `registerProcessor('one', class extends AudioWorkletProcessor { constructor() { super(); this.port.postMessage('worklet'); } process() { return false; } })`,
	})
	mustNavigate(t, tab, s.URL)
	require.Equal(t, "worker,worker,blob,nested worker,shared,framed worker,worklet", mustEvaluate(t, tab, "all()"))
}
