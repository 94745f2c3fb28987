import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CATEGORY_LIMITS,
  saveCategoryFields,
  type ConsoleCategory,
} from '#shared/api/console/console-categories.ts';
import { OpenNewVersion } from '#client/entities/dictionary/open-new-version.tsx';
import { SortableList } from '#client/entities/dictionary/sortable-list.tsx';
import { call } from '#client/lib/api-client.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { Form, FormProblem } from '#client/ui/form.tsx';
import { useProblem } from '#client/ui/use-problem.ts';
import writing from '#client/ui/writing.module.css';
import { draftOf, inputOf, newField, problemOfDraft, questionOf, type FieldDraft } from './field-draft.ts';
import { Check, FieldForm } from './field-form.tsx';
import { FieldPreview } from './field-preview.tsx';
import { useStoreCategory } from './use-store-category.ts';
import css from './console-categories.module.css';

interface FieldsEditorProps {
  category: ConsoleCategory;
  mayWrite: boolean;
  /** Reads it again, after somebody else has changed it. */
  reload: () => void;
}

/** What a category asks, beside the form that it makes. What was asked once stays with the lots that answered it. */
export function FieldsEditor({ category, mayWrite, reload }: FieldsEditorProps) {
  const { t } = useTranslation(['categories', 'content']);
  const store = useStoreCategory();
  const [fields, setFields] = useState(() => category.fields.map(draftOf));
  const [own, setOwn] = useState(category.ownFields);
  const isGroup = category.parentId === null;
  const shown = own || isGroup ? fields : category.groupFields.map(draftOf);
  const asked = shown.filter(({ removed }) => !removed);
  const save = useMutation({
    mutationFn: () =>
      call(saveCategoryFields, {
        params: { id: category.id },
        body: { version: category.version, ownFields: own, fields: fields.map(inputOf) },
      }),
    // Not retried: the form says what went wrong and keeps the fields.
    onSuccess: (saved) => store(saved, t('saved')),
  });
  const wrong = fields.some((field) => problemOfDraft(field) !== null);

  /** Begins with what the group asks: the same codes, so that answers stay comparable. */
  const takeOwn = (on: boolean) => {
    const taken = new Set(fields.map(({ key }) => key));
    const ofGroup = category.groupFields.filter(({ removed, code }) => !removed && !taken.has(code));
    if (on && fields.every(({ removed }) => removed)) setFields([...ofGroup.map(draftOf), ...fields]);
    setOwn(on);
  };
  return (
    <div className={css.columns}>
      <Form className={writing.card} onSubmit={() => save.mutate()}>
        <h2>{t('fields')}</h2>
        {isGroup ? <p className={writing.muted}>{t('fieldsOfGroup')}</p> : null}
        {!isGroup && mayWrite ? <Check checked={own} onChange={takeOwn} label={t('ownFields')} /> : null}
        {own || isGroup ? null : <p className={writing.muted}>{t('asGroup')}</p>}
        <FieldRows fields={shown} onChange={mayWrite && (own || isGroup) ? setFields : null} />
        <FormProblem problem={wrong ? t('fieldsWrong') : null} />
        <FormError error={save.error} />
        {mayWrite ? (
          <div className={writing.actions}>
            <Button type="submit" size="md" loading={save.isPending}>
              {t('saveFields')}
            </Button>
            <OpenNewVersion error={save.error} code="categories.changed" reload={reload} />
          </div>
        ) : null}
      </Form>
      <FieldPreview questions={asked.map(questionOf)} />
    </div>
  );
}

interface FieldRowsProps {
  fields: FieldDraft[];
  /** null: they are only read. */
  onChange: ((fields: FieldDraft[]) => void) | null;
}

function FieldRows({ fields, onChange }: FieldRowsProps) {
  const { t } = useTranslation('categories');
  const localized = useLocalized();
  const [opened, setOpened] = useState<string | null>(null);
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const nameOf = (field: FieldDraft) =>
    field.label.uz === '' ? t('field.unnamed') : localized(questionOf(field).label);
  const put = (next: FieldDraft) => onChange?.(fields.map((each) => (each.key === next.key ? next : each)));
  const add = () => {
    const field = newField();
    onChange?.([...fields, field]);
    setOpened(field.key);
  };
  return (
    <>
      {fields.length === 0 ? <p className={writing.muted}>{t('noFields')}</p> : null}
      <SortableList
        label={t('fields')}
        items={fields}
        idOf={({ key }) => key}
        nameOf={nameOf}
        onArrange={onChange && ((keys) => onChange(keys.flatMap((key) => byKey.get(key) ?? [])))}
      >
        {(field) => (
          <div className={css.stack}>
            <div className={css.line}>
              <span className={css.name} data-removed={field.removed}>
                {nameOf(field)}
                <span className={writing.small}>
                  {t(`kind.${field.kind}`)}
                  {field.required ? ` · ${t('requiredMark')}` : null}
                </span>
              </span>
              {field.removed ? <Badge colour="warning">{t('notAsked')}</Badge> : null}
              <ProblemBadge problem={problemOfDraft(field)} />
              {onChange ? (
                <span className={writing.actions}>
                  <Button
                    variant="default"
                    size="sm"
                    aria-expanded={opened === field.key}
                    aria-label={
                      opened === field.key
                        ? `${t('field.close')}: ${nameOf(field)}`
                        : t('field.editOne', { name: nameOf(field) })
                    }
                    onClick={() => setOpened(opened === field.key ? null : field.key)}
                  >
                    {t(opened === field.key ? 'field.close' : 'field.edit')}
                  </Button>
                  <Button
                    variant="default"
                    size="sm"
                    aria-label={t(field.removed ? 'field.restoreOne' : 'field.removeOne', {
                      name: nameOf(field),
                    })}
                    onClick={() =>
                      field.code === null
                        ? onChange(fields.filter(({ key }) => key !== field.key))
                        : put({ ...field, removed: !field.removed })
                    }
                  >
                    {t(field.removed ? 'field.restore' : 'field.remove')}
                  </Button>
                </span>
              ) : null}
            </div>
            {onChange && opened === field.key ? <FieldForm field={field} onChange={put} /> : null}
          </div>
        )}
      </SortableList>
      {onChange && fields.length < CATEGORY_LIMITS.fields ? (
        <Button
          variant="default"
          size="md"
          className={css.fit}
          leftSection={<Plus size={18} aria-hidden />}
          onClick={add}
        >
          {t('field.add')}
        </Button>
      ) : null}
    </>
  );
}

/** What is wrong with a field whose form is perhaps not open. */
function ProblemBadge({ problem }: { problem: ReturnType<typeof problemOfDraft> }) {
  const { t } = useTranslation('categories');
  const shown = useProblem(problem && t(`problem.${problem}`));
  return shown ? <Badge colour="danger">{shown}</Badge> : null;
}
