import { useQuery } from '@tanstack/react-query';
import { FilePen, FileSearch } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { orderPreview } from '#shared/api/cabinet/orders.ts';
import { CardPreview } from '#client/features/site/lots/card/card-preview.tsx';
import { SellingSection } from '#client/features/cabinet/selling/selling-section.tsx';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { currentPath, loginUrl, paths } from '#client/lib/paths.ts';
import { recovering } from '#client/lib/recover.ts';
import { useSession } from '#client/lib/session.ts';
import { ButtonAnchor, ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { PlainBar } from '../layout/plain-bar.tsx';
import css from '../screen-frame.module.css';
import { readLotId } from './lot-id.ts';

/** /order-preview/{id}, outside the layout: an order as its card will be, for its customer and for staff. */
export default function OrderPreview() {
  const { t } = useTranslation('selling');
  const signedIn = useSession((state) => state.user !== null);
  const id = readLotId(useParams().id);
  useEffect(() => {
    document.title = `${t('preview.tab')} · Savdo`;
  }, [t]);
  return (
    <>
      <PlainBar />
      {signedIn && id !== null ? <Preview id={id} /> : <NoPreview signedIn={signedIn} />}
    </>
  );
}

function Preview({ id }: { id: number }) {
  const { t } = useTranslation('selling');
  const { data, error, refetch } = useQuery({
    queryKey: ['order', id, 'preview'],
    queryFn: ({ signal }) => call(orderPreview, { params: { id }, signal }),
    ...recovering(),
  });
  if (data)
    return (
      <main>
        <CardPreview page lot={data.lot} tabs={data.tabs} />
      </main>
    );
  if (error instanceof ApiError && error.code === 'orders.no-preview')
    return (
      <main className={css.failed}>
        <EmptyState page icon={FilePen} title={t('preview.unfinished')} text={t('preview.unfinishedText')}>
          <ButtonLink to={paths.orderCreate(id)}>{t('preview.toForm')}</ButtonLink>
        </EmptyState>
      </main>
    );
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <NoPreview signedIn />;
  return (
    <main className={css.failed} aria-busy={!error}>
      {error ? (
        <ErrorState page error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <Skeleton height={76} width="min(560px, 90%)" />
          <Skeleton height={460} radius={12} />
        </>
      )}
    </main>
  );
}

function NoPreview({ signedIn }: { signedIn: boolean }) {
  const { t } = useTranslation(['selling', 'ui']);
  return (
    <main className={css.failed}>
      <EmptyState
        page
        icon={FileSearch}
        title={t('preview.title')}
        text={t(signedIn ? 'preview.own' : 'preview.visitor')}
      >
        {signedIn ? null : (
          <ButtonAnchor href={loginUrl(currentPath())}>{t('ui:action.signIn')}</ButtonAnchor>
        )}
        <ButtonLink to={paths.home()} variant={signedIn ? 'filled' : 'default'}>
          {t('ui:action.home')}
        </ButtonLink>
      </EmptyState>
      <SellingSection />
    </main>
  );
}
