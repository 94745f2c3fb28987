import canonicalize from 'canonicalize';

/**
 * What is signed when an order is sent: canonical JSON (RFC 8785) of the order in its version, with the number of the
 * request, so that no signature fits another one.
 * @param order canonical JSON of the order
 */
export const documentOfOrder =
  (version: number, order: string) =>
  (requestId: string, at: Date): Buffer => {
    const text = canonicalize({ requestId, preparedAt: at.toISOString(), version, order: JSON.parse(order) });
    if (text === undefined) throw new TypeError('an order always has canonical JSON');
    return Buffer.from(text, 'utf8');
  };
