import type Provider from 'oidc-provider';
import type { Interaction } from 'oidc-provider';
import type { Request, Response } from 'express';

/** Ways to prove by an outside service who one is. */
const OUTSIDE_WAYS = ['oneid', 'e-imzo'] as const;
export type OutsideWay = (typeof OUTSIDE_WAYS)[number];

/** A number that an outside service vouched for in this sign-in; in the stored record of it, never in the page. */
export interface ProvenNumber {
  way: OutsideWay;
  /** By the local twin of the service, which vouches for whatever is typed. */
  byTwin: boolean;
  /** An entity is proven by its STIR, with a key issued to somebody who acts for it. */
  field: 'pinfl' | 'stir';
  value: string;
  /** The person's name, as the service writes it; may be empty. */
  name: string;
  /** A suggestion for the form. */
  phone: string | null;
  /** ms since 1970. */
  atMs: number;
}

/** Long enough to type a registration or to find an old password. */
const LIFE_MS = 30 * 60_000;

/** The number in the record of a sign-in; null: none, or it was proven too long ago. */
export function provenOf({ result }: Pick<Interaction, 'result'>, nowMs = Date.now()): ProvenNumber | null {
  const proven = (result as { proven?: Partial<ProvenNumber> } | undefined)?.proven;
  if (typeof proven?.value !== 'string' || typeof proven.atMs !== 'number') return null;
  if (nowMs - proven.atMs > LIFE_MS) return null;
  // Stored by the release before, which did not know: as if by the twin.
  return { ...(proven as ProvenNumber), byTwin: proven.byTwin ?? true };
}

/** Stores how far a sign-in has come, and with it the number that was proven in it before. */
export async function saveStep(
  provider: Pick<Provider, 'interactionDetails' | 'interactionResult'>,
  [req, res]: [Request, Response],
  result: Record<string, unknown>,
): Promise<void> {
  const proven = provenOf(await provider.interactionDetails(req, res));
  await provider.interactionResult(req, res, { ...(proven ? { proven } : {}), ...result });
}
