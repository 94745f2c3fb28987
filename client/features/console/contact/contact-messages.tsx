import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Check, Mail, Reply } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  answeredContactMessage,
  contactMessages,
  type ContactMessageView,
} from '#shared/api/console/console-contact.ts';
import { dynamicList } from '#shared/api/site/reference.ts';
import { showPhone } from '#shared/validation/phone.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Button } from '#client/ui/button.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { StaffListTable } from '#client/ui/staff-list/staff-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { notify } from '#client/ui/toasts.tsx';
import layout from '#client/ui/layout.module.css';
import { AnswerDialog } from './answer-dialog.tsx';
import css from './contact-messages.module.css';

const SIZE = 20;
const REFRESH_MS = 30_000;
const HOUR_MS = 3_600_000;
const KEY = 'console-contact';
const OTHER_STATES = ['answered', 'all'] as const;

/** Names of the subjects in the language of the page; the id where the list does not know it any more. */
function useSubjectName(): (id: string) => string {
  const localized = useLocalized();
  const { data } = useQuery({
    queryKey: ['contact-subjects'],
    queryFn: () => call(dynamicList, { query: { name: 'contact-subjects' } }),
    staleTime: HOUR_MS,
  });
  return (id) => {
    const found = data?.find((each) => each.id === id);
    return found ? localized(found.label) : id;
  };
}

function columnsOf(
  t: TFunction,
  subjectName: (id: string) => string,
  mayAnswer: boolean,
): Column<ContactMessageView>[] {
  return [
    {
      key: 'number',
      head: t('column.number'),
      cell: ({ number, writtenAtMs }) => (
        <>
          {t('number', { number })}
          <span className={css.small}>{formatDateTimeShort(writtenAtMs)}</span>
        </>
      ),
    },
    { key: 'from', head: t('column.from'), main: true, cell: (row) => <Sender message={row} /> },
    {
      key: 'message',
      head: t('column.message'),
      cell: ({ subject, message, language }) => (
        <>
          <strong>{subjectName(subject)}</strong>
          <p className={css.message} lang={language}>
            {message}
          </p>
        </>
      ),
    },
    {
      key: 'answer',
      head: t('column.answer'),
      cell: (row) => <Answer message={row} mayAnswer={mayAnswer} />,
    },
  ];
}

/** What people wrote to the operator, the newest first; staff answer from here, or by mail or phone and mark it. Auditors only read. */
export function ContactMessages() {
  const { t } = useTranslation(['console-contact', 'staff']);
  const subjectName = useSubjectName();
  const mayAnswer = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.answerContactMessages,
  );
  const list = useListPage({
    name: KEY,
    filters: ['state'],
    size: SIZE,
    refreshMs: REFRESH_MS,
    read: ({ page, size, filters, signal }) =>
      call(contactMessages, {
        query: { page, size, state: oneOf(OTHER_STATES, filters.state) ?? 'open' },
        signal,
      }),
  });
  const columns = columnsOf(t, subjectName, mayAnswer);
  const title = t('staff:page.contact');
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <TableTools>
        <ChoiceFilter
          list={list}
          name="state"
          label={t('state.label')}
          none={list.data ? t('state.openCount', { count: list.data.open }) : t('state.open')}
          options={OTHER_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
      </TableTools>
      <StaffListTable
        exports={<ExportLinks staff list="console-contact" filters={list.filters} />}
        list={list}
        label={title}
        columns={columns}
        rowKey={({ number }) => number}
        empty={{ title: t('none'), text: t('noneText'), icon: Mail }}
      />
    </>
  );
}

/** Who wrote, and how to reach them. */
function Sender({ message: { number, name, email, phone, language } }: { message: ContactMessageView }) {
  const { t } = useTranslation('console-contact');
  return (
    <>
      {name}
      {email ? (
        <a
          className={css.small}
          href={`mailto:${email}?subject=${encodeURIComponent(t('subject', { number }))}`}
        >
          {email}
        </a>
      ) : null}
      {phone ? (
        <a className={css.small} href={`tel:${phone}`}>
          {showPhone(phone)}
        </a>
      ) : null}
      <span className={css.small}>{t(`language.${language}`)}</span>
    </>
  );
}

/** Who answered, when and what, or the ways to answer. */
function Answer({ message, mayAnswer }: { message: ContactMessageView; mayAnswer: boolean }) {
  const { t } = useTranslation('console-contact');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [answering, setAnswering] = useState(false);
  const { number, answered } = message;
  const readAgain = () => queries.invalidateQueries({ queryKey: [KEY] });
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(answeredContactMessage, { params: { number } }),
    onSuccess: () => notify('success', t('marked', { number })),
    // Not retried: the button stays, and the person may press it again.
    onError: (error) => notify('error', errorText(error)),
    onSettled: readAgain,
  });
  if (answered)
    return (
      <>
        {answered.sent ? t(`by.${answered.sent.channel}`) : t('answered')}
        <span className={css.small}>
          {answered.by}, {formatDateTimeShort(answered.atMs)}
        </span>
        {answered.sent ? (
          <p className={css.message} lang={message.language}>
            {answered.sent.text}
          </p>
        ) : null}
      </>
    );
  if (!mayAnswer) return t('waiting');
  return (
    <div className={layout.row2}>
      <Button
        size="sm"
        leftSection={<Reply size={16} aria-hidden />}
        aria-label={t('answerLabel', { number })}
        onClick={() => setAnswering(true)}
      >
        {t('answer')}
      </Button>
      <Button
        size="sm"
        variant="default"
        leftSection={<Check size={16} aria-hidden />}
        aria-label={t('markLabel', { number })}
        loading={isPending}
        onClick={() => mutate()}
      >
        {t('mark')}
      </Button>
      {answering ? (
        <AnswerDialog
          message={message}
          onSettled={() => void readAgain()}
          onClose={() => setAnswering(false)}
        />
      ) : null}
    </div>
  );
}
