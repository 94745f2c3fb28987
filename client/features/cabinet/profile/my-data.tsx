import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router-dom';
import { isStaffRole } from '#shared/api/contract.ts';
import { profileQuery } from '#client/entities/profile/my-profile.ts';
import { useSession } from '#client/lib/session.ts';
import { loadPart } from '#client/lib/lazy-screen.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { PartBoundary } from '#client/ui/part-boundary.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import layout from '#client/ui/layout.module.css';
import { AddressForm } from './address-form.tsx';
import { Card } from './card.tsx';
import { CompletenessCard } from './completeness-card.tsx';
import { ContactRow } from './contact-row.tsx';
import { ExternalCabinet } from './external-cabinet.tsx';
import { IdentityCard } from './identity-card.tsx';
import { MyDataFile } from './my-data-file.tsx';
import { RequisitesForm } from './requisites-form.tsx';
import { RoleChoice } from './role-choice.tsx';
import { CHANGE_PARAMETER } from './sign-in-again.tsx';
import { showPart } from './scroll-to-part.ts';

const ErasureCard = lazy(() => loadPart(() => import('./erasure-card.tsx')));

/** Heights of the cards while they load: nothing jumps when they come. */
const HEIGHTS = [262, 292, 220, 296, 330, 210];

/** Everything the person has entered about themselves, how complete it is, and the way to each missing part. */
export function MyData() {
  const { t } = useTranslation(['profile', 'cabinet']);
  const [search] = useSearchParams();
  const { data: profile, error, refetch } = useQuery(profileQuery);
  const outside = useSession((state) => state.me?.externalCabinet ?? false);
  const changing = search.get(CHANGE_PARAMETER);
  const { hash } = useLocation();
  const ready = profile !== undefined;
  // A link that names a part of the page leads to it once the part is there.
  useEffect(() => {
    if (ready && hash.length > 1) showPart(hash.slice(1));
  }, [ready, hash]);
  return (
    <div className={layout.fluidStack4}>
      <PageTitle>{t('cabinet:page.my-data')}</PageTitle>
      {profile ? (
        <>
          <CompletenessCard profile={profile} />
          <IdentityCard profile={profile} />
          <Card id="contacts" title={t('contact.title')} lead={t('contact.lead')}>
            <ContactRow channel="phone" contact={profile.phone} changing={changing === 'phone'} />
            <ContactRow channel="email" contact={profile.email} changing={changing === 'email'} />
          </Card>
          <AddressForm profile={profile} />
          <RequisitesForm profile={profile} />
          {profile.roles.some(isStaffRole) ? null : <RoleChoice profile={profile} />}
          {outside ? <ExternalCabinet /> : null}
          <MyDataFile />
          <PartBoundary>
            <Suspense fallback={<Skeleton height={420} radius={12} />}>
              <ErasureCard />
            </Suspense>
          </PartBoundary>
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        HEIGHTS.map((height) => <Skeleton key={height} height={height} radius={12} />)
      )}
    </div>
  );
}
