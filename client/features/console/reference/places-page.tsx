import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsolePlace, ConsoleRegion } from '#shared/api/console/console-reference.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { ListLead, Stacked } from '#client/ui/data-table/cells.tsx';
import { DataTable, type Column } from '#client/ui/data-table/data-table.tsx';
import { SelectField } from '#client/ui/field.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import layout from '#client/ui/layout.module.css';
import { ReferenceHistory } from './history.tsx';
import { PlaceDialog, type PlaceWish } from './place-dialog.tsx';
import { PLACES_KEY, placesQuery } from './reference-queries.ts';
import css from './console-reference.module.css';

/** /console/places: regions with their districts and towns. */
export function PlacesPage() {
  const { t } = useTranslation('console-reference');
  const localized = useLocalized();
  const queries = useQueryClient();
  const mayWrite = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.writeReference,
  );
  const { data, error, refetch } = useQuery(placesQuery);
  const [chosen, setChosen] = useState('');
  const [wish, setWish] = useState<PlaceWish | null>(null);
  const region = data?.items.find(({ id }) => String(id) === chosen) ?? data?.items[0];
  const changed = (places: { items: ConsoleRegion[] }) => {
    queries.setQueryData(PLACES_KEY, places);
    // Lists of the site that this tab has read.
    for (const name of ['regions', 'areas', 'console-reference-history'])
      void queries.invalidateQueries({ queryKey: [name] });
  };
  return (
    <div className={css.page}>
      <PageTitle>{t('place.title')}</PageTitle>
      <ListLead>{t('place.lead')}</ListLead>
      <div className={css.head}>
        <SelectField
          label={t('place.region')}
          value={region ? String(region.id) : ''}
          onChange={setChosen}
          options={(data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: localized(name) }))}
        />
        {mayWrite && region ? (
          <div className={layout.row2}>
            <Button variant="default" onClick={() => setWish({ kind: 'rename-region', region })}>
              {t('place.renameRegion')}
            </Button>
            <Button onClick={() => setWish({ kind: 'add', region })}>{t('place.add')}</Button>
          </div>
        ) : null}
      </div>
      <DataTable
        label={t('place.areas')}
        columns={useColumns(mayWrite, setWish)}
        rows={data && (region?.areas ?? [])}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('place.none'), text: t('place.lead'), icon: MapPin }}
      />
      <ReferenceHistory kind="place" />
      {wish ? <PlaceDialog wish={wish} onClose={() => setWish(null)} onChange={changed} /> : null}
    </div>
  );
}

function useColumns(mayWrite: boolean, onAct: (wish: PlaceWish) => void): Column<ConsolePlace>[] {
  const { t } = useTranslation('console-reference');
  return [
    { key: 'uz', head: t('place.uz'), main: true, cell: ({ name }) => name.uz },
    {
      key: 'names',
      head: t('place.names'),
      cell: ({ name }) => (
        <Stacked>
          {name.ru}
          <small>
            {name['uz-Cyrl']} · {name.en}
          </small>
        </Stacked>
      ),
    },
    { key: 'soato', head: t('place.soato'), cell: ({ soato }) => soato ?? '—' },
    {
      key: 'state',
      head: t('column.state'),
      cell: ({ hidden }) => (
        <Badge colour={hidden ? 'info' : 'success'}>{t(hidden ? 'place.hidden' : 'place.offered')}</Badge>
      ),
    },
    ...(mayWrite
      ? [
          {
            key: 'actions',
            head: t('column.actions'),
            wide: true,
            cell: (area: ConsolePlace) => (
              <span className={layout.row2}>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`${t('place.rename')}: ${area.name.uz}`}
                  onClick={() => onAct({ kind: 'rename', area })}
                >
                  {t('place.rename')}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`${t(area.hidden ? 'place.show' : 'place.hide')}: ${area.name.uz}`}
                  onClick={() => onAct({ kind: area.hidden ? 'show' : 'hide', area })}
                >
                  {t(area.hidden ? 'place.show' : 'place.hide')}
                </Button>
              </span>
            ),
          },
        ]
      : []),
  ];
}
