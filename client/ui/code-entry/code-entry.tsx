import { RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCountdown } from '#client/lib/format/duration.ts';
import layout from '#client/ui/layout.module.css';
import { Button } from '../button.tsx';
import { CODE_DIGITS, CodeField } from './code-field.tsx';
import { useTimeLeft } from './use-time-left.ts';
import css from './code-entry.module.css';

/** A code on its way. Each sending is another object, so that its times start over. */
export interface SentCode {
  /** Masked: where it went. null: it was sent before, to an unknown address. */
  to: string | null;
  resendAfterMs: number;
  /** null: its remaining time is unknown. */
  expiresAfterMs: number | null;
}

interface CodeEntryProps {
  sent: SentCode;
  /** Why the last code was not taken. */
  problem: string | null;
  busy: boolean;
  confirm: string;
  onConfirm: (code: string) => void;
  onResend: () => void;
  resending: boolean;
  /** Without it what is around has a way out of its own. */
  onCancel?: () => void;
  danger?: boolean;
}

/** The code of an SMS or a letter: boxes, the time it still lives, and another one after a while. Needs `code-entry` texts. */
export function CodeEntry(props: CodeEntryProps) {
  const { sent, problem, busy, confirm, onConfirm, onResend, resending, onCancel, danger = false } = props;
  const { t } = useTranslation('code-entry');
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState(false);
  const { leftMs: resendMs, start: startResend } = useTimeLeft();
  const { leftMs: lifeMs, start: startLife } = useTimeLeft();
  // Each sending begins its own times.
  useEffect(() => {
    startResend(sent.resendAfterMs);
    startLife(sent.expiresAfterMs ?? 0);
    setCode('');
    setAsked(false);
  }, [sent, startResend, startLife]);
  // A refused code goes: the next one is typed into empty boxes.
  useEffect(() => {
    if (problem === null) return;
    setCode('');
    setAsked(false);
  }, [problem]);
  const short = asked && code.length < CODE_DIGITS ? t('short', { count: CODE_DIGITS }) : null;
  const submit = (whole: string) => {
    setAsked(true);
    if (whole.length === CODE_DIGITS && !busy) onConfirm(whole);
  };
  return (
    <form
      className={layout.stack3}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(code);
      }}
    >
      <p className={layout.breakAnywhere} role="status">
        {sent.to === null ? t('sentBefore') : t('sent', { to: sent.to })}
      </p>
      <CodeField
        label={t('label')}
        value={code}
        onChange={setCode}
        onWhole={submit}
        error={problem ?? short}
      />
      {sent.expiresAfterMs === null ? null : (
        <p className={css.life}>
          {lifeMs > 0 ? t('lives', { left: formatCountdown(lifeMs) }) : t('expired')}
        </p>
      )}
      <div className={css.actions}>
        <Button type="submit" size="md" loading={busy} danger={danger}>
          {confirm}
        </Button>
        <Button
          variant="default"
          size="md"
          leftSection={<RotateCw size={16} aria-hidden />}
          disabled={resendMs > 0}
          loading={resending}
          onClick={onResend}
        >
          {resendMs > 0 ? t('resendIn', { left: formatCountdown(resendMs) }) : t('resend')}
        </Button>
        {onCancel ? (
          <Button variant="subtle" size="md" onClick={onCancel}>
            {t('ui:action.cancel')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
