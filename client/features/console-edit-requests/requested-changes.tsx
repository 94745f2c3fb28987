import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { EditChanges, StaffEditRequest } from '#shared/api/profile.ts';
import css from './edit-requests.module.css';

const FIELDS = ['kind', 'name', 'nationalId'] as const;

/** From what to what, whole: staff compare it with the person's documents. */
export function RequestedChanges({ request: { before, changes } }: { request: StaffEditRequest }) {
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
