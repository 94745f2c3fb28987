/** Brings a part of the profile's page into view and the keyboard into it; false where the page has no such part. */
export function showPart(part: string): boolean {
  const place = document.getElementById(part);
  if (!place) return false;
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  place.scrollIntoView({ behavior: calm ? 'auto' : 'smooth', block: 'center' });
  place.querySelector<HTMLElement>('input:not(:disabled), select, button')?.focus({ preventScroll: true });
  return true;
}
