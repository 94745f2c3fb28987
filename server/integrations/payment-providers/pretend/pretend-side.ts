/** What the person chose at the pretend checkout. */
export type PretendCard = 'good' | 'declined';

export interface PretendOrder {
  /** Number of the payment as the link names it. */
  account: string;
  amountTiyin: number;
}

export type PretendOutcome =
  | { outcome: 'paid' }
  | { outcome: 'declined' }
  /** The shop said no; its own words and number. */
  | { outcome: 'refused'; told: string };

/** A provider's side of its protocol, played over the real callbacks with real proofs. */
export interface PretendSide {
  pay(order: PretendOrder, card: PretendCard): Promise<PretendOutcome>;
  /** Takes a paid payment back. `null`: this provider's protocol has no such call. */
  refund: ((providerId: string) => Promise<PretendOutcome>) | null;
  /** Sends the last call about a payment once more, as a provider does that heard no answer. */
  repeat(providerId: string): Promise<PretendOutcome>;
}

const TRIES = 3;
const PAUSE_MS = 300;
const LIMIT_MS = 15_000;

export interface Posted {
  status: number;
  text: string;
}

/** Posts to the shop; a call that got no answer, or a server's fault, is repeated twice, as providers do. */
export async function postToShop(
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<Posted> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      if (answer.status < 500 || attempt === TRIES)
        return { status: answer.status, text: await answer.text() };
    } catch (error) {
      // Retried: the shop may be restarting. After the last try whoever pressed the button is told.
      if (attempt === TRIES) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
  }
}

export const basic = (login: string, password: string): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
