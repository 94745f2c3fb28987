/** A look at stored evidence that answers whether it still proves what it was stored for. It changes nothing. */
export interface EvidenceCheck {
  /** What is looked at, in the plural: it follows a number. */
  name: string;
  /** As long as it takes: it grows with what is stored. */
  check(): Promise<EvidenceFound>;
}

export interface EvidenceFound {
  checked: number;
  /** A sentence for each thing that is missing or was changed. */
  faults: string[];
}

/**
 * Looks at everything, page by page.
 * @param next the page after the last one of the page before; empty: there are no more
 * @param faultOf null: it is as it was stored
 */
export async function checkPages<One>(
  next: (last: One | undefined) => Promise<readonly One[]>,
  faultOf: (one: One) => Promise<string | null> | string | null,
): Promise<EvidenceFound> {
  const found: EvidenceFound = { checked: 0, faults: [] };
  for (let page = await next(undefined); page.length > 0; page = await next(page.at(-1))) {
    for (const one of page) {
      found.checked += 1;
      const fault = await faultOf(one);
      if (fault !== null) found.faults.push(fault);
    }
  }
  return found;
}
