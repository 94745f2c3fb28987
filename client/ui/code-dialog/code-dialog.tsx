import { Button, Modal } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CODE_DIGITS, CodeField } from './code-field.tsx';
import { useCodeDialog, type CodeCalls } from './use-code-dialog.ts';
import css from './code-dialog.module.css';
import '../overlay-styles.ts';

interface CodeDialogProps extends CodeCalls {
  title: string;
  /** What is about to be confirmed. */
  children: ReactNode;
  /** What the code does: "Apply". */
  confirmLabel: string;
  danger?: boolean;
  onClose: () => void;
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/**
 * Confirms something by a code from an SMS and a letter: says what, sends the code, counts down to the next one, takes
 * the digits. Mounted while it is open, so that each opening begins anew.
 */
export function CodeDialog({ title, children, confirmLabel, danger, onClose, ...calls }: CodeDialogProps) {
  const { t } = useTranslation('ui');
  const field = useRef<HTMLInputElement>(null);
  const state = useCodeDialog(calls);
  const { to, code, setCode, problem, stopped, busy, secondsLeft, sendCode, confirmCode } = state;
  const colour = danger ? { color: 'red.8' } : {};
  const places = [to?.phone, to?.email].filter(Boolean).join(', ');

  const enter = (digits: string) => {
    setCode(digits);
    if (digits.length === CODE_DIGITS && code.length < CODE_DIGITS) void confirmCode(digits);
  };

  return (
    <Modal opened onClose={onClose} title={title} centered radius="lg" padding="lg">
      <div className={css.body}>
        <div className={css.intro}>{children}</div>
        {stopped ? (
          <div className={css.stopped} role="alert">
            <p>{stopped.text}</p>
            {stopped.action}
          </div>
        ) : to === null ? (
          <>
            {problem ? <p role="alert">{problem}</p> : null}
            <Button
              size="lg"
              fullWidth
              loading={busy === 'sending'}
              onClick={() => void sendCode()}
              {...colour}
            >
              {t('code.send')}
            </Button>
          </>
        ) : (
          <form
            className={css.body}
            onSubmit={(event) => {
              event.preventDefault();
              void confirmCode();
            }}
          >
            <p aria-live="polite">{places ? t('code.sentTo', { places }) : t('code.sentBefore')}</p>
            <CodeField
              ref={field}
              value={code}
              onChange={enter}
              error={problem}
              disabled={busy === 'confirming'}
            />
            <div className={css.actions}>
              <Button
                type="submit"
                size="lg"
                fullWidth
                loading={busy === 'confirming'}
                disabled={code.length < CODE_DIGITS}
                {...colour}
              >
                {confirmLabel}
              </Button>
              {secondsLeft > 0 ? (
                <p className={css.resend}>{t('code.resendIn', { time: clock(secondsLeft) })}</p>
              ) : (
                <Button
                  variant="subtle"
                  size="md"
                  fullWidth
                  loading={busy === 'sending'}
                  onClick={() => void sendCode()}
                >
                  {t('code.resend')}
                </Button>
              )}
            </div>
          </form>
        )}
      </div>
    </Modal>
  );
}
