import { useQueryClient } from '@tanstack/react-query';
import { Info, Plus } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { SignerProblem, type BrowserSigner, type SignerKey } from '#client/lib/e-imzo/browser-signer.ts';
import { Button } from '#client/ui/button.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { KeyChoice, timeOf } from './key-choice.tsx';
import { PasswordInput } from './password-input.tsx';
import { SignerHelp } from './signer-help.tsx';
import { TestKeyForm } from './test-key-form.tsx';
import { useSigner } from './use-signer.ts';
import css from './e-signature.module.css';

interface SignFormProps {
  /** The key chosen before, when this is another try. */
  before: string | null;
  /** The application's window was closed in the try before. */
  cancelled: boolean;
  onSign: (signer: BrowserSigner, key: SignerKey, password: string) => void;
  onCancel: () => void;
}

/** Finding the keys, choosing one, typing its password. */
export function SignForm({ before, cancelled, onSign, onCancel }: SignFormProps) {
  const { t } = useTranslation('e-signature');
  const { signer, keys } = useSigner(true);
  const queries = useQueryClient();
  const [making, setMaking] = useState(false);
  const [picked, setPicked] = useState(before);
  const retry = () => void (signer.data === undefined ? signer.refetch() : keys.refetch());

  if (signer.data === null) return <SignerHelp what="not-configured" onRetry={retry} />;
  const error = signer.error ?? keys.error;
  if (error instanceof SignerProblem) return <SignerHelp what={error.trouble} onRetry={retry} />;
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (!signer.data || !keys.data || (keys.isFetching && keys.data.length === 0))
    return (
      <div className={css.form} role="status" aria-label={t('sign.loading')}>
        <Skeleton height={84} radius={8} />
        <Skeleton height={84} radius={8} />
        <Skeleton height={44} radius={8} />
      </div>
    );

  const test = signer.data.kind === 'development';
  if (test && (making || keys.data.length === 0))
    return (
      <TestKeyForm
        onMade={(key) => {
          setPicked(key.keyId);
          setMaking(false);
          void queries.invalidateQueries({ queryKey: ['signer', 'keys'] });
        }}
        onCancel={keys.data.length > 0 ? () => setMaking(false) : null}
      />
    );
  if (keys.data.length === 0) return <SignerHelp what="no-keys" onRetry={retry} />;
  return (
    <ChosenKey
      signer={signer.data}
      keys={keys.data}
      picked={picked}
      cancelled={cancelled}
      onPick={setPicked}
      onSign={onSign}
      onCancel={onCancel}
      onMake={test ? () => setMaking(true) : null}
    />
  );
}

interface ChosenKeyProps extends Pick<SignFormProps, 'cancelled' | 'onSign' | 'onCancel'> {
  signer: BrowserSigner;
  keys: readonly SignerKey[];
  picked: string | null;
  onPick: (id: string) => void;
  /** Null: keys are not made here. */
  onMake: (() => void) | null;
}

function ChosenKey({ signer, keys, picked, cancelled, onPick, onSign, onCancel, onMake }: ChosenKeyProps) {
  const { t } = useTranslation('e-signature');
  const [password, setPassword] = useState('');
  const [pressed, setPressed] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const note = useId();
  // Back from the application's window: one press signs after all, and a screen reader reads the note with the button.
  useEffect(() => {
    if (cancelled) button.current?.focus();
  }, [cancelled]);
  const able = keys.filter((key) => timeOf(key) === 'now');
  const key = able.find(({ id }) => id === picked) ?? able[0];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (signer.asksHere && password === '') input.current?.focus();
    else if (key) onSign(signer, key, password);
  };

  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <KeyChoice keys={keys} chosen={key?.id ?? null} onChoose={onPick} />
      {onMake ? (
        <button type="button" className={css.more} onClick={onMake}>
          <Plus size={18} aria-hidden />
          {t('sign.makeAnother')}
        </button>
      ) : null}
      {signer.asksHere ? (
        <PasswordInput
          inputRef={input}
          label={t('sign.password')}
          hint={t('sign.passwordHint')}
          error={pressed && password === '' ? t('sign.passwordRequired') : null}
          value={password}
          onChange={setPassword}
        />
      ) : (
        <p id={note} className={css.info}>
          <Info size={20} aria-hidden />
          <span>{t(cancelled ? 'trouble.cancelled' : 'sign.appAsks')}</span>
        </p>
      )}
      <div className={css.actions}>
        <Button variant="default" size="md" onClick={onCancel}>
          {t('sign.cancel')}
        </Button>
        <Button
          ref={button}
          type="submit"
          size="md"
          disabled={!key}
          aria-describedby={signer.asksHere ? undefined : note}
        >
          {t('sign.sign')}
        </Button>
      </div>
    </form>
  );
}
