import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { consoleCategory } from '#shared/api/console/console-categories.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { ChangeHistory } from '#client/entities/dictionary/change-history.tsx';
import { call } from '#client/lib/api-client.ts';
import { paths } from '#client/lib/paths.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { BackLink } from '#client/ui/back-link.tsx';
import { NotRead } from '#client/ui/not-read.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import writing from '#client/ui/writing.module.css';
import { CategoryForm } from './category-form.tsx';
import { CategoryTree } from './category-tree.tsx';
import { FieldsEditor } from './fields-editor.tsx';

const wholeOf = (text: string | null): number | null => {
  const number = Number(text);
  return text !== null && Number.isSafeInteger(number) && number > 0 ? number : null;
};

/** Categories for staff: the tree, or the one whose number is in the address. */
export function CategoriesPage() {
  const [search] = useSearchParams();
  const mayWrite = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.writeReference,
  );
  const item = search.get('item');
  const id = wholeOf(item);
  if (id !== null) return <OneCategory key={id} id={id} mayWrite={mayWrite} />;
  if (item === 'new' && mayWrite) return <NewCategory parentId={wholeOf(search.get('group'))} />;
  return <CategoryTree mayWrite={mayWrite} />;
}

function Back() {
  const { t } = useTranslation('categories');
  return <BackLink to={paths.console('categories')}>{t('back')}</BackLink>;
}

function NewCategory({ parentId }: { parentId: number | null }) {
  const { t } = useTranslation('categories');
  return (
    <div className={writing.page}>
      <Back />
      <PageTitle>{t(parentId === null ? 'newGroup' : 'newCategory')}</PageTitle>
      <CategoryForm category={null} parentId={parentId} mayWrite reload={() => undefined} />
    </div>
  );
}

function OneCategory({ id, mayWrite }: { id: number; mayWrite: boolean }) {
  const { t } = useTranslation('categories');
  const localized = useLocalized();
  const { data, error, refetch } = useQuery({
    queryKey: ['console-category', id],
    queryFn: ({ signal }) => call(consoleCategory, { params: { id }, signal }),
    // What is being edited must not change while somebody types; a save against an old version is refused.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  // Somebody else's version replaces what is in the forms.
  const [reloads, setReloads] = useState(0);
  const reload = async () => {
    await refetch();
    setReloads((count) => count + 1);
  };
  return (
    <div className={writing.page}>
      <Back />
      <PageTitle aside={data?.hidden ? <Badge colour="warning">{t('hidden')}</Badge> : null}>
        {data ? localized(data.name) : t('title')}
      </PageTitle>
      {data ? null : <NotRead error={error} onRetry={() => void refetch()} height={640} />}
      {data ? (
        <>
          <CategoryForm
            key={`form-${reloads}`}
            category={data}
            parentId={data.parentId}
            mayWrite={mayWrite}
            reload={() => void reload()}
          />
          <FieldsEditor
            // Saved fields have their codes.
            key={`fields-${reloads}-${data.fields.map(({ code }) => code).join()}`}
            category={data}
            mayWrite={mayWrite}
            reload={() => void reload()}
          />
          <ChangeHistory changes={data.changes} what={({ action }) => t(`action.${action}`)} />
        </>
      ) : null}
    </div>
  );
}
