import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import {
  cancelOrderImport,
  prepareOrderImport,
  startOrderImport,
  uploadOrderImportPhotos,
  type OrderImport,
} from '#shared/api/cabinet/order-imports.ts';
import type { SignatureRefusal } from '#shared/api/cabinet/signatures.ts';
import { call } from '#client/lib/api-client.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { useSending } from './use-sending.ts';
import css from './order-imports.module.css';

interface Signable {
  base64: string;
  finish: (pkcs7: string) => Promise<{ outcome: 'done' } | { outcome: 'refused'; reason: SignatureRefusal }>;
}

/** The dialog that signs a document, of the feature of e-signatures. */
export interface SignPart {
  opened: boolean;
  title: string;
  done: { title: string; text: string };
  make: () => Promise<Signable>;
  onSigned: () => void;
  onClose: () => void;
}

interface ImportActionsProps {
  found: OrderImport;
  Sign: ComponentType<SignPart>;
  signTitle: string;
  onChanged: () => void;
}

/** Photos, the signature that starts it, and stopping. */
export function ImportActions({ found, Sign, signTitle, onChanged }: ImportActionsProps) {
  const { t } = useTranslation('console-order-imports');
  const { id: importId, may } = found;
  const [opened, setOpened] = useState<'sign' | 'cancel' | null>(null);
  const cancel = useMutation({
    mutationFn: () => call(cancelOrderImport, { params: { importId } }),
    onSuccess: () => {
      notify('success', t('cancelled'));
      setOpened(null);
      onChanged();
    },
    onError: () => setOpened(null),
  });
  async function make(): Promise<Signable> {
    const { requestId, documentBase64 } = await call(prepareOrderImport, { params: { importId } });
    return {
      base64: documentBase64,
      finish: async (pkcs7) => {
        const done = await call(startOrderImport, {
          params: { importId },
          body: { signature: { requestId, pkcs7 } },
        });
        return done.outcome === 'started' ? { outcome: 'done' } : done;
      },
    };
  }
  if (may.length === 0) return null;
  return (
    <section className={css.actions}>
      {may.includes('add-photos') ? <Photos found={found} onChanged={onChanged} /> : null}
      {may.includes('start') ? <p>{t('startText', { ready: found.counts.ready })}</p> : null}
      <div className={css.buttons}>
        {may.includes('start') ? (
          <Button size="md" onClick={() => setOpened('sign')}>
            {t('start')}
          </Button>
        ) : null}
        {may.includes('cancel') ? (
          <Button size="md" variant="default" onClick={() => setOpened('cancel')}>
            {t('cancel')}
          </Button>
        ) : null}
      </div>
      <FormError error={cancel.error} />
      {opened === 'sign' ? (
        <Sign
          opened
          title={signTitle}
          done={{ title: t('signDone'), text: t('signDoneText') }}
          make={make}
          onSigned={onChanged}
          onClose={() => setOpened(null)}
        />
      ) : null}
      <CancelDialog
        opened={opened === 'cancel'}
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate()}
        onCancel={() => setOpened(null)}
      />
    </section>
  );
}

function CancelDialog(props: {
  opened: boolean;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation('console-order-imports');
  const { t: ui } = useTranslation('ui');
  return (
    <ConfirmDialog danger title={t('cancel')} confirm={t('cancel')} cancel={ui('action.cancel')} {...props}>
      {t('cancelText')}
    </ConfirmDialog>
  );
}

/** The archive of photos; another one takes its place. */
function Photos({ found, onChanged }: { found: OrderImport; onChanged: () => void }) {
  const { t } = useTranslation('console-order-imports');
  const chooser = useRef<HTMLInputElement>(null);
  const { send, percent } = useSending();
  const upload = useMutation({
    mutationFn: (file: File) => send(`${uploadOrderImportPhotos.path}?importId=${found.id}`, file),
    onSuccess: onChanged,
  });
  return (
    <div className={css.photos}>
      <h3>{t('photosTitle')}</h3>
      <p>{t('photosText')}</p>
      {found.photos ? null : <p>{t('photosNone')}</p>}
      <Button size="md" variant="default" loading={upload.isPending} onClick={() => chooser.current?.click()}>
        {t(found.photos ? 'otherPhotos' : 'addPhotos')}
      </Button>
      {percent === null ? null : <span role="status">{t('sending', { percent })}</span>}
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".zip,application/zip"
        aria-label={t('photosTitle')}
        data-testid="choose-import-photos"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file can be chosen again.
          currentTarget.value = '';
          if (file) upload.mutate(file);
        }}
      />
      <FormError error={upload.error} />
    </div>
  );
}
