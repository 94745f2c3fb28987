import { useQuery } from '@tanstack/react-query';
import { MessageSquareReply, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { contactTemplates, type ContactTemplate } from '#shared/api/console/contact-templates.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { wordsIn } from '#shared/notifications/own-texts.ts';
import { call } from '#client/lib/api-client.ts';
import { currentLanguage } from '#client/i18n/i18n.ts';
import { paths } from '#client/lib/paths.ts';
import { recovering } from '#client/lib/recover.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { Badge } from '#client/ui/badge.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { NotRead } from '#client/ui/not-read.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { ContactTemplateEditor } from './contact-template-editor.tsx';
import writing from '#client/ui/writing.module.css';
import css from './contact-templates.module.css';

const pathOf = (item: string) => `${paths.console('contact-templates')}?item=${item}`;

/** Templates of answers to messages: all of them, or the one that is named in the address. */
export function ContactTemplates() {
  const { t } = useTranslation(['console-contact', 'staff']);
  const [search] = useSearchParams();
  const mayWrite = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.writeReference,
  );
  const { data, error, refetch } = useQuery({
    queryKey: ['contact-templates', 'edited'],
    queryFn: ({ signal }) => call(contactTemplates, { signal }),
    // What is being edited must not change while somebody types; a save against an old version is refused.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    ...recovering(),
  });
  const [reloads, setReloads] = useState(0);
  const item = search.get('item');
  const chosen = data?.find(({ id }) => id === item);
  if (chosen || (item === 'new' && mayWrite))
    return (
      <ContactTemplateEditor
        key={`${item} ${reloads}`}
        template={chosen ?? null}
        mayWrite={mayWrite}
        reload={() => void refetch().then(() => setReloads((count) => count + 1))}
      />
    );
  return (
    <div className={writing.page}>
      <PageTitle
        aside={
          mayWrite ? (
            <ButtonLink to={pathOf('new')} size="md" leftSection={<Plus size={18} aria-hidden />}>
              {t('templates.add')}
            </ButtonLink>
          ) : null
        }
      >
        {t('staff:page.contact-templates')}
      </PageTitle>
      <p className={writing.muted}>{t('templates.lead')}</p>
      {data ? null : <NotRead error={error} onRetry={() => void refetch()} height={320} />}
      {data?.length === 0 ? (
        <EmptyState icon={MessageSquareReply} title={t('templates.none')} text={t('templates.noneText')} />
      ) : null}
      {data && data.length > 0 ? <TemplateList templates={data} /> : null}
    </div>
  );
}

/** Those that are offered first. */
function TemplateList({ templates }: { templates: readonly ContactTemplate[] }) {
  const { t } = useTranslation(['console-contact', 'staff']);
  return (
    <ul className={`${writing.list} ${css.templates}`} aria-label={t('staff:page.contact-templates')}>
      {templates
        .toSorted((a, b) => Number(a.retired) - Number(b.retired))
        .map(({ id, texts, retired }) => {
          const { title, text } = wordsIn(texts, currentLanguage());
          return (
            <li key={id}>
              <Link className={writing.name} to={pathOf(id)}>
                {title}
              </Link>
              {retired ? <Badge colour="info">{t('templates.retired')}</Badge> : null}
              <p className={writing.muted}>{text}</p>
            </li>
          );
        })}
    </ul>
  );
}
