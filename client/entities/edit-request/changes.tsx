import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { EditChanges, EditRequest } from '#shared/api/cabinet/profile.ts';
import css from './edit-request.module.css';

const FIELDS = ['kind', 'name', 'nationalId'] as const;

/** What a request changes, from what to what: the person sees it as staff do. Needs `edit-requests` texts. */
export function Changes({
  request: { before, changes },
}: {
  request: Pick<EditRequest, 'before' | 'changes'>;
}) {
  const { t } = useTranslation('edit-requests');
  const shown = (field: (typeof FIELDS)[number], of: EditChanges): string => {
    const value = of[field];
    if (value === null) return '—';
    return field === 'kind' ? t(`kind.${value}`) : value;
  };
  return (
    <dl className={css.changes}>
      {FIELDS.filter((field) => changes[field] !== null).map((field) => (
        <div key={field}>
          <dt>{t(`field.${field}`)}</dt>
          <dd>
            <del>{shown(field, before)}</del>
            <ArrowRight size={14} aria-label={t('becomes')} />
            <ins>{shown(field, changes)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
