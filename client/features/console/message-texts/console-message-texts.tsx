import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { consoleMessageTexts, type MessageTextSummary } from '#shared/api/console/console-message-texts.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { MESSAGE_TOPICS, TOPIC_OF } from '#shared/notifications/topics.ts';
import type { TemplateName } from '#shared/notifications/templates.ts';
import { call } from '#client/lib/api-client.ts';
import { paths } from '#client/lib/paths.ts';
import { recovering } from '#client/lib/recover.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { NotRead } from '#client/ui/not-read.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { InputField } from '#client/ui/input-field.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { MessageTextEditor } from './message-text-editor.tsx';
import writing from '#client/ui/writing.module.css';
import layout from '#client/ui/layout.module.css';
import css from './message-texts.module.css';

const isTemplate = (item: string | null): item is TemplateName =>
  item !== null && Object.hasOwn(TOPIC_OF, item);

/** Words of messages for staff: all messages, or the one that is named in the address. */
export function ConsoleMessageTexts() {
  const [search] = useSearchParams();
  const mayWrite = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.writeReference,
  );
  const item = search.get('item');
  return isTemplate(item) ? (
    <MessageTextEditor key={item} template={item} mayWrite={mayWrite} />
  ) : (
    <AllMessages />
  );
}

function AllMessages() {
  const { t, i18n } = useTranslation(['console-message-texts', 'staff', 'messages']);
  const [wanted, setWanted] = useState('');
  const { data, error, refetch } = useQuery({
    // Titles come in the language of the page.
    queryKey: ['console-message-texts', i18n.language],
    queryFn: ({ signal }) => call(consoleMessageTexts, { signal }),
    ...recovering(),
  });
  const part = wanted.trim().toLowerCase();
  const found = data?.filter(
    ({ title, template }) => title.toLowerCase().includes(part) || template.includes(part),
  );
  return (
    <div className={writing.page}>
      <PageTitle>{t('staff:page.message-texts')}</PageTitle>
      <p className={writing.muted}>{t('lead')}</p>
      {data ? null : <NotRead error={error} onRetry={() => void refetch()} height={480} />}
      {found ? (
        <>
          <div className={css.search}>
            <InputField
              type="search"
              label={t('search')}
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
            />
          </div>
          {found.length === 0 ? <EmptyState title={t('nothingFound')} text={t('nothingFoundText')} /> : null}
          {MESSAGE_TOPICS.map((topic) => (
            <Topic
              key={topic}
              name={t(`messages:topic.${topic}`)}
              messages={found.filter((each) => each.topic === topic)}
            />
          ))}
        </>
      ) : null}
    </div>
  );
}

function Topic({ name, messages }: { name: string; messages: readonly MessageTextSummary[] }) {
  const { t } = useTranslation('console-message-texts');
  if (messages.length === 0) return null;
  return (
    <section className={writing.card} aria-label={name}>
      <h2>{name}</h2>
      <ul className={`${writing.list} ${css.messages}`}>
        {messages.map(({ template, title, changed }) => (
          <li key={template}>
            <Link className={writing.name} to={`${paths.console('message-texts')}?item=${template}`}>
              {title}
            </Link>
            <span className={layout.mutedSmall}>{template}</span>
            {changed ? <Badge colour="primary">{t('changedBadge')}</Badge> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
