import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  confirmContact,
  sendContactCode,
  type CodeSent,
  type ContactChannel,
} from '#shared/api/cabinet/profile.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDuration } from '#client/lib/format/duration.ts';
import type { SentCode } from '#client/ui/code-entry/code-entry.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { profileQuery } from '#client/entities/profile/my-profile.ts';
import { useKeepProfile } from './profile-query.ts';

/** A code to a contact and its entry: what was sent, what went wrong in words, and whether a fresh sign-in is asked for. */
export function useConfirmation(channel: ContactChannel, onConfirmed: () => void) {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const keep = useKeepProfile();
  const [value, setValue] = useState('');
  const [sent, setSent] = useState<SentCode | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [signInAgain, setSignInAgain] = useState(false);

  const leave = () => {
    setSent(null);
    setProblem(null);
    setSignInAgain(false);
  };
  const failed = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'sign-in-again') {
      leave();
      setSignInAgain(true);
    } else setProblem(errorText(error));
  };
  const done = () => {
    leave();
    notify('success', t(`contact.done.${channel}`));
    onConfirmed();
  };
  const answered = (answer: CodeSent) => {
    switch (answer.outcome) {
      case 'sent':
        setProblem(null);
        setSent(answer);
        return;
      case 'confirmed':
        // Another tab was first: the page reads the present state.
        void queries.invalidateQueries(profileQuery);
        done();
        return;
      case 'wait':
        setProblem(t('code.wait', { time: formatDuration(answer.resendAfterMs) }));
        return;
      case 'limit':
        setProblem(t('code.limit', { time: formatDuration(answer.retryAfterMs) }));
        return;
      case 'undelivered':
        setProblem(t(`code.undelivered.${channel}`));
    }
  };
  const sending = useMutation({
    mutationFn: (to: string) => call(sendContactCode, { body: { channel, value: to } }),
    onSuccess: answered,
    onError: failed,
  });
  const confirming = useMutation({
    mutationFn: (code: string) => call(confirmContact, { body: { channel, value, code } }),
    onSuccess: (answer) => {
      if (answer.outcome === 'confirmed') {
        keep(answer.profile);
        done();
      } else if (answer.outcome === 'taken') setProblem(t(`code.taken.${channel}`));
      else setProblem(t(`code.${answer.outcome}`));
    },
    onError: failed,
  });

  return {
    sent,
    problem,
    signInAgain,
    sending: sending.isPending,
    confirming: confirming.isPending,
    leave,
    send: (to: string) => {
      setValue(to);
      setProblem(null);
      sending.mutate(to);
    },
    resend: () => sending.mutate(value),
    confirm: (code: string) => {
      setProblem(null);
      confirming.mutate(code);
    },
  };
}
