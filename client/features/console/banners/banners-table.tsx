import { Megaphone, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BANNER_STATES, consoleBanners, type ConsoleBanner } from '#shared/api/console/console-banners.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { BANNER_PLACES } from '#shared/content/banners.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { ListScreen } from '#client/ui/staff-list/list-screen.tsx';
import { BannerDialog } from './banner-dialog.tsx';

const COLOURS = { shown: 'success', planned: 'primary', over: 'info', hidden: 'warning' } as const;

/** /console/banners: announcements above the pages of the site, hidden, future and past ones too. */
export function BannersTable() {
  const { t } = useTranslation(['console-banners', 'staff']);
  const mayWrite = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.writeReference,
  );
  const [opened, setOpened] = useState<ConsoleBanner | 'new' | null>(null);
  const list = useListPage({
    name: 'console-banners',
    filters: ['state', 'place'],
    read: ({ page, size, filters: { state, place }, signal }) =>
      call(consoleBanners, {
        query: {
          page,
          size,
          ...chosen({ state: oneOf(BANNER_STATES, state), place: oneOf(BANNER_PLACES, place) }),
        },
        signal,
      }),
  });
  const columns = useColumns(mayWrite, setOpened);
  const newer =
    opened === null || opened === 'new'
      ? undefined
      : list.data?.items.find(({ id, version }) => id === opened.id && version > opened.version);
  return (
    <ListScreen
      list={list}
      title={t('staff:page.banners')}
      aside={
        mayWrite ? (
          <Button size="md" leftSection={<Plus size={18} aria-hidden />} onClick={() => setOpened('new')}>
            {t('add')}
          </Button>
        ) : null
      }
      count={list.data && t('count', { count: formatCount(list.data.total) })}
      lead={t('lead')}
      tools={
        <>
          <ChoiceFilter
            list={list}
            name="state"
            label={t('column.state')}
            options={BANNER_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
          />
          <ChoiceFilter
            list={list}
            name="place"
            label={t('column.place')}
            options={BANNER_PLACES.map((value) => ({ value, label: t(`place.${value}`) }))}
          />
        </>
      }
      exports={<ExportLinks staff list="console-banners" filters={list.filters} />}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ title: t('empty'), text: t('emptyText'), icon: Megaphone }}
    >
      {opened === null ? null : (
        <BannerDialog
          // Another version begins with its own words.
          key={opened === 'new' ? 'new' : opened.version}
          banner={opened === 'new' ? null : opened}
          mayWrite={mayWrite}
          reload={newer ? () => setOpened(newer) : null}
          onChange={list.again}
          onClose={() => setOpened(null)}
        />
      )}
    </ListScreen>
  );
}

function useColumns(mayWrite: boolean, onOpen: (banner: ConsoleBanner) => void): Column<ConsoleBanner>[] {
  const { t } = useTranslation('console-banners');
  const localized = useLocalized();
  return [
    {
      key: 'words',
      head: t('column.words'),
      main: true,
      cell: ({ words, link }) => (
        <Stacked start>
          {localized(words)}
          {link === null ? null : <small>{link}</small>}
        </Stacked>
      ),
    },
    { key: 'place', head: t('column.place'), cell: ({ place }) => t(`place.${place}`) },
    {
      key: 'time',
      head: t('column.time'),
      cell: ({ fromMs, untilMs }) =>
        t('days', { from: formatDateTimeShort(fromMs), until: formatDateTimeShort(untilMs) }),
    },
    {
      key: 'state',
      head: t('column.state'),
      cell: ({ state }) => <Badge colour={COLOURS[state]}>{t(`state.${state}`)}</Badge>,
    },
    {
      key: 'actions',
      head: t('column.actions'),
      cell: (banner) => (
        <Button
          size="sm"
          variant="default"
          aria-label={`${t(mayWrite ? 'edit' : 'open')}: ${localized(banner.words)}`}
          onClick={() => onOpen(banner)}
        >
          {t(mayWrite ? 'edit' : 'open')}
        </Button>
      ),
    },
  ];
}
