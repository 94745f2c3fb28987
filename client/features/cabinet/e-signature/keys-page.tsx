import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  addKey,
  keyChallenge,
  removeKey,
  signatureKeys,
  type SignatureKey,
} from '#shared/api/cabinet/signatures.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateShort, formatDateTimeShort } from '#client/lib/format/date.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { DataTable, type Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { SignDocument, type Signable } from './sign-document.tsx';
import css from './e-signature.module.css';

const KEYS = ['e-signature-keys'];

/** A challenge replaces the document: signing it proves that the key is here. */
async function challenge(): Promise<Signable> {
  const { challengeBase64 } = await call(keyChallenge);
  return {
    base64: challengeBase64,
    finish: async (pkcs7) => {
      const answer = await call(addKey, { body: { pkcs7 } });
      return answer.outcome === 'added' ? { outcome: 'done' } : answer;
    },
  };
}

const time = (iso: string): number => Date.parse(iso);

function columnsOf(
  t: TFunction<'e-signature'>,
  onRemove: (key: SignatureKey) => void,
): Column<SignatureKey>[] {
  return [
    {
      key: 'owner',
      head: t('keys.column.owner'),
      main: true,
      cell: ({ owner, kind, pinfl, tin, serial }) => (
        <>
          {owner}
          <span className={css.sub}>
            {kind === 'legal'
              ? `${t('sign.tin', { tin })} · ${t('keys.legal')}`
              : t('sign.number', { pinfl })}
          </span>
          <span className={css.sub}>{t('keys.serial', { serial })}</span>
        </>
      ),
    },
    {
      key: 'validity',
      head: t('keys.column.validity'),
      cell: ({ validFrom, validTo }) =>
        `${formatDateShort(time(validFrom))} – ${formatDateShort(time(validTo))}`,
    },
    {
      key: 'status',
      head: t('keys.column.status'),
      cell: ({ status }) => (
        <span className={css.tag} data-tone={status === 'valid' ? 'good' : 'bad'}>
          {t(`keys.status.${status}`)}
        </span>
      ),
    },
    {
      key: 'used',
      head: t('keys.column.used'),
      cell: ({ lastUsedAt }) => (lastUsedAt ? formatDateTimeShort(time(lastUsedAt)) : t('keys.never')),
    },
    {
      key: 'action',
      head: t('keys.column.action'),
      cell: (key) => (
        <button type="button" className={css.linkButton} data-danger onClick={() => onRemove(key)}>
          {t('keys.remove')}
        </button>
      ),
    },
  ];
}

/** /profile/e-signature-keys: keys that have signed for me, adding one, removing one that was lost. */
export function KeysPage() {
  const { t } = useTranslation('e-signature');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<SignatureKey | null>(null);
  const { data, error, refetch } = useQuery({ queryKey: KEYS, queryFn: () => call(signatureKeys) });
  const refresh = () => void queries.invalidateQueries({ queryKey: KEYS });
  const remove = useMutation({
    mutationFn: ({ serial }: SignatureKey) => call(removeKey, { body: { serial } }),
    onSuccess: () => {
      notify('success', t('keys.removed'));
      setRemoving(null);
      refresh();
    },
    onError: (problem) => notify('error', errorText(problem)),
  });

  const columns = columnsOf(t, setRemoving);

  const addButton = (
    <Button size="md" leftSection={<Plus size={18} aria-hidden />} onClick={() => setAdding(true)}>
      {t('keys.add')}
    </Button>
  );
  return (
    <div className={css.page}>
      <PageTitle aside={data && data.length > 0 ? addButton : null}>{t('keys.title')}</PageTitle>
      <p className={css.lead}>{t('keys.lead')}</p>
      <TableTools
        list={{ bare: data?.length === 0 }}
        exports={<ExportLinks list="signature-keys" filters={{}} />}
      />
      <DataTable
        label={t('keys.title')}
        columns={columns}
        rows={data}
        rowKey={({ serial }) => serial}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('keys.none'), text: t('keys.noneText'), icon: KeyRound, children: addButton }}
      />
      <SignDocument
        opened={adding}
        title={t('keys.addTitle')}
        done={{ title: t('keys.added'), text: t('keys.addedText') }}
        make={challenge}
        onSigned={refresh}
        onClose={() => setAdding(false)}
      />
      <ConfirmDialog
        opened={removing !== null}
        title={t('keys.removeTitle')}
        confirm={t('keys.remove')}
        cancel={t('sign.cancel')}
        danger
        busy={remove.isPending}
        onConfirm={() => removing && remove.mutate(removing)}
        onCancel={() => setRemoving(null)}
      >
        {removing ? t('keys.removeText', { owner: removing.owner, serial: removing.serial }) : null}
      </ConfirmDialog>
    </div>
  );
}
