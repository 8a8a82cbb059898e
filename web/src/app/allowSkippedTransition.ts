/** Who goes on before a view transition has begun skips it, which the router leaves as an unhandled rejection: the page is shown all the same. */
export const allowSkippedTransition = (event: PromiseRejectionEvent) => {
  const { reason } = event;
  if (reason instanceof DOMException && reason.name === 'AbortError' && /transition/i.test(reason.message))
    event.preventDefault();
};
