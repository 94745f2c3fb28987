import { useRef, useState, type ReactNode } from 'react';
import { useErrorText } from '../error-state.tsx';
import type { SentCode } from './code-entry.tsx';

/** A way that ends here: why, and what to do about it. */
interface Stopped {
  step: 'stopped';
  text: string;
  action?: ReactNode;
}

/** What came of asking for a code; `wait`: one was sent shortly before. `done`: there is nothing to confirm any more. */
export type CodeSending =
  { step: 'sent'; sent: SentCode } | { step: 'wait'; resendAfterMs: number } | Stopped | { step: 'done' };

/** What came of entering the code. */
export type CodeConfirming = { step: 'done' } | { step: 'problem'; text: string } | Stopped;

export interface CodeCalls {
  send: () => Promise<CodeSending>;
  confirm: (code: string) => Promise<CodeConfirming>;
  onDone: () => void;
}

/** Sending a code and confirming with it: the steps of one confirmation. */
export function useCodeDialog({ send, confirm, onDone }: CodeCalls) {
  const errorText = useErrorText();
  const [sent, setSent] = useState<SentCode | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [stopped, setStopped] = useState<Stopped | null>(null);
  const [busy, setBusy] = useState<'sending' | 'confirming' | null>(null);
  const atWork = useRef(false);

  /** One call at a time: a double press is one. */
  async function run(what: 'sending' | 'confirming', work: () => Promise<void>): Promise<void> {
    if (atWork.current) return;
    atWork.current = true;
    setBusy(what);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      // Not retried: the person sees why and presses again.
      setProblem(errorText(error));
    } finally {
      atWork.current = false;
      setBusy(null);
    }
  }

  const sendCode = () =>
    void run('sending', async () => {
      const sending = await send();
      if (sending.step === 'done') return onDone();
      if (sending.step === 'stopped') return setStopped(sending);
      const { resendAfterMs } = sending.step === 'sent' ? sending.sent : sending;
      setSent(sending.step === 'sent' ? sending.sent : { to: null, resendAfterMs, expiresAfterMs: null });
    });

  const confirmCode = (code: string) =>
    void run('confirming', async () => {
      const confirming = await confirm(code);
      if (confirming.step === 'done') return onDone();
      if (confirming.step === 'stopped') return setStopped(confirming);
      setProblem(confirming.text);
    });

  return { sent, problem, stopped, busy, sendCode, confirmCode };
}
