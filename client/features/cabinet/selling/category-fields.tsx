import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { categoryFields } from '#shared/api/cabinet/order-questions.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import layout from '#client/ui/layout.module.css';
import css from './selling.module.css';

type Asked = z.infer<typeof categoryFields.answer>[number];

/** Staff change what is asked now and then. */
const MINUTE_MS = 60_000;

/** What is asked about property of a category, in the order of the form. */
export function CategoryFields({ category, name }: { category: number; name: string }) {
  const { t } = useTranslation('selling');
  const { data, error, refetch } = useQuery({
    queryKey: ['category-fields', category],
    queryFn: () => call(categoryFields, { query: { category } }),
    staleTime: MINUTE_MS,
    ...recovering(),
  });
  if (!data) {
    if (error)
      return <ErrorState error={error} title={t('asked.fieldsFailed')} onRetry={() => void refetch()} />;
    return (
      <div aria-busy="true">
        <Skeleton height={280} radius={12} />
      </div>
    );
  }
  const required = data.filter((field) => field.required).length;
  return (
    <div className={css.fields}>
      <h4>{t('asked.heading', { category: name })}</h4>
      <p className={layout.mutedMedium} role="status">
        {data.length === 0
          ? t('asked.none')
          : t(required === 0 ? 'asked.noneRequired' : 'asked.count', { count: data.length, required })}
      </p>
      <ul>
        {data.map((field) => (
          <CategoryField key={field.code} field={field} />
        ))}
      </ul>
    </div>
  );
}

function CategoryField({ field }: { field: Asked }) {
  const { t } = useTranslation('selling');
  const localized = useLocalized();
  const { kind, choices } = field;
  const unit = field.unit === null ? null : localized(field.unit);
  return (
    <li>
      <strong>{localized(field.label)}</strong>
      {field.required ? <em>{t('asked.required')}</em> : null}
      <span>
        {kind === 'choice'
          ? t('kind.choice', { choices: choices.map(({ label }) => localized(label)).join(', ') })
          : unit !== null && (kind === 'number' || kind === 'area')
            ? t(`kind.${kind}In`, { unit })
            : t(`kind.${kind}`)}
      </span>
    </li>
  );
}
