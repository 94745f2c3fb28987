import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CATEGORY_LIMITS } from '#shared/api/console/console-categories.ts';
import { FACT_KINDS, type FactKind } from '#shared/api/cabinet/order-questions.ts';
import { EMPTY_NAME } from '#shared/content/names.ts';
import { NameFields } from '#client/entities/dictionary/name-fields.tsx';
import { SortableList } from '#client/entities/dictionary/sortable-list.tsx';
import { Button } from '#client/ui/button.tsx';
import { OptionsField } from '#client/ui/input-field.tsx';
import { FractionField } from '#client/ui/number-field.tsx';
import writing from '#client/ui/writing.module.css';
import { newChoice, NUMBER_KINDS, UNIT_KINDS, type ChoiceDraft, type FieldDraft } from './field-draft.ts';
import css from './console-categories.module.css';

interface FieldFormProps {
  field: FieldDraft;
  onChange: (field: FieldDraft) => void;
}

/** Everything of one field. Its kind and unit are fixed once it is saved: answers are stored in them. */
export function FieldForm({ field, onChange }: FieldFormProps) {
  const { t } = useTranslation('categories');
  const { code, kind, unit, min, max, whole, required } = field;
  const put = (part: Partial<FieldDraft>) => onChange({ ...field, ...part });
  const isNumber = NUMBER_KINDS.includes(kind);
  return (
    <div className={css.fieldForm}>
      <NameFields legend={t('field.label')} value={field.label} onChange={(label) => put({ label })} />
      <OptionsField
        label={t('field.kind')}
        value={kind}
        disabled={code !== null}
        hint={code === null ? undefined : t('field.kindFixed')}
        onChange={({ target }) => put({ kind: target.value as FactKind })}
      >
        {FACT_KINDS.map((each) => (
          <option key={each} value={each}>
            {t(`kind.${each}`)}
          </option>
        ))}
      </OptionsField>
      <Check checked={required} onChange={(on) => put({ required: on })} label={t('field.required')} />
      {isNumber ? (
        <>
          <div className={css.pair}>
            <FractionField
              label={t('field.min')}
              value={min ?? undefined}
              onChange={(to) => put({ min: to })}
            />
            <FractionField
              label={t('field.max')}
              value={max ?? undefined}
              onChange={(to) => put({ max: to })}
            />
          </div>
          {kind === 'year' ? null : (
            <Check checked={whole} onChange={(on) => put({ whole: on })} label={t('field.whole')} />
          )}
        </>
      ) : null}
      {UNIT_KINDS.includes(kind) && (code === null || unit) ? (
        <>
          {code === null ? (
            <Check
              checked={unit !== null}
              onChange={(on) => put({ unit: on ? EMPTY_NAME : null })}
              label={t('field.hasUnit')}
            />
          ) : null}
          {unit ? (
            <NameFields
              legend={t('field.unit')}
              value={unit}
              readOnly={code !== null}
              onChange={(next) => put({ unit: next })}
            />
          ) : null}
        </>
      ) : null}
      {kind === 'choice' ? (
        <Choices choices={field.choices} onChange={(choices) => put({ choices })} />
      ) : null}
    </div>
  );
}

interface CheckProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label className={writing.check}>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}

interface ChoicesProps {
  choices: ChoiceDraft[];
  onChange: (choices: ChoiceDraft[]) => void;
}

/** What may be answered. One that was saved is taken out of use, not away: lots have it as their answer. */
function Choices({ choices, onChange }: ChoicesProps) {
  const { t } = useTranslation('categories');
  const put = (key: string, part: Partial<ChoiceDraft>) =>
    onChange(choices.map((choice) => (choice.key === key ? { ...choice, ...part } : choice)));
  const byKey = new Map(choices.map((choice) => [choice.key, choice]));
  return (
    <section className={css.stack}>
      <h4>{t('choices.title')}</h4>
      <p className={writing.muted}>{t('choices.lead')}</p>
      <SortableList
        label={t('choices.title')}
        items={choices}
        idOf={({ key }) => key}
        nameOf={({ label }) => label.uz || t('choices.unnamed')}
        onArrange={(keys) => onChange(keys.flatMap((key) => byKey.get(key) ?? []))}
      >
        {(choice) => (
          <div className={css.stack}>
            <NameFields
              legend={choice.removed ? t('choices.removed', { name: choice.label.uz }) : t('choices.one')}
              value={choice.label}
              brief
              onChange={(label) => put(choice.key, { label })}
            />
            <Button
              variant="default"
              size="xs"
              className={css.fit}
              onClick={() =>
                choice.code === null
                  ? onChange(choices.filter(({ key }) => key !== choice.key))
                  : put(choice.key, { removed: !choice.removed })
              }
            >
              {t(choice.removed ? 'choices.restore' : 'choices.remove')}
            </Button>
          </div>
        )}
      </SortableList>
      {choices.length < CATEGORY_LIMITS.choices ? (
        <Button
          variant="default"
          size="sm"
          className={css.fit}
          leftSection={<Plus size={18} aria-hidden />}
          onClick={() => onChange([...choices, newChoice()])}
        >
          {t('choices.add')}
        </Button>
      ) : null}
    </section>
  );
}
