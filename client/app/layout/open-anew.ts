/** Loads the page at an address of this site from the beginning. */
export function openAnew(address: string): void {
  window.location.assign(address);
}
