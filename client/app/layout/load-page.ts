/** Loads the page at an address of this site from the beginning. */
export function loadPage(address: string): void {
  window.location.assign(address);
}
