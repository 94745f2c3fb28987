/** True while somebody can see the page. */
export const pageVisible = (): boolean => document.visibilityState !== 'hidden';

/** Calls back each time the page is hidden or shown again; returns the way to stop. */
export function onVisibilityChange(handler: (visible: boolean) => void): () => void {
  const heard = () => handler(pageVisible());
  document.addEventListener('visibilitychange', heard);
  return () => document.removeEventListener('visibilitychange', heard);
}
