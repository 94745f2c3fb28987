import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { HeartHandshake, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  arrangePartners,
  consolePartners,
  type ConsolePartner,
} from '#shared/api/console/console-partners.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { dayText } from '#shared/time/tashkent.ts';
import { SortableList } from '#client/entities/dictionary/sortable-list.tsx';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { NotRead } from '#client/ui/not-read.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { PartnerDialog } from './partner-dialog.tsx';
import writing from '#client/ui/writing.module.css';
import css from './console-partners.module.css';

const COLOURS = { shown: 'success', planned: 'primary', over: 'info', hidden: 'warning' } as const;

/** Partners of the first page in their order, future and hidden ones too. */
export function PartnersPage() {
  const { t, i18n } = useTranslation(['partners', 'staff']);
  const localized = useLocalized();
  const queries = useQueryClient();
  const mayWrite = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.writeReference,
  );
  const { data, error, refetch } = useQuery({
    queryKey: ['console-partners'],
    queryFn: ({ signal }) => call(consolePartners, { signal }),
    ...recovering(),
  });
  const [opened, setOpened] = useState<number | 'new' | null>(null);
  const arrange = useMutation({
    mutationFn: (body: { before: number[]; after: number[] }) => call(arrangePartners, { body }),
    // Not retried: the list shows the order that is stored, and the reason.
    onSettled: () => queries.invalidateQueries({ queryKey: ['console-partners'] }),
  });
  const byId = new Map(data?.map((partner) => [partner.id, partner]));
  // The new order is shown while it is being stored.
  const shown = arrange.isPending
    ? arrange.variables.after.flatMap((id) => byId.get(id) ?? [])
    : (data ?? []);
  const close = () => {
    setOpened(null);
    // A logo may have come or gone.
    void queries.invalidateQueries({ queryKey: ['console-partners'] });
  };
  const title = t('staff:page.partners');
  const days = ({ from, until }: ConsolePartner) =>
    from === null && until === null
      ? t('always')
      : t('days', { from: from ? dayText(from) : '…', until: until ? dayText(until) : '…' });
  return (
    <div className={writing.page}>
      <PageTitle
        aside={
          mayWrite ? (
            <Button size="md" leftSection={<Plus size={18} aria-hidden />} onClick={() => setOpened('new')}>
              {t('add')}
            </Button>
          ) : null
        }
      >
        {title}
      </PageTitle>
      <p className={writing.muted}>{t('lead')}</p>
      <FormError error={arrange.error} />
      {data ? null : <NotRead error={error} onRetry={() => void refetch()} height={320} />}
      {data?.length === 0 ? (
        <EmptyState icon={HeartHandshake} title={t('none')} text={t('noneText')} />
      ) : null}
      <SortableList
        label={title}
        items={shown}
        idOf={({ id }) => id}
        nameOf={({ name }) => localized(name)}
        onArrange={
          mayWrite && data && !arrange.isPending
            ? (after) => arrange.mutate({ before: data.map(({ id }) => id), after })
            : null
        }
      >
        {(partner) => (
          <div className={writing.line}>
            <img className={css.logo} src={`${partner.logo}?lang=${i18n.language}`} alt="" loading="lazy" />
            <span className={css.name}>
              {localized(partner.name)}
              <span className={writing.small}>{partner.url}</span>
              <span className={writing.small}>{days(partner)}</span>
            </span>
            <Badge colour={COLOURS[partner.state]}>{t(`state.${partner.state}`)}</Badge>
            <Button
              variant="default"
              size="md"
              aria-label={`${t(mayWrite ? 'edit' : 'open')}: ${localized(partner.name)}`}
              onClick={() => setOpened(partner.id)}
            >
              {t(mayWrite ? 'edit' : 'open')}
            </Button>
          </div>
        )}
      </SortableList>
      {opened === null ? null : (
        <PartnerDialog
          key={opened}
          partner={opened === 'new' ? null : (byId.get(opened) ?? null)}
          mayWrite={mayWrite}
          onCreated={setOpened}
          onClose={close}
        />
      )}
    </div>
  );
}
