import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { NUMBER_END_DIGITS, refusedAttempts, type RefusedAttempt } from '#shared/api/console/person-trail.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { ReceiptLink } from '#client/entities/attempt/receipt-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { ListLead, Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { chosen, useListPage } from '#client/ui/data-table/list-page.ts';
import { DateField } from '#client/ui/date-field.tsx';
import { Form } from '#client/ui/form.tsx';
import { InputField } from '#client/ui/input-field.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { StaffListTable } from '#client/ui/staff-list/staff-table.tsx';
import css from './person-trail.module.css';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const digitsOf = (text: string) => text.replace(/\D/g, '').slice(0, NUMBER_END_DIGITS.max);

/** /console/refused-attempts: "I was refused at 10:04, my number ends in 90" leads to that attempt and to its person. */
export function AttemptsPage() {
  const { t } = useTranslation('console-trail');
  const columns = useAttemptColumns();
  const list = useListPage({
    name: 'console-refused-attempts',
    filters: ['day', 'time', 'ends', 'lot'],
    read: async ({ page, size, filters: { day, time, ends, lot }, signal }) => {
      // Nothing is looked up, and no search is recorded, before a minute was named.
      if (!TIME.test(time)) return { items: [], total: 0, page, size };
      return call(refusedAttempts, {
        query: {
          day: day || tashkentDay(Date.now()),
          time,
          page,
          size,
          ...chosen({
            ends: ends.length < NUMBER_END_DIGITS.min ? '' : digitsOf(ends),
            lot: /^[1-9]\d{0,14}$/.test(lot) ? Number(lot) : undefined,
          }),
        },
        signal,
      });
    },
  });
  return (
    <>
      <PageTitle>{t('attempts.title')}</PageTitle>
      <ListLead>{t('attempts.lead')}</ListLead>
      <Search
        // Another address, as a saved view has it, begins with its own values.
        key={JSON.stringify(list.filters)}
        filters={list.filters}
        onSearch={list.choose}
      />
      {TIME.test(list.filters.time) ? (
        <StaffListTable
          list={list}
          label={t('attempts.title')}
          columns={columns}
          rowKey={({ bidId, atMs }) => `${bidId}-${atMs}`}
          empty={{ title: t('attempts.none'), text: t('attempts.noneText') }}
        />
      ) : null}
    </>
  );
}

interface SearchProps {
  filters: Readonly<Record<'day' | 'time' | 'ends' | 'lot', string>>;
  onSearch: (filters: Record<'day' | 'time' | 'ends' | 'lot', string>) => void;
}

function Search({ filters, onSearch }: SearchProps) {
  const { t } = useTranslation('console-trail');
  const [day, setDay] = useState<string | null>(() => filters.day || tashkentDay(Date.now()));
  const [time, setTime] = useState(filters.time);
  const [ends, setEnds] = useState(filters.ends);
  const [lot, setLot] = useState(filters.lot);
  const at = time.trim();
  const submit = () => {
    if (day !== null) onSearch({ day, time: at, ends, lot });
  };
  return (
    <Form role="search" aria-label={t('attempts.title')} className={css.search} onSubmit={submit}>
      <DateField label={t('attempts.day')} value={day} onChange={setDay} />
      <InputField
        label={t('attempts.time')}
        problem={TIME.test(at) ? null : t('attempts.timeWrong')}
        inputMode="numeric"
        placeholder="10:04"
        maxLength={5}
        value={time}
        onChange={({ target }) => setTime(target.value)}
      />
      <InputField
        label={t('attempts.ends')}
        inputMode="numeric"
        placeholder="90"
        value={ends}
        onChange={({ target }) => setEnds(digitsOf(target.value))}
      />
      <InputField
        label={t('attempts.lot')}
        inputMode="numeric"
        maxLength={15}
        value={lot}
        onChange={({ target }) => setLot(target.value.replace(/\D/g, ''))}
      />
      <Button type="submit" size="md">
        {t('attempts.go')}
      </Button>
    </Form>
  );
}

/** What else the person tried on that day. */
const trailOfDay = (personId: string, day: string): string =>
  `${paths.consoleAccount(personId)}/trail?kind=attempt&from=${day}&to=${day}`;

function useAttemptColumns(): Column<RefusedAttempt>[] {
  const { t } = useTranslation(['console-trail', 'console']);
  return [
    {
      key: 'person',
      head: t('column.person'),
      main: true,
      cell: ({ person, bidderNumber, atMs }) => (
        <Stacked start>
          <Link to={trailOfDay(person.id, tashkentDay(atMs))}>{person.name || person.id}</Link>
          <small>{t('participant', { number: bidderNumber })}</small>
        </Stacked>
      ),
    },
    { key: 'at', head: t('column.at'), cell: ({ atMs }) => formatDateTime(atMs, { seconds: true }) },
    {
      key: 'reason',
      head: t('column.state'),
      cell: ({ verdict, reason }) => (
        <Stacked start>
          {t(`verdict.${verdict}`)}
          {reason === null ? null : <small>{t(`console:refusal.${reason}`, { defaultValue: reason })}</small>}
        </Stacked>
      ),
    },
    {
      key: 'amount',
      head: t('column.amount'),
      end: true,
      cell: ({ amountTiyin }) =>
        amountTiyin === null ? '—' : <MoneyText tiyin={amountTiyin} size="small" />,
    },
    {
      key: 'lot',
      head: t('column.about'),
      cell: ({ lotId }) => (
        <Stacked start>
          <Link to={paths.lotView(lotId)}>{t('lot', { number: lotId })}</Link>
          <small>
            <Link to={paths.consoleRoom(lotId, 'attempts')}>{t('room')}</Link>
          </small>
        </Stacked>
      ),
    },
    {
      key: 'bid',
      head: t('column.bid'),
      cell: ({ person, lotId, bidId, amountTiyin }) => (
        <Stacked start>
          <code>{bidId}</code>
          {amountTiyin === null ? null : <ReceiptLink personId={person.id} lotId={lotId} bidId={bidId} />}
        </Stacked>
      ),
    },
  ];
}
