import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useErrorText } from '../error-state.tsx';

/** What came of asking for a code. Times in ms. */
export type CodeSending =
  | { step: 'sent'; resendAfterMs: number; to: { phone: string | null; email: string | null } }
  | { step: 'wait'; resendAfterMs: number }
  /** Why no code is sent, and what to do about it. */
  | { step: 'stopped'; text: string; action?: ReactNode }
  /** There is nothing to confirm any more. */
  | { step: 'done' };

/** What came of entering the code. */
export type CodeConfirming =
  | { step: 'done' }
  | { step: 'problem'; text: string }
  | { step: 'stopped'; text: string; action?: ReactNode };

export interface CodeCalls {
  send: () => Promise<CodeSending>;
  confirm: (code: string) => Promise<CodeConfirming>;
  onDone: () => void;
}

type To = { phone: string | null; email: string | null };

/** Whole seconds until another code may be asked for; counts down by itself. */
function useSecondsLeft(until: number | null): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (until === null) return undefined;
    const look = () => setLeft(Math.max(0, Math.ceil((until - performance.now()) / 1_000)));
    look();
    const timer = setInterval(look, 250);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

/** Sending a code, waiting before the next one, entering it: the steps of one confirmation. */
export function useCodeDialog({ send, confirm, onDone }: CodeCalls) {
  const errorText = useErrorText();
  const [to, setTo] = useState<To | null>(null);
  const [resendAt, setResendAt] = useState<number | null>(null);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [stopped, setStopped] = useState<{ text: string; action?: ReactNode } | null>(null);
  const [busy, setBusy] = useState<'sending' | 'confirming' | null>(null);
  const atWork = useRef(false);
  const secondsLeft = useSecondsLeft(resendAt);

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
    run('sending', async () => {
      const sending = await send();
      if (sending.step === 'done') return onDone();
      if (sending.step === 'stopped') return setStopped(sending);
      setResendAt(performance.now() + sending.resendAfterMs);
      setTo((before) => (sending.step === 'sent' ? sending.to : (before ?? { phone: null, email: null })));
      if (sending.step === 'sent') setCode('');
    });

  const confirmCode = (entered: string = code) =>
    run('confirming', async () => {
      const confirming = await confirm(entered);
      if (confirming.step === 'done') return onDone();
      if (confirming.step === 'stopped') return setStopped(confirming);
      setCode('');
      setProblem(confirming.text);
    });

  return { to, code, setCode, problem, stopped, busy, secondsLeft, sendCode, confirmCode };
}
