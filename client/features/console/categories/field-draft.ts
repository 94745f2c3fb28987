import type { CategoryField, FieldInput } from '#shared/api/console/console-categories.ts';
import type { AskedField, FactKind } from '#shared/api/cabinet/order-questions.ts';
import { completeName, editableName, EMPTY_NAME, type NameInput } from '#shared/content/names.ts';
import { nameComplete } from '#client/entities/dictionary/name-fields.tsx';

export interface ChoiceDraft {
  /** On this screen; the code comes when it is saved. */
  key: string;
  code: string | null;
  label: NameInput;
  removed: boolean;
}

/** A field as it is being edited. */
export interface FieldDraft extends Omit<FieldInput, 'choices'> {
  key: string;
  choices: ChoiceDraft[];
}

export const NUMBER_KINDS: readonly FactKind[] = ['number', 'area', 'year'];
export const UNIT_KINDS: readonly FactKind[] = ['number', 'area'];

export const newChoice = (): ChoiceDraft => ({
  key: crypto.randomUUID(),
  code: null,
  label: EMPTY_NAME,
  removed: false,
});

export const newField = (): FieldDraft => ({
  key: crypto.randomUUID(),
  code: null,
  label: EMPTY_NAME,
  kind: 'text',
  unit: null,
  required: false,
  min: null,
  max: null,
  whole: false,
  choices: [],
  removed: false,
});

export const draftOf = (field: CategoryField): FieldDraft => ({
  ...field,
  key: field.code,
  label: editableName(field.label),
  unit: field.unit && editableName(field.unit),
  choices: field.choices.map((choice) => ({
    ...choice,
    key: choice.code,
    label: editableName(choice.label),
  })),
});

/** What is sent: without what belongs to another kind. */
export const inputOf = ({ key: _key, choices, ...field }: FieldDraft): FieldInput => {
  const isNumber = NUMBER_KINDS.includes(field.kind);
  return {
    ...field,
    unit: UNIT_KINDS.includes(field.kind) ? field.unit : null,
    ...(isNumber ? {} : { min: null, max: null, whole: false }),
    choices: field.kind === 'choice' ? choices.map(({ key: _choice, ...choice }) => choice) : [],
  };
};

const offered = (choices: readonly ChoiceDraft[]) => choices.filter(({ removed }) => !removed);

export type DraftProblem = 'names' | 'unit' | 'range' | 'choices';

/** Why it cannot be saved; null: it can. */
export function problemOfDraft(field: FieldDraft): DraftProblem | null {
  const { label, kind, unit, min, max, choices } = field;
  if (!nameComplete(label)) return 'names';
  if (UNIT_KINDS.includes(kind) && unit && !nameComplete(unit)) return 'unit';
  if (NUMBER_KINDS.includes(kind) && min !== null && max !== null && min > max) return 'range';
  if (kind !== 'choice') return null;
  return offered(choices).length >= 2 && choices.every((choice) => nameComplete(choice.label))
    ? null
    : 'choices';
}

/** The question as the form of an order asks it, with `…` for names that are not written yet. */
export const questionOf = (field: FieldDraft): AskedField => {
  const named = (name: NameInput) =>
    completeName({ ...name, uz: name.uz || '…', ru: name.ru || '…', en: name.en || '…' });
  const { unit, choices, ...rest } = inputOf(field);
  return {
    ...rest,
    code: field.key,
    label: named(field.label),
    unit: unit && named(unit),
    choices: choices.flatMap((choice, at) =>
      choice.removed ? [] : [{ code: choice.code ?? `new-${at}`, label: named(choice.label) }],
    ),
  };
};
