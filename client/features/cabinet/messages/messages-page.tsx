import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, CheckCheck, MailOpen } from 'lucide-react';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { MessageView } from '#shared/api/cabinet/notifications.ts';
import { paths } from '#client/lib/paths.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';
import { Button } from '#client/ui/button.tsx';
import { useTableQuery } from '#client/ui/data-table/table-query.ts';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState, useErrorText } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Pagination } from '#client/ui/pagination.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { MessageItem } from './message-item.tsx';
import {
  MESSAGES_PAGE_SIZE,
  messagesQuery,
  refreshMessages,
  useReadAll,
  useReadMessage,
  type MessagesState,
} from './message-queries.ts';
import css from './messages.module.css';

const ROW_HEIGHT_PX = 104;
/** More than a phone shows at once. */
const FIRST_ROWS = 6;

/** The person's messages, newest first; new ones appear by themselves. */
export function MessagesPage() {
  const { t, i18n } = useTranslation('messages');
  const queries = useQueryClient();
  const { page, filters, choose, pageTo } = useTableQuery(['state']);
  const state: MessagesState = filters.state === 'unread' ? 'unread' : 'all';
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...messagesQuery(state, page, i18n.language),
    placeholderData: keepPreviousData,
  });
  usePersonUpdates('messages', () => refreshMessages(queries));

  return (
    <>
      <PageTitle
        aside={
          <Link className={css.settings} to={paths.profile('notification-settings')}>
            <Bell size={18} aria-hidden />
            <span className={css.wide}>{t('settings')}</span>
          </Link>
        }
      >
        {t('title')}
      </PageTitle>
      <div className={css.tools}>
        <div className={css.states} role="group" aria-label={t('list')}>
          {(['all', 'unread'] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === state}
              onClick={() => choose({ state: each === 'all' ? '' : each })}
            >
              {t(`tabs.${each}`)}
              {each === 'unread' && data && data.unread > 0 ? <b>{data.unread}</b> : null}
            </button>
          ))}
        </div>
        <ExportLinks list="messages" filters={{ state: state === 'all' ? '' : state }} />
        <ReadAll newest={page === 1 ? data?.items[0] : undefined} unread={data?.unread ?? 0} />
      </div>
      {data ? (
        <div className={css.whole} aria-busy={isPlaceholderData} data-stale={isPlaceholderData}>
          <List items={data.items} state={state} onShowAll={() => choose({ state: '' })} />
          <Pagination page={page} count={Math.ceil(data.total / MESSAGES_PAGE_SIZE)} to={pageTo} />
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={css.list} aria-busy="true">
          {Array.from({ length: 5 }, (_, at) => (
            <Skeleton key={at} height={ROW_HEIGHT_PX} radius={0} />
          ))}
        </div>
      )}
    </>
  );
}

interface ListProps {
  items: readonly MessageView[];
  state: MessagesState;
  onShowAll: () => void;
}

function List({ items, state, onShowAll }: ListProps) {
  const { t } = useTranslation('messages');
  const read = useReadMessage();
  // Those below the window come in small pieces, between which a slow phone shows the first ones and answers a touch.
  const shown = useDeferredValue(items, items.slice(0, FIRST_ROWS));
  if (items.length > 0)
    return (
      <ul className={css.list} aria-label={t('list')}>
        {shown.map((message) => (
          <MessageItem key={message.id} message={message} onRead={read} />
        ))}
      </ul>
    );
  if (state === 'all') return <EmptyState icon={MailOpen} title={t('empty.title')} text={t('empty.text')} />;
  return (
    <EmptyState icon={MailOpen} title={t('emptyUnread.title')} text={t('emptyUnread.text')}>
      <Button variant="default" onClick={onShowAll}>
        {t('showAll')}
      </Button>
    </EmptyState>
  );
}

/** @param newest the newest message on the screen: one that comes meanwhile stays unread */
function ReadAll({ newest, unread }: { newest: MessageView | undefined; unread: number }) {
  const { t } = useTranslation('messages');
  const text = useErrorText();
  const { mutate, isPending } = useReadAll();
  return (
    <Button
      variant="default"
      leftSection={<CheckCheck size={18} aria-hidden />}
      disabled={!newest || unread === 0}
      loading={isPending}
      onClick={() =>
        newest &&
        mutate(newest.id, {
          onSuccess: () => notify('success', t('readAllDone')),
          onError: (error) => notify('error', text(error)),
        })
      }
    >
      <span className={css.wide}>{t('readAll')}</span>
    </Button>
  );
}
