/** What the person chose at the pretend checkout. */
type PretendCard = 'good' | 'declined';

export interface SandboxOrder {
  /** Payment number in the link. */
  account: string;
  amountTiyin: number;
}

export type SandboxOutcome =
  | { outcome: 'paid' }
  | { outcome: 'declined' }
  /** The shop refused; its error text and number. */
  | { outcome: 'refused'; reply: string };

/** A provider's side of its protocol, played over the real callbacks with real proofs. */
export interface SandboxSide {
  pay(order: SandboxOrder, card: PretendCard): Promise<SandboxOutcome>;
  /** Reverses a paid payment. `null`: this provider's protocol has no such call. */
  refund: ((providerId: string) => Promise<SandboxOutcome>) | null;
  /** Repeats the last call about a payment, like a provider that got no answer. */
  repeat(providerId: string): Promise<SandboxOutcome>;
}

const TRIES = 3;
const PAUSE_MS = 300;
const LIMIT_MS = 15_000;

export interface Posted {
  status: number;
  text: string;
}

/** Posts to the shop; a call without an answer or with a server error is retried twice, as providers do. */
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
      // Retried: the shop may be restarting. After the last attempt the page shows the failure.
      if (attempt === TRIES) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
  }
}

export const basic = (login: string, password: string): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
