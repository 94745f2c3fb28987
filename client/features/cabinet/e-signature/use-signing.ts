import { useRef, useState } from 'react';
import type { SignatureRefusal } from '#shared/api/cabinet/signatures.ts';
import { SignerProblem, type BrowserSigner, type SignerKey } from '#client/lib/e-imzo/browser-signer.ts';
import type { Refused } from './problem-text.ts';

export type SigningAnswer = { outcome: 'done' } | { outcome: 'refused'; reason: SignatureRefusal };

/** What is to be signed, and where the signature goes. */
export interface Signable {
  base64: string;
  finish: (pkcs7: string) => Promise<SigningAnswer>;
}

export type SigningState =
  /** `cancelled`: the person closed the application's window in the try before. */
  | { step: 'choose'; cancelled: boolean }
  | { step: 'preparing' | 'signing' | 'checking' }
  | { step: 'done' }
  /** `problem`: a SignerProblem, an ApiError or `Refused`. */
  | { step: 'failed'; problem: unknown };

const CHOOSE = { step: 'choose', cancelled: false } as const;

/** One signing from the press to the answer; each step is shown. Each try has a new document. */
export function useSigning(make: () => Promise<Signable>, onDone: () => void) {
  const [state, setState] = useState<SigningState>(CHOOSE);
  const running = useRef(false);

  async function run(signer: BrowserSigner, key: SignerKey, password: string): Promise<void> {
    if (running.current) return; // a second press of the same button
    running.current = true;
    try {
      setState({ step: 'preparing' });
      const { base64, finish } = await make();
      setState({ step: 'signing' });
      const pkcs7 = await signer.sign(key, base64, password);
      setState({ step: 'checking' });
      const answer = await finish(pkcs7);
      if (answer.outcome === 'refused') {
        setState({ step: 'failed', problem: { refused: answer.reason } satisfies Refused });
      } else {
        setState({ step: 'done' });
        onDone();
      }
    } catch (problem) {
      const cancelled = problem instanceof SignerProblem && problem.trouble === 'cancelled';
      // Not retried by itself: the person presses again, after reading why where something went wrong.
      setState(cancelled ? { ...CHOOSE, cancelled } : { step: 'failed', problem });
    } finally {
      running.current = false;
    }
  }

  return { state, run, reset: () => setState(CHOOSE) };
}
