import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ApiError } from '#client/lib/api-error.ts';
import { mayPass } from '#client/lib/recover.ts';
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
  | { step: 'sent'; sent: SentCode }
  | { step: 'wait'; resendAfterMs: number }
  | Stopped
  | { step: 'done' };

/** What came of entering the code. */
export type CodeConfirming = { step: 'done' } | { step: 'problem'; text: string } | Stopped;

export interface CodeCalls {
  send: () => Promise<CodeSending>;
  /**
   * The server answers a repeat with the same code like the first time. Where no answer comes, or the server cannot answer
   * just now, it is sent again by itself.
   */
  confirm: (code: string) => Promise<CodeConfirming>;
  /** No answer came after all: what became of it is to be asked otherwise. */
  onUnknown: () => void;
  onDone: () => void;
}

/** Pauses before a code without a verdict is sent again. */
const REPEAT_AFTER_MS: readonly number[] = [500, 1_500, 3_000];

/** No verdict, and asking again may bring one, but not after a rate limit. */
const isUnanswered = (error: unknown): boolean =>
  mayPass(error) && !(error instanceof ApiError && error.status === 429);

/** Sending a code and confirming with it: the steps of one confirmation. */
export function useCodeDialog({ send, confirm, onUnknown, onDone }: CodeCalls) {
  const errorText = useErrorText();
  const [sent, setSent] = useState<SentCode | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [stopped, setStopped] = useState<Stopped | null>(null);
  const [busy, setBusy] = useState<'sending' | 'confirming' | null>(null);
  const atWork = useRef<'sending' | 'confirming' | null>(null);
  /** A code that was typed whole while another one was being sent. */
  const typed = useRef<string | null>(null);
  const open = useRef(false);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);

  /** One call at a time: a double press is one. */
  async function run(what: 'sending' | 'confirming', work: () => Promise<void>): Promise<void> {
    if (atWork.current) return;
    atWork.current = what;
    setBusy(what);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      // Not retried: the person sees why and presses again.
      setProblem(errorText(error));
    } finally {
      atWork.current = null;
      setBusy(null);
    }
    const code = typed.current;
    typed.current = null;
    if (code !== null && open.current) confirmCode(code);
  }

  const sendCode = () =>
    void run('sending', async () => {
      const sending = await send();
      if (sending.step === 'done') return onDone();
      if (sending.step === 'stopped') return setStopped(sending);
      const { resendAfterMs } = sending.step === 'sent' ? sending.sent : sending;
      setSent(sending.step === 'sent' ? sending.sent : { to: null, resendAfterMs, expiresAfterMs: null });
    });

  /** The verdict of the server, asked for again after each pause while none comes and the dialog is open. */
  async function verdictOf(code: string, pausesMs = REPEAT_AFTER_MS): Promise<CodeConfirming> {
    try {
      return await confirm(code);
    } catch (error) {
      const [pauseMs, ...later] = pausesMs;
      if (!isUnanswered(error) || !open.current) throw error;
      if (pauseMs === undefined) {
        // Not retried further: the person sees why and enters the code once more.
        onUnknown();
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (!open.current) throw error;
      return verdictOf(code, later);
    }
  }

  const confirmCode = (code: string) => {
    if (atWork.current === 'sending') {
      typed.current = code;
      return;
    }
    void run('confirming', async () => {
      const confirming = await verdictOf(code);
      if (confirming.step === 'done') return onDone();
      if (confirming.step === 'stopped') return setStopped(confirming);
      setProblem(confirming.text);
    });
  };

  return { sent, problem, stopped, busy, sendCode, confirmCode };
}
