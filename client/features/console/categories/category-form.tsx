import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import {
  createCategory,
  editCategory,
  hideCategory,
  type ConsoleCategory,
} from '#shared/api/console/console-categories.ts';
import { ORDER_TYPES, type OrderType } from '#shared/api/site/reference.ts';
import { editableName, EMPTY_NAME, type NameInput } from '#shared/content/names.ts';
import { ProposeDialog } from '#client/entities/decision/propose-dialog.tsx';
import { NameChanges } from '#client/entities/dictionary/name-changes.tsx';
import { NameFields } from '#client/entities/dictionary/name-fields.tsx';
import { OpenNewVersion } from '#client/entities/dictionary/open-new-version.tsx';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { paths } from '#client/lib/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { Form, FormProblem } from '#client/ui/form.tsx';
import writing from '#client/ui/writing.module.css';
import { Check } from './field-form.tsx';
import { IconField } from './icon-field.tsx';
import { useStoreCategory } from './use-store-category.ts';
import css from './console-categories.module.css';

interface CategoryFormProps {
  /** null: one that is not saved yet. */
  category: ConsoleCategory | null;
  /** Group of a new one; null: a new group. */
  parentId: number | null;
  mayWrite: boolean;
  reload: () => void;
}

/** Names, icon, who may offer property of it, and whether it is offered. */
export function CategoryForm({ category, parentId, mayWrite, reload }: CategoryFormProps) {
  const { t } = useTranslation(['categories', 'content']);
  const store = useStoreCategory();
  const navigate = useNavigate();
  const [name, setName] = useState<NameInput>(category ? editableName(category.name) : EMPTY_NAME);
  const [icon, setIcon] = useState(category?.icon ?? 'package');
  const [types, setTypes] = useState<readonly OrderType[]>(category?.orderTypes ?? ORDER_TYPES);
  const [asking, setAsking] = useState(false);
  /** Lots are shown by this name: a second person decides about another one. */
  const [shown, setShown] = useState(false);
  // Sent again after a lost answer it is the same category.
  const requestId = useRef(crypto.randomUUID());
  const parts = { name, icon, orderTypes: [...types] };
  const save = useMutation({
    mutationFn: () =>
      category
        ? call(editCategory, { params: { id: category.id }, body: { version: category.version, ...parts } })
        : call(createCategory, { body: { requestId: requestId.current, parentId, ...parts } }),
    // Not retried: the form says what went wrong and keeps what was typed.
    onSuccess: (saved) => {
      store(saved, t('saved'));
      if (!category) void navigate(`${paths.console('categories')}?item=${saved.id}`, { replace: true });
    },
    onError: (error) => setShown(error instanceof ApiError && error.code === 'categories.two-persons'),
  });
  const hide = useMutation({
    mutationFn: (of: ConsoleCategory) =>
      call(hideCategory, { params: { id: of.id }, body: { version: of.version, hidden: !of.hidden } }),
    onSuccess: (saved) => store(saved, t(saved.hidden ? 'hiddenNow' : 'shownNow')),
    // Not retried: the reason is shown beside the buttons, which stay.
    onSettled: () => setAsking(false),
  });
  const error = save.error ?? hide.error;
  return (
    <>
      <Form className={writing.card} onSubmit={() => save.mutate()}>
        <NameFields legend={t('name')} value={name} onChange={setName} readOnly={!mayWrite} />
        <IconField value={icon} onChange={mayWrite ? setIcon : null} />
        <fieldset className={css.checks} disabled={!mayWrite}>
          <legend>{t('orderTypes')}</legend>
          {ORDER_TYPES.map((type) => (
            <Check
              key={type}
              label={t(`orderType.${type}`)}
              checked={types.includes(type)}
              onChange={(on) => setTypes(on ? [...types, type] : types.filter((each) => each !== type))}
            />
          ))}
        </fieldset>
        <FormProblem problem={types.length === 0 ? t('orderTypesNone') : null} />
        <FormError error={error} />
        {mayWrite ? (
          <div className={writing.actions}>
            <Button type="submit" size="md" loading={save.isPending}>
              {t(category ? 'content:save' : 'create')}
            </Button>
            {category ? (
              <Button variant="default" size="md" onClick={() => setAsking(true)}>
                {t(category.hidden ? 'show' : 'hide')}
              </Button>
            ) : null}
            <OpenNewVersion error={error} code="categories.changed" reload={reload} />
          </div>
        ) : null}
        <ConfirmDialog
          opened={asking}
          title={t(category?.hidden ? 'showTitle' : 'hideTitle')}
          confirm={t(category?.hidden ? 'show' : 'hide')}
          cancel={t('cancel')}
          busy={hide.isPending}
          onConfirm={() => category && hide.mutate(category)}
          onCancel={() => setAsking(false)}
        >
          {t(category?.hidden ? 'showText' : 'hideText')}
        </ConfirmDialog>
      </Form>
      {category && shown ? (
        <ProposeDialog
          kind="rename-entry"
          proposed={{ kind: 'rename-entry', payload: { entry: 'category', id: category.id, names: name } }}
          onClose={() => setShown(false)}
          onProposed={() => save.reset()}
        >
          <NameChanges before={category.name} names={name} />
        </ProposeDialog>
      ) : null}
    </>
  );
}
