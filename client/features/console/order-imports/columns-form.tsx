import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  mapOrderImport,
  orderImportColumns,
  type ColumnsQuestion,
  type OrderImport,
} from '#shared/api/cabinet/order-imports.ts';
import { IMPORT_COLUMNS, NEEDED_IMPORT_COLUMNS } from '#shared/limits/order-imports.ts';
import { call } from '#client/lib/api-client.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { NotRead } from '#client/ui/not-read.tsx';
import { Button } from '#client/ui/button.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { Form } from '#client/ui/form.tsx';
import { useProblem } from '#client/ui/use-problem.ts';
import { OptionsField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import layout from '#client/ui/layout.module.css';
import css from './order-imports.module.css';

interface ColumnsFormProps {
  found: OrderImport;
  onChanged: () => void;
}

/** Columns of a file whose heads are not all known, with values of theirs: staff say what each of them is. */
export function ColumnsForm({ found: { id: importId }, onChanged }: ColumnsFormProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['console-order-import-columns', importId],
    queryFn: ({ signal }) => call(orderImportColumns, { params: { importId }, signal }),
    // What is being chosen is not replaced under the hands.
    staleTime: Infinity,
  });
  if (!data) return <NotRead error={error} onRetry={() => void refetch()} height={320} />;
  return <Choices importId={importId} onChanged={onChanged} asked={data} />;
}

function Choices({
  importId,
  asked,
  onChanged,
}: {
  importId: number;
  asked: ColumnsQuestion;
  onChanged: () => void;
}) {
  const { t } = useTranslation('console-order-imports');
  const localized = useLocalized();
  const [chosen, setChosen] = useState(() => asked.columns.map(({ known }) => known ?? ''));
  const save = useMutation({
    mutationFn: () =>
      call(mapOrderImport, { params: { importId }, body: { columns: chosen.map((is) => is || null) } }),
    onSuccess: () => {
      notify('success', t('mapping.saved'));
      onChanged();
    },
  });
  const missing = NEEDED_IMPORT_COLUMNS.filter((name) => !chosen.includes(name));
  const isRepeated = (is: string): boolean => is !== '' && chosen.indexOf(is) !== chosen.lastIndexOf(is);
  return (
    <Form className={css.mapping} aria-labelledby="import-columns" onSubmit={() => save.mutate()}>
      <h2 id="import-columns">{t('mapping.title')}</h2>
      <p>{t('mapping.text')}</p>
      <ol>
        {asked.columns.map(({ head, samples }, at) => (
          // Two columns of a file may have one name.
          <li key={at}>
            <OptionsField
              label={head || t('mapping.noHead', { number: at + 1 })}
              hint={samples.length === 0 ? t('mapping.empty') : samples.join(' · ')}
              problem={isRepeated(chosen[at]!) ? t('mapping.repeated') : null}
              error={isRepeated(chosen[at]!) ? t('mapping.repeated') : null}
              value={chosen[at]}
              onChange={({ target }) =>
                setChosen((now) => now.map((is, place) => (place === at ? target.value : is)))
              }
            >
              <option value="">{t('mapping.none')}</option>
              {IMPORT_COLUMNS.map((name) => (
                <option key={name} value={name}>
                  {t(`is.${name}`)}
                </option>
              ))}
              <optgroup label={t('mapping.facts')}>
                {asked.facts.map(({ code, label }) => (
                  <option key={code} value={`fact:${code}`}>
                    {localized(label)}
                  </option>
                ))}
              </optgroup>
            </OptionsField>
          </li>
        ))}
      </ol>
      {missing.length === 0 ? null : (
        <Missing
          text={t('mapping.missing', { columns: missing.map((name) => t(`is.${name}`)).join(', ') })}
        />
      )}
      <FormError error={save.error} />
      <Button type="submit" size="md" loading={save.isPending}>
        {t('mapping.save')}
      </Button>
    </Form>
  );
}

/** Said from the beginning, and as a problem once somebody has tried to go on without. */
function Missing({ text }: { text: string }) {
  const problem = useProblem(text);
  return (
    <p role={problem ? 'alert' : 'status'} className={problem ? layout.danger : undefined}>
      {text}
    </p>
  );
}
