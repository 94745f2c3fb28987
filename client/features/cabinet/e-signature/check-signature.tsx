import { useMutation } from '@tanstack/react-query';
import { ShieldCheck, ShieldX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { verifySignedDocument } from '#shared/api/cabinet/signatures.ts';
import { call } from '#client/lib/api-client.ts';
import { Loader } from '#client/ui/loader.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import css from './e-signature.module.css';

/** Asks the server to verify an archived signature again, and shows what it found. */
export function CheckSignature({ id }: { id: number }) {
  const { t } = useTranslation('e-signature');
  const errorText = useErrorText();
  const check = useMutation({ mutationFn: () => call(verifySignedDocument, { params: { id } }) });
  if (check.isPending) return <Loader size="sm" label={t('sign.checking')} />;
  if (check.data)
    return (
      <span role="status">
        <span className={css.tag} data-tone={check.data.verified ? 'good' : 'bad'}>
          {check.data.verified ? <ShieldCheck size={16} aria-hidden /> : <ShieldX size={16} aria-hidden />}
          {t(check.data.verified ? 'contracts.genuine' : 'contracts.notGenuine')}
        </span>
        {check.data.reason ? <span className={css.sub}>{t(`refusal.${check.data.reason}`)}</span> : null}
      </span>
    );
  return (
    <>
      <button type="button" className={css.linkButton} onClick={() => check.mutate()}>
        {t('contracts.check')}
      </button>
      {check.error ? (
        <span className={css.sub} role="alert">
          {errorText(check.error)}
        </span>
      ) : null}
    </>
  );
}
