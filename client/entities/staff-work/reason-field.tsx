import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ReasonList } from '#shared/api/list-names.ts';
import { dynamicListQuery } from '#client/lib/dynamic-list.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { FailedPart } from '#client/ui/failed-part.tsx';
import { OptionsField } from '#client/ui/input-field.tsx';

interface ReasonFieldProps {
  list: ReasonList;
  /** Its code; empty: none is chosen yet, and the form cannot be sent. */
  value: string;
  onChange: (code: string) => void;
}

/** One of the reasons that the reference data offer for a decision; own words stand beside it. */
export function ReasonField({ list, value, onChange }: ReasonFieldProps) {
  const { t } = useTranslation('staff');
  const localized = useLocalized();
  const { data, error, refetch } = useQuery(dynamicListQuery(list));
  return (
    <>
      <OptionsField
        label={t('reason.label')}
        problem={value === '' ? t('reason.choose') : null}
        value={value}
        data-autofocus
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">{data ? t('reason.choose') : '…'}</option>
        {data
          ?.filter(({ hidden }) => !hidden)
          .map(({ id, label }) => (
            <option key={id} value={id}>
              {localized(label)}
            </option>
          ))}
      </OptionsField>
      {data || !error ? null : (
        <FailedPart name={t('reason.label')} error={error} onRetry={() => void refetch()} />
      )}
    </>
  );
}
