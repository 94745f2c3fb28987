import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import layout from '#client/ui/layout.module.css';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { CodeEntry } from './code-entry.tsx';
import { useCodeDialog, type CodeCalls } from './use-code-dialog.ts';
import css from './code-entry.module.css';

interface CodeDialogProps extends CodeCalls {
  title: string;
  /** What it is about, named above all steps: the title of a lot. */
  thing?: string | undefined;
  /** What is about to be confirmed. */
  children: ReactNode;
  /** What the code does: "Apply". */
  confirmLabel: string;
  danger?: boolean;
  onClose: () => void;
}

/**
 * Confirms something by a code from an SMS and a letter: says what, sends the code, takes its digits. Once the code is on its way the
 * terms are folded: its boxes stay above the keyboard of a phone. Mounted while it is open, so that each opening starts fresh.
 * Needs `code-entry` texts.
 */
export function CodeDialog({
  title,
  thing,
  children,
  confirmLabel,
  danger,
  onClose,
  ...calls
}: CodeDialogProps) {
  const { t } = useTranslation('code-entry');
  const { sent, problem, stopped, busy, sendCode, confirmCode } = useCodeDialog(calls);
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={css.dialog}>
        {thing ? <p className={css.thing}>{thing}</p> : null}
        {sent === null || stopped ? (
          <div className={layout.stack3}>{children}</div>
        ) : (
          <details className={css.terms}>
            <summary>{t('terms')}</summary>
            <div className={layout.stack3}>{children}</div>
          </details>
        )}
        {stopped ? (
          <div className={css.stopped} role="alert">
            <p>{stopped.text}</p>
            {stopped.action}
          </div>
        ) : sent === null ? (
          <>
            {problem ? <p role="alert">{problem}</p> : null}
            <Button size="lg" fullWidth loading={busy === 'sending'} onClick={sendCode} danger={danger}>
              {t('ask')}
            </Button>
          </>
        ) : (
          <CodeEntry
            sent={sent}
            problem={problem}
            busy={busy === 'confirming'}
            confirm={confirmLabel}
            onConfirm={confirmCode}
            onResend={sendCode}
            resending={busy === 'sending'}
            danger={danger ?? false}
          />
        )}
      </div>
    </Dialog>
  );
}
