import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Award, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  arrangeFeatures,
  consoleFeaturedLots,
  type ConsoleFeature,
} from '#shared/api/console/console-featured-lots.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { SortableList } from '#client/entities/dictionary/sortable-list.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { recovering } from '#client/lib/recover.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { NotRead } from '#client/ui/not-read.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { FeatureDialog } from './feature-dialog.tsx';
import writing from '#client/ui/writing.module.css';
import css from './console-featured.module.css';

const COLOURS = { shown: 'success', planned: 'primary', paused: 'warning', over: 'info' } as const;

/** Lots that staff put forward on the first page, in their order, and those whose time is over. */
export function FeaturedPage() {
  const { t } = useTranslation(['featured', 'staff']);
  const queries = useQueryClient();
  const mayWrite = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.writeReference,
  );
  const { data, error, refetch } = useQuery({
    queryKey: ['console-featured'],
    queryFn: ({ signal }) => call(consoleFeaturedLots, { signal }),
    ...recovering(),
  });
  const [opened, setOpened] = useState<ConsoleFeature | 'new' | null>(null);
  const arrange = useMutation({
    mutationFn: (body: { before: number[]; after: number[] }) => call(arrangeFeatures, { body }),
    // Not retried: the list shows the order that is stored, and the reason.
    onSettled: () => queries.invalidateQueries({ queryKey: ['console-featured'] }),
  });
  const reload = async (id: number) => {
    const { data: now } = await refetch();
    setOpened(now?.find((feature) => feature.id === id) ?? null);
  };
  const current = data?.filter(({ state }) => state !== 'over') ?? [];
  const over = data?.filter(({ state }) => state === 'over') ?? [];
  const byId = new Map(current.map((feature) => [feature.id, feature]));
  // The new order is shown while it is being stored.
  const shown = arrange.isPending ? arrange.variables.after.flatMap((id) => byId.get(id) ?? []) : current;
  const title = t('staff:page.featured-lots');
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
      {data && current.length === 0 ? (
        <EmptyState icon={Award} title={t('none')} text={t('noneText')} />
      ) : null}
      <SortableList
        label={title}
        items={shown}
        idOf={({ id }) => id}
        nameOf={({ lot }) => lot.number}
        onArrange={
          mayWrite && !arrange.isPending
            ? (after) => arrange.mutate({ before: current.map(({ id }) => id), after })
            : null
        }
      >
        {(feature) => <Row feature={feature} onOpen={() => setOpened(feature)} mayWrite={mayWrite} />}
      </SortableList>
      {over.length > 0 ? (
        <details className={css.over}>
          <summary>{t('overTitle')}</summary>
          <ul>
            {over.map((feature) => (
              <li key={feature.id}>
                <Row feature={feature} onOpen={null} mayWrite={false} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {opened === null ? null : (
        <FeatureDialog
          // Another version begins with its own dates.
          key={opened === 'new' ? 'new' : `${opened.id} ${opened.version}`}
          feature={opened === 'new' ? null : opened}
          mayWrite={mayWrite}
          reload={(id) => void reload(id)}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

interface RowProps {
  feature: ConsoleFeature;
  mayWrite: boolean;
  onOpen: (() => void) | null;
}

function Row({ feature: { lot, fromMs, untilMs, state }, mayWrite, onOpen }: RowProps) {
  const { t } = useTranslation('featured');
  const localized = useLocalized();
  return (
    <div className={writing.line}>
      <span className={css.name}>
        <Link to={paths.lotView(lot.id)}>{localized(lot.title)}</Link>
        <span className={writing.small}>№ {lot.number}</span>
        <span className={writing.small}>
          {formatDateTimeShort(fromMs)} – {formatDateTimeShort(untilMs)}
        </span>
      </span>
      <Badge colour={COLOURS[state]}>{t(`state.${state}`)}</Badge>
      {onOpen ? (
        <Button
          variant="default"
          size="md"
          aria-label={`${t(mayWrite ? 'edit' : 'open')}: ${lot.number}`}
          onClick={onOpen}
        >
          {t(mayWrite ? 'edit' : 'open')}
        </Button>
      ) : null}
    </div>
  );
}
