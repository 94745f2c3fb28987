import { CircleCheck, CircleX } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BrowserSigner, SignerKey } from '#client/lib/e-imzo/browser-signer.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Loader } from '#client/ui/loader.tsx';
import { useProblemText } from './problem-text.ts';
import { SignForm } from './sign-form.tsx';
import { useSigning, type Signable } from './use-signing.ts';
import css from './e-signature.module.css';

export type { Signable, SigningAnswer } from './use-signing.ts';

interface SignDocumentProps {
  opened: boolean;
  title: string;
  /** What was achieved, once it is. */
  done: { title: string; text: string };
  /** Makes what is to be signed; called once for each try. */
  make: () => Promise<Signable>;
  onSigned: () => void;
  onClose: () => void;
}

/** Signs anything: choose a key, type its password here or in the application, watch, read the answer. */
export function SignDocument({ opened, title, done, make, onSigned, onClose }: SignDocumentProps) {
  return (
    <Dialog opened={opened} wide title={title} onClose={onClose}>
      <SignSteps done={done} make={make} onSigned={onSigned} onClose={onClose} />
    </Dialog>
  );
}

/** Mounted only while the dialog is open, so each opening starts fresh. */
function SignSteps({ done, make, onSigned, onClose }: Omit<SignDocumentProps, 'opened' | 'title'>) {
  const { t } = useTranslation('e-signature');
  const problemText = useProblemText();
  const { state, run, reset } = useSigning(make, onSigned);
  const [last, setLast] = useState<{ signer: BrowserSigner; key: SignerKey } | null>(null);

  switch (state.step) {
    case 'choose':
      return (
        <SignForm
          before={last?.key.id ?? null}
          cancelled={state.cancelled}
          onCancel={onClose}
          onSign={(signer, key, password) => {
            setLast({ signer, key });
            void run(signer, key, password);
          }}
        />
      );
    case 'done':
      return (
        <Result tone="good" title={done.title} text={done.text}>
          <Button size="md" onClick={onClose}>
            {t('sign.close')}
          </Button>
        </Result>
      );
    case 'failed':
      return (
        <Result tone="bad" title={t('sign.refused')} text={problemText(state.problem)}>
          <Button variant="default" size="md" onClick={onClose}>
            {t('sign.close')}
          </Button>
          <Button size="md" onClick={reset}>
            {t('sign.again')}
          </Button>
        </Result>
      );
    default: {
      const inApp = state.step === 'signing' && last?.signer.asksHere === false;
      return (
        <div className={css.busy} role="status" aria-live="polite">
          <Loader size="lg" />
          <p>{t(inApp ? 'sign.signingInApp' : `sign.${state.step}`)}</p>
        </div>
      );
    }
  }
}

interface ResultProps {
  tone: 'good' | 'bad';
  title: string;
  text: string;
  children: ReactNode;
}

/** Takes the focus, so that a screen reader reads the answer and the keyboard is where the buttons are. */
function Result({ tone, title, text, children }: ResultProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const Icon = tone === 'good' ? CircleCheck : CircleX;
  return (
    <div ref={panel} className={css.result} data-tone={tone} role="alert" tabIndex={-1}>
      <Icon size={48} strokeWidth={1.5} aria-hidden />
      <h3>{title}</h3>
      <p>{text}</p>
      <div className={css.actions}>{children}</div>
    </div>
  );
}
