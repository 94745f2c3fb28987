import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  changeReferenceProposal,
  type consoleBaseAmounts,
  proposeReferenceChange,
  REFERENCE_REASON,
  type ReferenceProposal,
} from '#shared/api/console/reference-proposals.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { dayText } from '#shared/time/tashkent.ts';
import { call } from '#client/lib/api-client.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { ListLead } from '#client/ui/data-table/cells.tsx';
import { DataTable, type Column } from '#client/ui/data-table/data-table.tsx';
import { DateField } from '#client/ui/date-field.tsx';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { MoneyField } from '#client/ui/money-field.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { ReferenceHistory } from './history.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { BASE_AMOUNTS_KEY, baseAmountsQuery } from './reference-queries.ts';
import css from './console-reference.module.css';

type AmountRow = Awaited<ReturnType<typeof call<typeof consoleBaseAmounts>>>['items'][number];

const COLOURS = { past: 'info', 'in-force': 'success', coming: 'warning' } as const;

/** /console/base-amounts: base calculation amounts by date, and what is proposed. */
export function BaseAmountsPage() {
  const { t } = useTranslation('console-reference');
  const queries = useQueryClient();
  const mayWrite = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.writeReference,
  );
  const { data, error, refetch } = useQuery(baseAmountsQuery);
  const [form, setForm] = useState<{ base: string; open: ReferenceProposal | null } | null>(null);
  const again = () => {
    void queries.invalidateQueries({ queryKey: BASE_AMOUNTS_KEY });
    void queries.invalidateQueries({ queryKey: ['console-reference-history'] });
  };
  const open = data?.open ?? null;
  return (
    <div className={css.page}>
      <PageTitle
        aside={
          mayWrite && data && !open ? (
            <Button onClick={() => setForm({ base: data.base, open: null })}>{t('amount.propose')}</Button>
          ) : null
        }
      >
        {t('amount.title')}
      </PageTitle>
      <ListLead>{t('amount.lead')}</ListLead>
      {data && open?.content.kind === 'base-amount' ? (
        <ProposalCard
          proposal={open}
          title={t('amount.proposal')}
          onEdit={() => setForm({ base: data.base, open })}
          onChange={again}
        >
          <p>
            <strong>{formatMoney(open.content.amountTiyin)}</strong>{' '}
            {t('amount.from', { day: dayText(open.content.validFrom) })}
          </p>
        </ProposalCard>
      ) : null}
      <DataTable
        label={t('amount.title')}
        columns={useColumns()}
        rows={data?.items}
        rowKey={({ validFrom }) => validFrom}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('amount.none'), text: t('amount.lead'), icon: Coins }}
      />
      <ReferenceHistory kind="base-amount" />
      {form ? <AmountDialog {...form} onClose={() => setForm(null)} onChange={again} /> : null}
    </div>
  );
}

function useColumns(): Column<AmountRow>[] {
  const { t } = useTranslation('console-reference');
  return [
    {
      key: 'from',
      head: t('amount.since'),
      main: true,
      cell: ({ validFrom }) => dayText(validFrom),
    },
    { key: 'sum', head: t('amount.sum'), cell: ({ amountTiyin }) => formatMoney(amountTiyin) },
    {
      key: 'state',
      head: t('column.state'),
      cell: ({ state }) => <Badge colour={COLOURS[state]}>{t(`when.${state}`)}</Badge>,
    },
  ];
}

interface AmountDialogProps {
  base: string;
  open: ReferenceProposal | null;
  onClose: () => void;
  onChange: () => void;
}

function AmountDialog({ base, open, onClose, onChange }: AmountDialogProps) {
  const { t } = useTranslation('console-reference');
  const proposed = open?.content.kind === 'base-amount' ? open.content : null;
  const [sum, setSum] = useState<number | null>(proposed?.amountTiyin ?? null);
  const [day, setDay] = useState<string | null>(proposed?.validFrom ?? null);
  const [reason, setReason] = useState(open?.reason ?? '');
  const short = reason.trim().length < REFERENCE_REASON.min;
  const send = useMutation({
    mutationFn: () => {
      const content = { kind: 'base-amount' as const, amountTiyin: sum!, validFrom: day! };
      const body = { base, content, reason: reason.trim() };
      return open
        ? call(changeReferenceProposal, {
            params: { proposalId: open.id },
            body: { ...body, version: open.version },
          })
        : call(proposeReferenceChange, { body });
    },
    onSuccess: () => {
      notify('success', t('amount.sent'));
      onClose();
    },
    onSettled: onChange,
  });
  return (
    <FormDialog
      title={t('amount.propose')}
      confirm={t(open ? 'verb.change' : 'amount.send')}
      busy={send.isPending}
      error={send.error}
      onSubmit={() => send.mutate()}
      onClose={onClose}
    >
      <MoneyField
        label={t('amount.sum')}
        tiyin={sum}
        onChange={setSum}
        problem={!sum ? t('required') : null}
      />
      <DateField
        label={t('amount.since')}
        value={day}
        onChange={setDay}
        problem={!day ? t('required') : null}
      />
      <TextField
        label={t('reason')}
        maxLength={REFERENCE_REASON.max}
        value={reason}
        problem={short ? t('reasonShort', { count: REFERENCE_REASON.min }) : null}
        onChange={({ target }) => setReason(target.value)}
      />
      <Muted>{t('amount.second')}</Muted>
    </FormDialog>
  );
}
