/** The lot of an address, or null when it cannot be one: positive, digits only, exact as a number. */
export function readLotId(text: string | undefined): number | null {
  const id = text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
  return id !== null && Number.isSafeInteger(id) ? id : null;
}
