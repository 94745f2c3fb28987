import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { OrderFields } from '#shared/orders/order-fields.ts';

/** One photo or document, by the hash of its content. */
export interface SignedFile {
  kind: 'image' | 'document';
  name: string;
  /** Hex. */
  sha256: string;
  isMain: boolean;
  /** Of photos: shown to participants. */
  visible: boolean;
  /** Of documents: readable by anyone. */
  isPublic: boolean;
}

/**
 * What the customer signs when they send an order: its number, fields and files as canonical JSON (RFC 8785). The same
 * order has the same text in every release: keys are sorted, and files are in the order of their list.
 */
export function canonicalOrder(orderId: number, fields: OrderFields, files: readonly SignedFile[]): string {
  const text = canonicalize({ orderId, fields, files });
  if (text === undefined) throw new TypeError('an order always has canonical JSON');
  return text;
}

/** Canonical JSON of an order without its requisites, which alone may change after it was sent. */
export function withoutRequisites(canonical: string): string {
  const { fields, ...order } = JSON.parse(canonical) as { fields: OrderFields };
  const { requisites: _, ...others } = fields;
  return canonicalize({ ...order, fields: others })!;
}

/** SHA-256, hex. */
export const hashWithoutRequisites = (canonical: string): string =>
  createHash('sha256').update(withoutRequisites(canonical)).digest('hex');
