import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { MyErasure } from '#shared/api/cabinet/erasure.ts';
import type { ErasureObstacle } from '#shared/limits/erasure.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { lazyDialog } from '#client/ui/lazy-dialog.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Card } from './card.tsx';
import { erasureQuery } from './erasure-query.ts';
import { ErasureWaiting } from './erasure-waiting.tsx';
import { showPart } from './scroll-to-part.ts';
import { SignInAgain } from './sign-in-again.tsx';
import css from './profile.module.css';

const ErasureDialog = lazyDialog(() => import('./erasure-dialog.tsx'));

/** Part of the page, to which the browser comes back after the password was typed again. */
const PART = 'delete-account';

/** Where each thing is finished; null: only the operator can. */
const PLACES: Record<ErasureObstacle, string | null> = {
  staff: null,
  money: paths.profile('refunding'),
  debt: paths.profile('debts'),
  claim: paths.winLots(),
  'top-up': paths.profile('payments'),
  refund: paths.profile('refunding'),
  order: paths.orders(),
  lot: paths.orders(),
  application: paths.profile('applications'),
  purchase: paths.profile('purchases'),
  settlement: paths.winLots(),
  sale: paths.winLots(),
  offer: paths.winLots(),
  protest: paths.profile('protests'),
  payout: paths.profile('winner-payments'),
  'hand-over': paths.winLots(),
  'number-claim': `${paths.profile('my-data')}#my-number-claims`,
  'order-import': paths.contact(),
  'past-sale': paths.contact(),
  proposal: paths.contact(),
  shut: paths.contact(),
};

/** The way to have the account and its data deleted: what goes, what stays, what is left to finish, and a request under way. */
export default function ErasureCard() {
  const { t } = useTranslation('profile');
  const { data, error, refetch } = useQuery(erasureQuery);
  const ready = data !== undefined;
  // This part comes after the page: a link to it is followed once it is there.
  useEffect(() => {
    if (ready && window.location.hash === `#${PART}`) showPart(PART);
  }, [ready]);
  return (
    <Card id={PART} title={t('erasure.title')} lead={t('erasure.lead')}>
      {data ? (
        data.request?.state === 'requested' ? (
          <ErasureWaiting dueAtMs={data.request.dueAtMs} />
        ) : (
          <Offer erasure={data} />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={220} radius={12} />
      )}
    </Card>
  );
}

function Offer({ erasure: { request, left, graceDays, signInHere } }: { erasure: MyErasure }) {
  const { t } = useTranslation('profile');
  const [open, setOpen] = useState(false);
  const [again, setAgain] = useState(false);
  return (
    <>
      <p>
        <a href="#my-file" onClick={() => showPart('my-file')}>
          {t('erasure.take')}
        </a>
      </p>
      <Words title={t('erasure.goesTitle')} text={t('erasure.goes')} />
      <Words title={t('erasure.staysTitle')} text={t('erasure.stays')} />
      {signInHere ? null : <p>{t('erasure.outside')}</p>}
      {request?.state === 'refused' && left.length === 0 ? (
        <div>
          <p>{t('erasure.refused', { when: formatDateTimeShort(request.requestedAtMs) })}</p>
          <Obstacles names={request.obstacles} />
        </div>
      ) : null}
      {left.length > 0 ? (
        <div>
          <h3>{t('erasure.leftTitle')}</h3>
          <Obstacles names={left} />
        </div>
      ) : again ? (
        <SignInAgain text={t('erasure.again')} place={`#${PART}`} />
      ) : (
        <div className={css.buttons}>
          <Button danger variant="default" onClick={() => setOpen(true)}>
            {t('erasure.open')}
          </Button>
        </div>
      )}
      {open ? (
        <ErasureDialog
          graceDays={graceDays}
          onAgain={() => {
            setOpen(false);
            setAgain(true);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h3>{title}</h3>
      <p className={css.lead}>{text}</p>
    </div>
  );
}

function Obstacles({ names }: { names: readonly ErasureObstacle[] }) {
  const { t } = useTranslation('profile');
  return (
    <ul className={css.obstacles}>
      {names.map((name) => {
        const place = PLACES[name];
        const words = t(`erasure.left.${name}`);
        return <li key={name}>{place === null ? words : <Link to={place}>{words}</Link>}</li>;
      })}
    </ul>
  );
}
