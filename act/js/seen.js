function() {
  return new Promise(done => {
    const observer = new IntersectionObserver(entries => { if (entries.at(-1).isIntersecting) end(); });
    const timer = setTimeout(() => end(), 500);
    const end = () => {
      clearTimeout(timer);
      observer.disconnect();
      done();
    };
    observer.observe(this);
  });
}
