/** How far outside the window still counts as on screen, so that a card is live when it comes into view. */
const MARGIN_PX = 160;

type Handler = (seen: boolean) => void;

const handlers = new Map<Element, Handler>();
let observer: IntersectionObserver | null = null;

function shared(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) handlers.get(target)?.(isIntersecting);
    },
    { rootMargin: `${MARGIN_PX}px 0px` },
  );
  return observer;
}

/**
 * Tells when an element comes into the window and leaves it; one observer for the page. Returns the way to stop.
 * Where browsers cannot tell, everything counts as seen.
 */
export function watchOnScreen(element: Element, handler: Handler): () => void {
  if (typeof IntersectionObserver === 'undefined') {
    handler(true);
    return () => undefined;
  }
  const watching = shared();
  handlers.set(element, handler);
  watching.observe(element);
  return () => {
    handlers.delete(element);
    watching.unobserve(element);
  };
}
