package main

// spareHeap is how much memory is taken and never touched, so it costs addresses and nothing else. The
// collector begins when the heap has doubled; beside what a quiet service holds, a few megabytes, that
// is after some hundred calls, and a tenth of the processor time of a busy service went to collections.
// With it the garbage of at least as many bytes is gathered first. A heap that is large grows as before.
const spareHeap = 16 << 20
